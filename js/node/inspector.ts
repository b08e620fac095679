// node:inspector: a program cannot debug itself. Debuggers attach from outside.

import { EventEmitter } from "./events/events.ts";
import { notAvailable } from "./unavailable.ts";

/** The address for debuggers, which a program is not told. */
export const url = (): undefined => undefined;

export function open(): never {
  throw notAvailable("inspector.open");
}

export function waitForDebugger(): never {
  throw notAvailable("inspector.waitForDebugger");
}

/** Closes nothing: what a program cannot open is not open. */
export const close = (): void => {};

export class Session extends EventEmitter {
  connect(): never {
    throw notAvailable("inspector.Session");
  }

  connectToMainThread(): never {
    throw notAvailable("inspector.Session");
  }

  post(): never {
    throw notAvailable("inspector.Session");
  }

  disconnect(): void {}
}

export const console: Console = globalThis.console;

export default { close, console, open, Session, url, waitForDebugger };
