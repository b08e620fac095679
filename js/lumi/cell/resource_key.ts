// Lets values recognise resources without importing their classes, which would be circular.

/** The key under which every Resource returns its state. */
export const STATE = Symbol("lumi.resource");

declare const RESOURCE: unique symbol;

/** Marks the type of a resource for the compiler; no object has this member. */
export interface ResourceMark {
  readonly [RESOURCE]: true;
}

/** The facts about a resource that values need. */
export interface ResourceFacts {
  /** The name of the resource in messages. */
  readonly owner: string;
}

export function factsOf(value: object): ResourceFacts | undefined {
  return (value as { [STATE]?: ResourceFacts })[STATE];
}

export function isResource(value: unknown): boolean {
  return typeof value === "object" && value !== null && factsOf(value) !== undefined;
}
