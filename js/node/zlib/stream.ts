// Compressed streams as streams of Node. Their members with an underscore are Node's, which packages use.

import streams, { type Transform, type TransformDone } from "../../npm/readable-stream.js";
import { Buffer } from "../buffer/buffer.ts";
import { warnOnce } from "../util/deprecation.ts";
import { coded } from "../node_errors.ts";
import { setImmediate } from "../timers/timeout.ts";
import { ZlibCodec } from "./codec.ts";
import { constants } from "./constants.ts";
import {
  type BrotliOptions,
  type Format,
  numberInRange,
  settingsOf,
  type ZlibOptions,
  type ZstdOptions,
} from "./options.ts";

type FlushDone = () => void;

/** The handle of a stream, in place of Node's binding; null once the stream is closed. */
export class ZlibHandle {
  /** @internal */
  readonly codec: ZlibCodec;
  readonly #state: Uint32Array;

  /** @internal `state` gets how much room and input a synchronous write leaves. */
  constructor(codec: ZlibCodec, state: Uint32Array) {
    this.codec = codec;
    this.#state = state;
  }

  /** The step of a synchronous stream, with the arguments of Node's binding. Throws what is wrong with the input. */
  writeSync(
    flush: number,
    input: Uint8Array | null,
    inputAt: number,
    inputSize: number,
    room: Uint8Array,
    roomAt: number,
    roomSize: number,
  ): void {
    const part = input === null ? Buffer.alloc(0) : input.subarray(inputAt, inputAt + inputSize);
    const { consumed, written } = this.codec.process(part, room.subarray(roomAt, roomAt + roomSize), flush);
    this.#state.set([roomSize - written, part.length - consumed]);
  }

  close(): void {}

  reset(): void {
    this.codec.reset();
  }
}

export interface ZlibTransform extends Transform {
  /** Bytes of input that the format has consumed. */
  bytesWritten: number;
  _handle: ZlibHandle | null;
  /** Bytes of room and of input that a synchronous write has left. */
  _writeState: Uint32Array;
  readonly _closed: boolean;
  _level: number;
  _strategy: number;
  _chunkSize: number;
  _outBuffer: Buffer;
  _outOffset: number;
  _defaultFlushFlag: number;
  _finishFlushFlag: number;
  _defaultFullFlushFlag: number;
  _info: boolean;
  _maxOutputLength: number;
  /** The output for a chunk, at once unless there is a callback. */
  _processChunk(chunk: Uint8Array, flush: number, callback?: TransformDone): Buffer | undefined;
  close(callback?: () => void): void;
  flush(kind?: number | FlushDone, callback?: FlushDone): void;
  params(level: number, strategy: number, callback?: (error?: Error | null) => void): void;
  reset(): void;
}

/** Empty chunks that stand for a flush that a program asked for, by its kind. */
const flushMarks = new Map<number, Buffer>();
const marked = new WeakMap<object, number>();

function flushMarkerOf(flush: number): Buffer {
  let mark = flushMarks.get(flush);
  if (mark === undefined) {
    mark = Buffer.alloc(0);
    flushMarks.set(flush, mark);
    marked.set(mark, flush);
  }
  return mark;
}

const { Z_BLOCK, Z_FINISH, Z_FULL_FLUSH, Z_NO_FLUSH, Z_PARTIAL_FLUSH, Z_SYNC_FLUSH } = constants;

/** From the weakest to the strongest. The numbers of Brotli and Zstandard have this order, too. */
const strengths: readonly number[] = [Z_NO_FLUSH, Z_BLOCK, Z_PARTIAL_FLUSH, Z_SYNC_FLUSH, Z_FULL_FLUSH, Z_FINISH];
const strongerFlush = (a: number, b: number) => strengths.indexOf(a) > strengths.indexOf(b) ? a : b;

/** Input that a stream has yet to take. */
interface PendingWrite {
  rest: Uint8Array;
  flush: number;
  done: TransformDone;
}

/** Does a part of the work: as much as fills the room for output. */
function processWrite(stream: ZlibTransform, work: PendingWrite): void {
  const handle = stream._handle;
  if (stream.destroyed || handle === null) return work.done();
  const { _outBuffer: room, _outOffset: offset } = stream;
  let isFull = false;
  let isWaiting = false;
  try {
    const { consumed, written } = handle.codec.process(work.rest, room.subarray(offset), work.flush);
    work.rest = work.rest.subarray(consumed);
    stream.bytesWritten += consumed;
    isFull = offset + written === room.length;
    stream._outOffset = isFull ? 0 : offset + written;
    if (isFull) stream._outBuffer = Buffer.allocUnsafe(stream._chunkSize);
    if (written > 0) isWaiting = !stream.push(room.subarray(offset, offset + written));
  } catch (error) {
    stream.destroy(error as Error);
    return;
  }
  if (stream.destroyed) return work.done();
  if (isFull) return isWaiting ? processWhenRead(stream, work) : processSoon(stream, work);
  // Input after the end of the stream is not of the format.
  if (work.rest.length > 0) stream.push(null);
  work.done();
}

const processSoon = (stream: ZlibTransform, work: PendingWrite): void => void setImmediate(processWrite, stream, work);

function processWhenRead(stream: ZlibTransform, work: PendingWrite): void {
  const read = stream._read;
  stream._read = function (size) {
    stream._read = read;
    processSoon(stream, work);
    stream._read(size);
  };
}

const fullFlush = {
  zlib: Z_FULL_FLUSH,
  brotli: constants.BROTLI_OPERATION_FLUSH,
  zstd: constants.ZSTD_e_flush,
} as const;

export type Options = ZlibOptions & BrotliOptions & ZstdOptions;

/** The work of the constructors: `stream` may be an object of a class without `new`. */
export function initialize(stream: ZlibTransform, format: Format, options: Options = {}): void {
  const settings = settingsOf(format, options);
  const bytesOnly = { encoding: null, objectMode: false, writableObjectMode: false };
  const own = { transform: undefined, flush: undefined, final: undefined };
  Reflect.apply(streams.Transform, stream, [{ autoDestroy: true, ...options, ...bytesOnly, ...own }]);
  stream.bytesWritten = 0;
  stream._writeState = new Uint32Array(2);
  stream._handle = new ZlibHandle(new ZlibCodec(format, settings), stream._writeState);
  stream._outBuffer = Buffer.allocUnsafe(settings.chunkSize);
  stream._outOffset = 0;
  stream._chunkSize = settings.chunkSize;
  stream._defaultFlushFlag = settings.flush;
  stream._finishFlushFlag = settings.finishFlush;
  stream._defaultFullFlushFlag = fullFlush[format.family];
  stream._info = Boolean(options.info);
  stream._maxOutputLength = settings.maxOutputLength;
  if (format.family !== "zlib") return;
  stream._level = settings.codec.level;
  stream._strategy = settings.codec.strategy;
}

/** The members that all compressed streams have. */
const members = {
  get _closed(): boolean {
    return (this as unknown as ZlibTransform)._handle === null;
  },

  get bytesRead(): number {
    const text =
      "zlib.bytesRead is deprecated and will change its meaning in the future. Use zlib.bytesWritten instead.";
    warnOnce("DEP0108", text);
    return (this as unknown as ZlibTransform).bytesWritten;
  },

  set bytesRead(count: number) {
    (this as unknown as ZlibTransform).bytesWritten = count;
  },

  _transform(this: ZlibTransform, chunk: Uint8Array, _encoding: string, callback: TransformDone): void {
    const flush = marked.get(chunk) ?? this._defaultFlushFlag;
    const isLast = this.writableEnded && this.writableLength === chunk.byteLength;
    const how = isLast && !marked.has(chunk) ? strongerFlush(flush, this._finishFlushFlag) : flush;
    processSoon(this, { rest: chunk, flush: how, done: callback });
  },

  _flush(this: ZlibTransform, callback: TransformDone): void {
    this._transform(Buffer.alloc(0), "", callback);
  },

  // "finish" does not wait for the last flush.
  _final(callback: TransformDone): void {
    callback();
  },

  _destroy(this: ZlibTransform, error: Error | null, callback: TransformDone): void {
    closeHandle(this);
    callback(error);
  },

  _processChunk(this: ZlibTransform, chunk: Uint8Array, flush: number, callback?: TransformDone) {
    if (typeof callback === "function") {
      processSoon(this, { rest: chunk, flush, done: callback });
      return undefined;
    }
    const { codec } = handleOf(this);
    try {
      return Buffer.concat([...codec.pieces(chunk, flush)]);
    } finally {
      this.bytesWritten = codec.consumed;
      closeHandle(this);
    }
  },

  /** Makes all that was written readable. */
  flush(this: ZlibTransform, kind?: number | FlushDone, callback?: FlushDone): void {
    const done = typeof kind === "function" ? kind : callback;
    if (this.writableFinished) {
      if (done !== undefined) queueMicrotask(done);
    } else if (this.writableEnded) {
      if (done !== undefined) this.once("end", done);
    } else this.write(flushMarkerOf(typeof kind === "number" ? kind : this._defaultFullFlushFlag), "", done);
  },

  /** Ends the stream at once. */
  close(this: ZlibTransform, callback?: () => void): void {
    if (callback !== undefined) streams.finished(this, () => callback());
    this.destroy();
  },

  reset(this: ZlibTransform): void {
    handleOf(this).reset();
  },

  /** Changes the level for what follows; the strategy stays. */
  params(this: ZlibTransform, level: number, strategy: number, callback?: (error?: Error | null) => void): void {
    numberInRange("level", level, -1, 9, -1);
    numberInRange("strategy", strategy, 0, constants.Z_FIXED, 0);
    if (this._level === level && this._strategy === strategy) {
      if (callback !== undefined) queueMicrotask(callback);
      return;
    }
    this.flush(Z_SYNC_FLUSH, () => {
      handleOf(this).codec.setLevel(level);
      this._level = level;
      this._strategy = strategy;
      callback?.();
    });
  },
};

function handleOf(stream: ZlibTransform): ZlibHandle {
  if (stream._handle !== null) return stream._handle;
  throw coded(Error, "ERR_ZLIB_BINDING_CLOSED", "zlib binding closed");
}

export function closeHandle(stream: ZlibTransform): void {
  stream._handle?.close();
  stream._handle = null;
}

/** The prototype below those of the formats. */
export const prototype: object = Object.create(
  streams.Transform.prototype,
  Object.getOwnPropertyDescriptors(members),
);
