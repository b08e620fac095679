import streams from "../../npm/readable-stream.js";
import type * as types from "../../npm/readable-stream.js";
import { duplexPair } from "./pair.js";
/** Options and parts of streams, by their names in Node's types. */
export type { DuplexOptions, FinishedOptions, PipelineOptions, ReadableOptions, StreamOptions, TransformDone as TransformCallback, TransformOptions, WritableOptions, } from "../../npm/readable-stream.js";
export type Readable = types.Readable;
export type Writable = types.Writable;
export type Duplex = types.Duplex;
export type Transform = types.Transform;
export type PassThrough = types.PassThrough;
export type Stream = types.Stream;
export declare const Duplex: typeof types.Duplex, PassThrough: typeof types.PassThrough, Readable: typeof types.Readable, Transform: typeof types.Transform, Writable: typeof types.Writable;
export declare const addAbortSignal: typeof streams.addAbortSignal, compose: typeof streams.compose, destroy: typeof streams.destroy, finished: typeof streams.finished, pipeline: typeof streams.pipeline, promises: types.StreamPromises;
export declare const isDestroyed: typeof streams.isDestroyed, isDisturbed: typeof streams.isDisturbed, isErrored: typeof streams.isErrored, isReadable: typeof streams.isReadable, isWritable: typeof streams.isWritable;
export declare const getDefaultHighWaterMark: typeof streams.getDefaultHighWaterMark, setDefaultHighWaterMark: typeof streams.setDefaultHighWaterMark;
export declare const Stream: typeof streams;
export { duplexPair };
export default streams;
