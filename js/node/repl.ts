// node:repl: a program has no terminal to read commands from.

import { core } from "../web/ops.ts";
import { notAvailable } from "./unavailable.ts";

export class REPLServer {
  constructor() {
    throw notAvailable("node:repl");
  }
}

/** An error after which more input may complete a command. */
export class Recoverable extends SyntaxError {
  readonly err: Error;

  constructor(err: Error) {
    super();
    this.err = err;
  }
}

export function start(): never {
  throw notAvailable("node:repl");
}

export const REPL_MODE_SLOPPY: symbol = Symbol("repl-sloppy");
export const REPL_MODE_STRICT: symbol = Symbol("repl-strict");
export const builtinModules: string[] = core.ops.op_lumi_builtin_names();

export default { builtinModules, Recoverable, REPL_MODE_SLOPPY, REPL_MODE_STRICT, REPLServer, start };
