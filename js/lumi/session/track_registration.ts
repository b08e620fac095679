// Handles the host's answer to a registration.

import { attachSerial, Failure, reportedByEngine } from "../data/failure.ts";
import type { Registered, Serial } from "../protocol/ops.ts";
import { session } from "./session.ts";
import { messageOf } from "../data/value_error.ts";

/** A resource that has been registered. */
export interface Registrant {
  readonly serial: Serial;
  readonly owner: string;
  accept(registered: Registered): void;
  fail(failure: Failure): void;
}

/** References only the state: thousands of answers may be pending. */
export function trackRegistration(state: Registrant, answer: Promise<Registered>): void {
  answer.then((registered) => state.accept(registered), (error) => refuse(state, error));
}

/** Fails a resource whose registration was rejected. */
function refuse(state: Registrant, error: unknown): void {
  attachSerial(error, state.serial);
  const isReported = session().context.goesOn === true && isOfEngine(error);
  const failure = new Failure(error, null, isReported ? reportedByEngine : undefined);
  const message = `${state.owner} has no outputs because it failed: ${messageOf(error)}`;
  state.fail(new Failure(new Error(message, { cause: error }), failure));
}

/** Whether the engine has refused or failed a resource; see js/web/errors.ts. */
function isOfEngine(error: unknown): boolean {
  return error instanceof Error && error.name === "ResourceError";
}
