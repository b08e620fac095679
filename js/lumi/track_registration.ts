// What becomes of a resource when the host has answered its registration.

import { attachSerial, Failure } from "./failure.ts";
import type { Registered } from "./ops.ts";
import type { ResourceState } from "./resource_state.ts";
import { messageOf } from "./value_error.ts";

/** Keeps nothing but the state alive: thousands of answers may be on their way. */
export function trackRegistration(state: ResourceState, answer: Promise<Registered>): void {
  answer.then((registered) => state.accept(registered), (error) => refuse(state, error));
}

/** The host or the provider said no. */
function refuse(state: ResourceState, error: unknown): void {
  attachSerial(error, state.serial);
  const failure = new Failure(error);
  const message = `${state.owner} has no outputs because it failed: ${messageOf(error)}`;
  state.fail(new Failure(new Error(message, { cause: error }), failure));
}
