// What becomes of a resource when the host has answered its registration.

import { attachSerial, Failure } from "../data/failure.ts";
import type { Registered, Serial } from "../protocol/ops.ts";
import { messageOf } from "../data/value_error.ts";

/** A resource that has been registered. */
export interface Registrant {
  readonly serial: Serial;
  readonly owner: string;
  accept(registered: Registered): void;
  fail(failure: Failure): void;
}

/** Keeps nothing but the state alive: thousands of answers may be on their way. */
export function trackRegistration(state: Registrant, answer: Promise<Registered>): void {
  answer.then((registered) => state.accept(registered), (error) => refuse(state, error));
}

/** The host or the provider said no. */
function refuse(state: Registrant, error: unknown): void {
  attachSerial(error, state.serial);
  const failure = new Failure(error);
  const message = `${state.owner} has no outputs because it failed: ${messageOf(error)}`;
  state.fail(new Failure(new Error(message, { cause: error }), failure));
}
