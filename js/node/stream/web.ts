// node:stream/web: the streams of the web, which are globals, too.

import { web } from "../../web/ops.ts";

const streams = web("06_streams.js") as unknown as typeof globalThis;
const texts = web("08_text_encoding.js") as unknown as typeof globalThis;
const compression = web("14_compression.js") as unknown as typeof globalThis;

export const {
  ByteLengthQueuingStrategy,
  CountQueuingStrategy,
  ReadableByteStreamController,
  ReadableStream,
  ReadableStreamBYOBReader,
  ReadableStreamBYOBRequest,
  ReadableStreamDefaultController,
  ReadableStreamDefaultReader,
  TransformStream,
  TransformStreamDefaultController,
  WritableStream,
  WritableStreamDefaultController,
  WritableStreamDefaultWriter,
} = streams;
export const { TextDecoderStream, TextEncoderStream } = texts;
export const { CompressionStream, DecompressionStream } = compression;

export default {
  ByteLengthQueuingStrategy,
  CompressionStream,
  CountQueuingStrategy,
  DecompressionStream,
  ReadableByteStreamController,
  ReadableStream,
  ReadableStreamBYOBReader,
  ReadableStreamBYOBRequest,
  ReadableStreamDefaultController,
  ReadableStreamDefaultReader,
  TextDecoderStream,
  TextEncoderStream,
  TransformStream,
  TransformStreamDefaultController,
  WritableStream,
  WritableStreamDefaultController,
  WritableStreamDefaultWriter,
};
