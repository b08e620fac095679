// node:tty: a program never has a terminal.

import { core } from "../web/ops.ts";
import { EventEmitter } from "./events/event_emitter.ts";
import { callable } from "./http/callable.ts";
import { coded } from "./node_errors.ts";

type Environment = Record<string, string | undefined>;
type Done = () => void;

interface Cursor {
  clearLine(stream: unknown, direction: number, done?: Done): boolean;
  clearScreenDown(stream: unknown, done?: Done): boolean;
  cursorTo(stream: unknown, x: number, y?: number | Done, done?: Done): boolean;
  moveCursor(stream: unknown, x: number, y: number, done?: Done): boolean;
}

const cursor = core.createLazyLoader("lumi:/node/readline/readline.ts") as unknown as () => Cursor;

export const isatty = (_descriptor: number): boolean => false;

/** Packages look at the members of the classes; a stream cannot be made without a terminal. */
function failToOpen(_: unknown, descriptor: number): never {
  if (descriptor >> 0 !== descriptor || descriptor < 0) {
    throw coded(RangeError, "ERR_INVALID_FD", `"fd" must be a positive integer: ${String(descriptor)}`);
  }
  const reason = "uv_tty_init returned EINVAL (invalid argument)";
  const error = coded(Error, "ERR_TTY_INIT_FAILED", `TTY initialization failed: ${reason}`);
  throw Object.assign(error, { name: "SystemError" });
}

class ReadStreamMembers extends EventEmitter {
  isRaw = false;

  setRawMode(isRaw: boolean): this {
    this.isRaw = Boolean(isRaw);
    return this;
  }
}

class WriteStreamMembers extends EventEmitter {
  declare isTTY: boolean;
  declare columns: number;
  declare rows: number;

  /** Bits of a colour by the variables that name a terminal; without these, 1: no colours. */
  getColorDepth(environment: Environment = {}): number {
    return depthOf(environment);
  }

  hasColors(count?: number | Environment, environment?: Environment): boolean {
    const isCount = typeof count === "number";
    return (isCount ? count : 16) <= 2 ** this.getColorDepth(isCount ? environment : count);
  }

  getWindowSize(): [columns: number, rows: number] {
    return [this.columns, this.rows];
  }

  clearLine(direction: number, done?: Done): boolean {
    return cursor().clearLine(this, direction, done);
  }

  clearScreenDown(done?: Done): boolean {
    return cursor().clearScreenDown(this, done);
  }

  cursorTo(x: number, y?: number | Done, done?: Done): boolean {
    return cursor().cursorTo(this, x, y, done);
  }

  moveCursor(x: number, y: number, done?: Done): boolean {
    return cursor().moveCursor(this, x, y, done);
  }
}

Object.defineProperty(WriteStreamMembers.prototype, "isTTY", { value: true, writable: true, configurable: true });

/** Names of terminals with 16 colours. */
const SIXTEEN_COLORS =
  /ansi|color|linux|direct|^con[0-9]*x[0-9]|^rxvt|^screen|^xterm|^vt100|^vt220|^(?:eterm|cons25|console|cygwin|dtterm|gnome|hurd|jfbterm|konsole|kterm|mlterm|putty|st)$/;

function depthOf(environment: Environment): number {
  const { COLORTERM, FORCE_COLOR, TERM = "" } = environment;
  if (FORCE_COLOR !== undefined) {
    const depths: Record<string, number> = { "": 4, "1": 4, "2": 8, "3": 24, true: 4 };
    return depths[FORCE_COLOR] ?? 1;
  }
  const isOff = environment["NODE_DISABLE_COLORS"] || environment["NO_COLOR"];
  if (isOff || TERM === "dumb") return 1;
  if (environment["TMUX"] || COLORTERM === "truecolor" || COLORTERM === "24bit") return 24;
  const name = TERM.toLowerCase();
  if (name.startsWith("xterm-256")) return 8;
  if (["mosh", "rxvt-unicode-24bit", "terminator", "xterm-kitty"].includes(name)) return 24;
  return SIXTEEN_COLORS.test(name) || COLORTERM ? 4 : 1;
}

export const ReadStream = callable("ReadStream", ReadStreamMembers, failToOpen);
export const WriteStream = callable("WriteStream", WriteStreamMembers, failToOpen);

export default { isatty, ReadStream, WriteStream };
