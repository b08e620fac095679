// node:stream: streams of npm's readable-stream, with adapters for those of the web.

import streams from "../../npm/readable-stream.js";
import type * as types from "../../npm/readable-stream.js";
import { abortError } from "../node_errors.ts";
import { duplexPair } from "./pair.ts";
import { duplexFromWeb, duplexToWeb } from "./web_duplex.ts";
import { readableFromWeb, readableToWeb } from "./web_readable.ts";
import { writableFromWeb, writableToWeb } from "./web_writable.ts";

streams.Readable.fromWeb = readableFromWeb;
streams.Readable.toWeb = readableToWeb;
streams.Writable.fromWeb = writableFromWeb;
streams.Writable.toWeb = writableToWeb;
streams.Duplex.fromWeb = duplexFromWeb;
streams.Duplex.toWeb = duplexToWeb;
streams.duplexPair = duplexPair;
streams._isArrayBufferView = ArrayBuffer.isView;
// Callbacks of writes that were not begun hear of the end, which Readable's `destroy` does not know.
Object.assign(streams.Duplex.prototype, { destroy: streams.Writable.prototype.destroy });

/** Destroys a stream that has not finished, and waits until it is closed. */
async function disposeWritable(this: types.Writable): Promise<void> {
  if (!this.destroyed) this.destroy(this.writableFinished ? undefined : abortError());
  await new Promise<void>((resolve, reject) => {
    streams.finished(this, (error) => error && error.name !== "AbortError" ? reject(error) : resolve());
  });
}

Object.defineProperty(streams.Writable.prototype, Symbol.asyncDispose, {
  value: disposeWritable,
  writable: true,
  configurable: true,
});

/** Options and parts of streams, by their names in Node's types. */
export type {
  DuplexOptions,
  FinishedOptions,
  PipelineOptions,
  ReadableOptions,
  StreamOptions,
  TransformDone as TransformCallback,
  TransformOptions,
  WritableOptions,
} from "../../npm/readable-stream.js";

export type Readable = types.Readable;
export type Writable = types.Writable;
export type Duplex = types.Duplex;
export type Transform = types.Transform;
export type PassThrough = types.PassThrough;
export type Stream = types.Stream;

export const { Duplex, PassThrough, Readable, Transform, Writable } = streams;
export const { addAbortSignal, compose, destroy, finished, pipeline, promises } = streams;
export const { isDestroyed, isDisturbed, isErrored, isReadable, isWritable } = streams;
export const { getDefaultHighWaterMark, setDefaultHighWaterMark } = streams;
export const { Stream } = streams;
export { duplexPair };
export default streams;
