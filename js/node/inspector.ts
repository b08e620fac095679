// node:inspector: a program cannot debug itself. Debuggers attach from outside.

import { EventEmitter } from "./events/events.ts";
import { notAvailable } from "./node_errors.ts";

const notFromProgram = (what: string) =>
  notAvailable(`inspector.${what}`, "a debugger attaches to a program that `lumi run --inspect` starts");

/** The address for debuggers, which a program is not told. */
export const url = (): undefined => undefined;

export function open(): never {
  throw notFromProgram("open");
}

export function waitForDebugger(): never {
  throw notFromProgram("waitForDebugger");
}

/** Closes nothing: what a program cannot open is not open. */
export const close = (): void => {};

export class Session extends EventEmitter {
  connect(): never {
    throw notFromProgram("Session");
  }

  connectToMainThread(): never {
    throw notFromProgram("Session");
  }

  post(): never {
    throw notFromProgram("Session");
  }

  disconnect(): void {}
}

export const console: Console = globalThis.console;

export default { close, console, open, Session, url, waitForDebugger };
