// The frame of every program here: functions that are called in the program, and as bundles.

import { CustomResource } from "lumi";

/**
 * Gives `callback` to a resource, and reports what it answers here once it was captured. What is not
 * JSON is shown by `show`.
 */
export async function check<Args extends unknown[]>(
  name: string,
  callback: (...args: Args) => unknown,
  ...args: Args
): Promise<void> {
  new CustomResource("test:index:Function", name, { code: callback });
  // The capture is made when the program pauses; what the call below changes comes later.
  await new Promise((resolve) => setTimeout(resolve));
  const expected = (await callback(...args)) ?? null;
  console.log(`expect ${JSON.stringify({ name, args, expected })}`);
}

/** Gives `callback` to a resource and expects that it cannot be captured. */
export function refused(name: string, callback: (...args: never[]) => unknown): void {
  new CustomResource("test:index:Function", name, { code: callback });
}
