// How the SDK knows a resource when it sees one, apart from the classes themselves: values and
// resources refer to each other, and modules should not.

/** Answers the state of every Resource; nothing else has a member of this name. */
export const STATE = Symbol("lumi.resource");

/** What values need to know of a resource; all else is known above. */
export interface ResourceFacts {
  /** What it is called in messages. */
  readonly owner: string;
}

export function factsOf(value: object): ResourceFacts | undefined {
  return (value as { [STATE]?: ResourceFacts })[STATE];
}

export function isResource(value: unknown): boolean {
  return typeof value === "object" && value !== null && factsOf(value) !== undefined;
}
