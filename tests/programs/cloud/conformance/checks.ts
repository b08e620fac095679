// Checks that the behaviours of all components share.

/** The behaviours of a component, by name. */
export type Behaviours = Record<string, () => Promise<void>>;

/** The behaviours that the target refuses, with the texts of its refusals. */
export const refused: Record<string, string> = {};

/** Declares what a target may refuse, for the behaviours of these names. */
export function optional(names: string | readonly string[], declare: () => void): void {
  try {
    declare();
  } catch (error) {
    for (const name of [names].flat()) refused[name] = (error as Error).message;
  }
}

export function equal(actual: unknown, expected: unknown): void {
  const [left, right] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (left !== right) throw new Error(`${left} is not ${right}`);
}

export async function failing(work: () => Promise<unknown>): Promise<string> {
  try {
    await work();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error("it should have failed");
}

export const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Waits until `read` answers something else than `undefined`. */
export async function eventually<T>(read: () => Promise<T | undefined>): Promise<T> {
  for (let round = 0; round < 600; round++) {
    const found = await read();
    if (found !== undefined) return found;
    await pause(20);
  }
  throw new Error("it has not happened within 12 seconds");
}

/** A key that no other run uses. */
export const fresh = () => crypto.randomUUID();
