// process.stdout, process.stderr and process.stdin.

import { core } from "../../web/ops.ts";
import * as print from "../../web/print.ts";
import { EventEmitter } from "../events/events.ts";
import { coded, invalidArgType } from "../node_errors.ts";

type Done = (error?: Error | null) => void;

/** A stream to the console, because standard output belongs to the graph. Writes never wait. */
export class ConsoleOutput extends EventEmitter {
  readonly fd: number;
  readonly isTTY = false;
  readonly writable = true;
  readonly writableLength = 0;
  readonly writableHighWaterMark = 16384;
  readonly writableObjectMode = false;
  readonly writableEnded = false;
  readonly destroyed = false;
  readonly #level: number;

  /** `level` is that of `op_lumi_print`. */
  constructor(fd: number, level: number) {
    super();
    this.fd = fd;
    this.#level = level;
  }

  write(text: string | Uint8Array, encoding?: string | Done, done?: Done): boolean {
    if (typeof text !== "string" && !(text instanceof Uint8Array)) {
      const wanted = "of type string or an instance of Buffer, TypedArray, or DataView";
      throw text === null
        ? coded(TypeError, "ERR_STREAM_NULL_VALUES", "May not write null values to stream")
        : invalidArgType("chunk", wanted, text);
    }
    print.write(typeof text === "string" ? text : core.decode(text), this.#level);
    const callback = typeof encoding === "function" ? encoding : done;
    if (callback !== undefined) queueMicrotask(() => callback(null));
    return true;
  }

  /** Writes a last text; the stream stays open, as in Node. */
  end(text?: string | Uint8Array | Done, encoding?: string | Done, done?: Done): this {
    const callback = [text, encoding, done].find((it) => typeof it === "function") as Done | undefined;
    if (text !== undefined && typeof text !== "function") this.write(text);
    queueMicrotask(() => {
      this.emit("finish");
      callback?.();
    });
    return this;
  }

  cork(): void {}
  uncork(): void {}
  destroy(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
  setDefaultEncoding(): this {
    return this;
  }
  /** 1: no colours. */
  getColorDepth(): number {
    return 1;
  }
  hasColors(): boolean {
    return false;
  }
}

interface Streams {
  Readable: { from(source: Iterable<string>): EventEmitter };
}

const streams = core.createLazyLoader("lumi:/node/stream/stream.ts");

type Method = (...args: unknown[]) => unknown;
type Input = EventEmitter & { fd: number; isTTY: boolean };

/** An empty stream: a program reads nothing from the terminal. */
function emptyInput(): Input {
  const { Readable } = (streams() as unknown as { default: Streams }).default;
  const empty = { fd: 0, isTTY: false, setRawMode: () => empty, ref: () => empty, unref: () => empty };
  return Object.assign(Readable.from([]), empty);
}

interface Files {
  ReadStream: new (path: undefined, options: object) => Input;
}

const files = core.createLazyLoader("lumi:/node/fs/fs.ts");

/** The input of a script, which is its own. */
function scriptInput(): Input {
  const { ReadStream } = files() as unknown as Files;
  const stream = new ReadStream(undefined, { fd: 0 });
  return Object.assign(stream, { isTTY: false, setRawMode: () => stream, ref: () => stream, unref: () => stream });
}

/** The empty stream, made when it is first touched: to load streams takes longer than most programs. */
export function lateInput(isOwn: boolean): Input {
  let made: Input | undefined;
  const known = new WeakMap<Method, Method>();
  const bound = (method: Method): Method => {
    let found = known.get(method);
    if (found === undefined) {
      found = function (this: unknown, ...args: unknown[]) {
        return Reflect.apply(method, input(), args);
      };
      known.set(method, found);
    }
    return found;
  };
  const input = () => (made ??= isOwn ? scriptInput() : emptyInput());
  return new Proxy({} as Input, {
    get: (_, key) => {
      const member: unknown = Reflect.get(input(), key);
      // The methods know the stream itself.
      return typeof member === "function" && key !== "constructor" ? bound(member as Method) : member;
    },
    set: (_, key, value) => Reflect.set(input(), key, value),
    has: (_, key) => Reflect.has(input(), key),
    deleteProperty: (_, key) => Reflect.deleteProperty(input(), key),
    defineProperty: (_, key, descriptor) => Reflect.defineProperty(input(), key, { ...descriptor, configurable: true }),
    getOwnPropertyDescriptor: (_, key) => {
      const descriptor = Reflect.getOwnPropertyDescriptor(input(), key);
      return descriptor && { ...descriptor, configurable: true };
    },
    getPrototypeOf: () => Reflect.getPrototypeOf(input()),
    ownKeys: () => Reflect.ownKeys(input()),
  });
}
