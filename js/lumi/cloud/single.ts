// The things that a stack has once.

import { session } from "../session/session.ts";

/** The things that a stack has once, by session and name. */
const singles = new WeakMap<object, Map<string, unknown>>();

/** A thing that a stack has once, made by the first component that needs it. */
export function single<Made>(name: string, make: () => Made): Made {
  const known = singles.get(session()) ?? new Map<string, unknown>();
  singles.set(session(), known);
  if (!known.has(name)) known.set(name, make());
  return known.get(name) as Made;
}
