// Compressed streams as streams of Node.

import streams, { type Transform, type TransformDone } from "../npm/readable-stream.js";
import { Buffer } from "./buffer.ts";
import { coded } from "./node_errors.ts";
import { ZlibCoder } from "./zlib_coder.ts";
import { constants } from "./zlib_constants.ts";
import {
  type BrotliOptions,
  type Format,
  numberIn,
  type Settings,
  settingsOf,
  type ZlibOptions,
} from "./zlib_options.ts";

/** A chunk that stands for a flush that a program asked for. */
interface FlushMark {
  readonly flush: number;
}

const marks = new WeakSet<object>();

function markOf(flush: number): FlushMark & Buffer {
  const mark = Object.assign(Buffer.alloc(0), { flush });
  marks.add(mark);
  return mark;
}

export class ZlibStream extends streams.Transform {
  readonly #coder: ZlibCoder;
  readonly #settings: Settings;
  /** What Node's binding is. Packages that compress at once keep it from being closed. */
  _handle: { close(): void } | null = { close() {} };

  constructor(format: Format, options: ZlibOptions & BrotliOptions = {}) {
    const settings = settingsOf(format, options);
    super({ autoDestroy: true, ...options, transform: undefined, flush: undefined } as object);
    this.#settings = settings;
    this.#coder = new ZlibCoder(format, settings);
  }

  /** Bytes of input that the format has taken. */
  get bytesWritten(): number {
    return this.#coder.taken;
  }

  override _transform(chunk: Uint8Array, _encoding: string, callback: TransformDone): void {
    const flush = marks.has(chunk) ? (chunk as unknown as FlushMark).flush : this.#settings.flush;
    this.#process(chunk, flush, callback);
  }

  override _flush(callback: TransformDone): void {
    this.#process(new Uint8Array(), this.#settings.finishFlush, callback);
  }

  /** The output for a chunk, at once, which packages ask for although it is a private part of Node. */
  _processChunk(chunk: Uint8Array, flush: number, callback?: TransformDone): Buffer | undefined {
    if (typeof callback === "function") {
      this.#process(chunk, flush, callback);
      return undefined;
    }
    return Buffer.concat([...this.#coder.pieces(chunk, flush)]);
  }

  #process(chunk: Uint8Array, flush: number, callback: TransformDone): void {
    try {
      for (const piece of this.#coder.pieces(chunk, flush)) this.push(piece);
    } catch (error) {
      return callback(error as Error);
    }
    callback();
  }

  /** Makes all that was written readable. */
  flush(kind?: number | (() => void), callback?: () => void): void {
    const done = typeof kind === "function" ? kind : callback;
    const full = this.#settings.coder.kind >= constants.BROTLI_DECODE
      ? constants.BROTLI_OPERATION_FLUSH
      : constants.Z_FULL_FLUSH;
    const how = typeof kind === "number" ? kind : full;
    if (this.writableFinished) {
      if (done !== undefined) queueMicrotask(done);
    } else if (this.writableEnded) {
      if (done !== undefined) this.once("end", done);
    } else this.write(markOf(how), "", done);
  }

  /** Ends the stream at once. */
  close(callback?: () => void): void {
    if (callback !== undefined) streams.finished(this, () => callback());
    this.destroy();
  }

  reset(): void {
    if (this.destroyed) throw coded(Error, "ERR_ZLIB_BINDING_CLOSED", "zlib binding closed");
    this.#coder.reset();
  }

  /** Changes the level for what follows; the strategy stays. */
  params(level: number, strategy: number, callback?: (error?: Error | null) => void): void {
    numberIn("level", level, -1, 9, -1);
    numberIn("strategy", strategy, 0, constants.Z_FIXED, 0);
    this.flush(constants.Z_SYNC_FLUSH, () => {
      this.#coder.setLevel(level);
      callback?.(null);
    });
  }
}

export interface ZlibTransform extends Transform {
  readonly bytesWritten: number;
  close(callback?: () => void): void;
  flush(kind?: number | (() => void), callback?: () => void): void;
  params(level: number, strategy: number, callback?: (error?: Error | null) => void): void;
  reset(): void;
}
