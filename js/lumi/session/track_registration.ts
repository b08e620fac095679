// Handles the host's answer to a registration.

import { attachSerial, Failure, reportedByEngine } from "../data/failure.ts";
import type { Registered, Serial } from "../protocol/ops.ts";
import { messageOf } from "../data/value_error.ts";

/** A resource that has been registered. */
export interface Registrant {
  readonly serial: Serial;
  readonly owner: string;
  /** Whether the program continues after a failure that the engine has reported. */
  readonly continuesOnError: boolean;
  accept(registered: Registered): void;
  fail(failure: Failure): void;
}

/** The calls of the monitor by this program: how many wait for an answer, and how many have one. */
export const calls = { open: 0, answered: 0 };

export function beginCall(): void {
  calls.open++;
}

export function endCall(): void {
  calls.open--;
  calls.answered++;
}

/** References only the state: thousands of answers may be pending. */
export function trackRegistration(state: Registrant, answer: Promise<Registered>): void {
  beginCall();
  answer.then((registered) => {
    endCall();
    state.accept(registered);
  }, (error) => {
    endCall();
    refuse(state, error);
  });
}

/** Fails a resource whose registration was rejected. */
function refuse(state: Registrant, error: unknown): void {
  attachSerial(error, state.serial);
  const isReported = state.continuesOnError && isOfEngine(error);
  const failure = new Failure(error, null, isReported ? reportedByEngine : undefined);
  const message = `${state.owner} has no outputs because it failed: ${messageOf(error)}`;
  state.fail(new Failure(new Error(message, { cause: error }), failure));
}

/** Whether the engine has refused or failed a resource; see js/web/errors.ts. */
function isOfEngine(error: unknown): boolean {
  return error instanceof Error && error.name === "ResourceError";
}
