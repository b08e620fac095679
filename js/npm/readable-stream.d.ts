// Streams of Node: the types of the npm package readable-stream.

import { EventEmitter } from "../node/events/events.ts";

// deno-lint-ignore no-explicit-any
type Chunk = any;
type Done = (error?: Error | null) => void;
type Encoding = string;

/** A source for `for await` and `Readable.from`. */
export type Source<T = Chunk> = Iterable<T> | AsyncIterable<T>;

export interface StreamOptions<T> {
  highWaterMark?: number;
  objectMode?: boolean;
  emitClose?: boolean;
  autoDestroy?: boolean;
  signal?: AbortSignal;
  construct?(this: T, callback: Done): void;
  destroy?(this: T, error: Error | null, callback: Done): void;
}

export interface ReadableOptions<T = Readable> extends StreamOptions<T> {
  encoding?: Encoding;
  read?(this: T, size: number): void;
}

export interface WritableOptions<T = Writable> extends StreamOptions<T> {
  decodeStrings?: boolean;
  defaultEncoding?: Encoding;
  write?(this: T, chunk: Chunk, encoding: Encoding, callback: Done): void;
  writev?(this: T, chunks: { chunk: Chunk; encoding: Encoding }[], callback: Done): void;
  final?(this: T, callback: Done): void;
}

export interface DuplexOptions<T = Duplex> extends ReadableOptions<T>, WritableOptions<T> {
  allowHalfOpen?: boolean;
  readable?: boolean;
  writable?: boolean;
  readableObjectMode?: boolean;
  writableObjectMode?: boolean;
  readableHighWaterMark?: number;
  writableHighWaterMark?: number;
}

export interface TransformOptions<T = Transform> extends DuplexOptions<T> {
  transform?(this: T, chunk: Chunk, encoding: Encoding, callback: TransformDone): void;
  flush?(this: T, callback: TransformDone): void;
}

export type TransformDone = (error?: Error | null, data?: Chunk) => void;

export interface FinishedOptions {
  error?: boolean;
  readable?: boolean;
  writable?: boolean;
  signal?: AbortSignal;
  cleanup?: boolean;
}

export interface PipelineOptions {
  signal?: AbortSignal;
  end?: boolean;
}

/** A part of a pipeline: a stream, an iterable, or a function over an iterable. */
export type PipelinePart =
  | Stream
  | Source
  | ReadableStream
  | WritableStream
  | { readable: ReadableStream; writable: WritableStream }
  // deno-lint-ignore no-explicit-any
  | ((source?: any, options?: { signal: AbortSignal }) => unknown);

export interface StreamPromises {
  finished(stream: PipelinePart, options?: FinishedOptions): Promise<void>;
  pipeline(...parts: [PipelinePart, ...(PipelinePart | PipelineOptions)[]]): Promise<Chunk>;
  pipeline(parts: readonly PipelinePart[], options?: PipelineOptions): Promise<Chunk>;
}

export declare class Stream extends EventEmitter {
  constructor(options?: StreamOptions<Stream>);
  pipe<T extends Writable>(destination: T, options?: { end?: boolean }): T;

  static Stream: typeof Stream;
  static Readable: typeof Readable;
  static Writable: typeof Writable;
  static Duplex: typeof Duplex;
  static Transform: typeof Transform;
  static PassThrough: typeof PassThrough;
  static promises: StreamPromises;
  static addAbortSignal<T extends Stream>(signal: AbortSignal, stream: T): T;
  static compose(...parts: PipelinePart[]): Duplex;
  static destroy(stream: Stream, error?: Error): void;
  static duplexPair(options?: DuplexOptions): [Duplex, Duplex];
  static finished(stream: PipelinePart, callback: (error?: Error | null) => void): () => void;
  static finished(
    stream: PipelinePart,
    options: FinishedOptions,
    callback: (error?: Error | null) => void,
  ): () => void;
  static pipeline(...parts: [...PipelinePart[], (error: Error | null, value?: Chunk) => void]): Stream;
  static pipeline(parts: readonly PipelinePart[], callback?: (error: Error | null, value?: Chunk) => void): Stream;
  static _isArrayBufferView(value: unknown): boolean;
  static isDestroyed(stream: unknown): boolean | null;
  static isDisturbed(stream: unknown): boolean;
  static isErrored(stream: unknown): boolean;
  static isReadable(stream: unknown): boolean | null;
  static isWritable(stream: unknown): boolean | null;
  static getDefaultHighWaterMark(objectMode?: boolean): number;
  static setDefaultHighWaterMark(objectMode: boolean, value: number): void;
}

export interface OperatorOptions {
  concurrency?: number;
  highWaterMark?: number;
  signal?: AbortSignal;
}

type Call<R> = (chunk: Chunk, options: { signal: AbortSignal }) => R | Promise<R>;

export declare class Readable extends Stream {
  constructor(options?: ReadableOptions);
  readonly readable: boolean;
  readonly readableAborted: boolean;
  readonly readableDidRead: boolean;
  readonly readableEncoding: Encoding | null;
  readonly readableEnded: boolean;
  readonly readableFlowing: boolean | null;
  readonly readableHighWaterMark: number;
  readonly readableLength: number;
  readonly readableObjectMode: boolean;
  readonly closed: boolean;
  readonly errored: Error | null;
  destroyed: boolean;
  _construct?(callback: Done): void;
  _destroy(error: Error | null, callback: Done): void;
  _read(size: number): void;
  destroy(error?: Error): this;
  isPaused(): boolean;
  pause(): this;
  push(chunk: Chunk, encoding?: Encoding): boolean;
  read(size?: number): Chunk;
  resume(): this;
  setEncoding(encoding: Encoding): this;
  unpipe(destination?: Writable): this;
  unshift(chunk: Chunk, encoding?: Encoding): void;
  wrap(stream: Stream): this;
  iterator(options?: { destroyOnReturn?: boolean }): AsyncIterator<Chunk>;
  [Symbol.asyncIterator](): AsyncIterator<Chunk>;
  [Symbol.asyncDispose](): Promise<void>;
  compose(...parts: PipelinePart[]): Duplex;
  map(call: Call<Chunk>, options?: OperatorOptions): Readable;
  filter(call: Call<boolean>, options?: OperatorOptions): Readable;
  flatMap(call: Call<Chunk>, options?: OperatorOptions): Readable;
  forEach(call: Call<void>, options?: OperatorOptions): Promise<void>;
  toArray(options?: { signal?: AbortSignal }): Promise<Chunk[]>;
  some(call: Call<boolean>, options?: OperatorOptions): Promise<boolean>;
  every(call: Call<boolean>, options?: OperatorOptions): Promise<boolean>;
  find(call: Call<boolean>, options?: OperatorOptions): Promise<Chunk>;
  drop(limit: number, options?: { signal?: AbortSignal }): Readable;
  take(limit: number, options?: { signal?: AbortSignal }): Readable;
  asIndexedPairs(options?: { signal?: AbortSignal }): Readable;
  reduce(
    call: (before: Chunk, chunk: Chunk, options: { signal: AbortSignal }) => Chunk,
    initial?: Chunk,
    options?: { signal?: AbortSignal },
  ): Promise<Chunk>;

  static from(source: Source | string | Promise<unknown>, options?: ReadableOptions): Readable;
  static fromWeb(stream: ReadableStream, options?: ReadableOptions): Readable;
  static toWeb(stream: Readable, options?: { strategy?: QueuingStrategy }): ReadableStream;
  static wrap(stream: Stream, options?: ReadableOptions): Readable;
}

export declare class Writable extends Stream {
  constructor(options?: WritableOptions);
  readonly writable: boolean;
  readonly writableAborted: boolean;
  readonly writableCorked: number;
  readonly writableEnded: boolean;
  readonly writableFinished: boolean;
  readonly writableHighWaterMark: number;
  readonly writableLength: number;
  readonly writableNeedDrain: boolean;
  readonly writableObjectMode: boolean;
  readonly closed: boolean;
  readonly errored: Error | null;
  destroyed: boolean;
  _construct?(callback: Done): void;
  _destroy(error: Error | null, callback: Done): void;
  _final(callback: Done): void;
  _write(chunk: Chunk, encoding: Encoding, callback: Done): void;
  _writev?(chunks: { chunk: Chunk; encoding: Encoding }[], callback: Done): void;
  cork(): void;
  destroy(error?: Error): this;
  end(callback?: () => void): this;
  end(chunk: Chunk, callback?: () => void): this;
  end(chunk: Chunk, encoding: Encoding, callback?: () => void): this;
  setDefaultEncoding(encoding: Encoding): this;
  uncork(): void;
  write(chunk: Chunk, callback?: (error?: Error | null) => void): boolean;
  write(chunk: Chunk, encoding: Encoding, callback?: (error?: Error | null) => void): boolean;

  static fromWeb(stream: WritableStream, options?: WritableOptions): Writable;
  static toWeb(stream: Writable): WritableStream;
}

export interface Duplex extends Writable {}
export declare class Duplex extends Readable {
  constructor(options?: DuplexOptions);
  allowHalfOpen: boolean;

  static override from(source: unknown): Duplex;
  // Takes and returns a pair, where that of Readable takes and returns one stream.
  // deno-lint-ignore no-explicit-any
  static override fromWeb(pair: any, options?: DuplexOptions): Duplex;
  // deno-lint-ignore no-explicit-any
  static override toWeb(stream: Duplex): any;
}

export declare class Transform extends Duplex {
  constructor(options?: TransformOptions);
  _flush(callback: TransformDone): void;
  _transform(chunk: Chunk, encoding: Encoding, callback: TransformDone): void;
}

export declare class PassThrough extends Transform {}

export default Stream;
