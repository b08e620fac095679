// node:zlib: compression by zlib and Brotli.

import { core } from "../web/ops.ts";
import { Buffer } from "./buffer.ts";
import { coded, invalidArgType } from "./node_errors.ts";
import { ZlibCoder } from "./zlib_coder.ts";
import { codes, constants } from "./zlib_constants.ts";
import { type BrotliOptions, type Format, settingsOf, viewOf, type ZlibOptions } from "./zlib_options.ts";
import { ZlibStream, type ZlibTransform } from "./zlib_stream.ts";

export type { BrotliOptions, ZlibOptions, ZlibTransform };

type Options = ZlibOptions & BrotliOptions;
export type ZlibInput = string | ArrayBuffer | ArrayBufferView;
/** The error, or the whole output; with the option `info` the stream, too. */
export type ZlibCallback = (error: Error | null, result: Buffer) => void;

export interface ZlibClass {
  new (options?: Options): ZlibTransform;
  (options?: Options): ZlibTransform;
}

export interface OneShot {
  (input: ZlibInput, callback: ZlibCallback): void;
  (input: ZlibInput, options: Options | undefined, callback: ZlibCallback): void;
}

const formats = {
  Deflate: { kind: constants.DEFLATE, isDecoder: false, isBrotli: false },
  Inflate: { kind: constants.INFLATE, isDecoder: true, isBrotli: false },
  Gzip: { kind: constants.GZIP, isDecoder: false, isBrotli: false },
  Gunzip: { kind: constants.GUNZIP, isDecoder: true, isBrotli: false },
  DeflateRaw: { kind: constants.DEFLATERAW, isDecoder: false, isBrotli: false },
  InflateRaw: { kind: constants.INFLATERAW, isDecoder: true, isBrotli: false },
  Unzip: { kind: constants.UNZIP, isDecoder: true, isBrotli: false },
  BrotliCompress: { kind: constants.BROTLI_ENCODE, isDecoder: false, isBrotli: true },
  BrotliDecompress: { kind: constants.BROTLI_DECODE, isDecoder: true, isBrotli: true },
} satisfies Record<string, Format>;

/** A class that can be called without `new`, as in Node. */
function classOf(name: string, format: Format): ZlibClass {
  const made = function (this: unknown, options?: Options): ZlibStream {
    const stream = new ZlibStream(format, options);
    Object.setPrototypeOf(stream, (new.target as typeof made | undefined ?? made).prototype);
    return stream;
  };
  Object.defineProperty(made, "name", { value: name });
  made.prototype = Object.create(ZlibStream.prototype, {
    constructor: { value: made, writable: true, configurable: true },
  });
  Object.setPrototypeOf(made, ZlibStream);
  return made as unknown as ZlibClass;
}

function bytesOf(input: unknown): Uint8Array {
  const bytes = typeof input === "string" ? Buffer.from(input) : viewOf(input);
  if (bytes !== undefined) return bytes;
  const wanted = "of type string or an instance of Buffer, TypedArray, DataView, or ArrayBuffer";
  throw invalidArgType("buffer", wanted, input);
}

/** The whole output; `info` answers an object as Node does. */
function whole(format: Format, bytes: Uint8Array, options: Options): Buffer {
  const settings = settingsOf(format, options);
  const coder = new ZlibCoder(format, settings);
  const pieces: Buffer[] = [];
  let length = 0;
  for (const piece of coder.pieces(bytes, settings.finishFlush)) {
    length += piece.length;
    if (length > settings.maxOutputLength) throw tooLarge(settings.maxOutputLength);
    pieces.push(piece);
  }
  const buffer = Buffer.concat(pieces, length);
  return options.info ? { buffer, engine: { bytesWritten: coder.taken } } as unknown as Buffer : buffer;
}

const tooLarge = (most: number) =>
  coded(RangeError, "ERR_BUFFER_TOO_LARGE", `Cannot create a Buffer larger than ${most} bytes`);

const once = (format: Format) => (input: ZlibInput, options: Options = {}): Buffer =>
  whole(format, bytesOf(input), options);

/** The work is done in a turn of its own, after the code that asked for it. */
const later = (format: Format): OneShot => (input: ZlibInput, given: unknown, callback?: ZlibCallback): void => {
  const [options, done] = typeof given === "function" ? [{}, given as ZlibCallback] : [given ?? {}, callback];
  if (typeof done !== "function") throw invalidArgType("callback", "of type function", done);
  const bytes = bytesOf(input);
  settingsOf(format, options);
  setTimeout(() => {
    let result: Buffer;
    try {
      result = whole(format, bytes, options);
    } catch (error) {
      return Reflect.apply(done, undefined, [error]);
    }
    done(null, result);
  }, 0);
};

export const Deflate = classOf("Deflate", formats.Deflate);
export const Inflate = classOf("Inflate", formats.Inflate);
export const Gzip = classOf("Gzip", formats.Gzip);
export const Gunzip = classOf("Gunzip", formats.Gunzip);
export const DeflateRaw = classOf("DeflateRaw", formats.DeflateRaw);
export const InflateRaw = classOf("InflateRaw", formats.InflateRaw);
export const Unzip = classOf("Unzip", formats.Unzip);
export const BrotliCompress = classOf("BrotliCompress", formats.BrotliCompress);
export const BrotliDecompress = classOf("BrotliDecompress", formats.BrotliDecompress);

export const createDeflate = (options?: ZlibOptions): ZlibTransform => new Deflate(options);
export const createInflate = (options?: ZlibOptions): ZlibTransform => new Inflate(options);
export const createGzip = (options?: ZlibOptions): ZlibTransform => new Gzip(options);
export const createGunzip = (options?: ZlibOptions): ZlibTransform => new Gunzip(options);
export const createDeflateRaw = (options?: ZlibOptions): ZlibTransform => new DeflateRaw(options);
export const createInflateRaw = (options?: ZlibOptions): ZlibTransform => new InflateRaw(options);
export const createUnzip = (options?: ZlibOptions): ZlibTransform => new Unzip(options);
export const createBrotliCompress = (options?: BrotliOptions): ZlibTransform => new BrotliCompress(options);
export const createBrotliDecompress = (options?: BrotliOptions): ZlibTransform => new BrotliDecompress(options);

export const deflate = later(formats.Deflate);
export const inflate = later(formats.Inflate);
export const gzip = later(formats.Gzip);
export const gunzip = later(formats.Gunzip);
export const deflateRaw = later(formats.DeflateRaw);
export const inflateRaw = later(formats.InflateRaw);
export const unzip = later(formats.Unzip);
export const brotliCompress = later(formats.BrotliCompress);
export const brotliDecompress = later(formats.BrotliDecompress);

export const deflateSync = once(formats.Deflate);
export const inflateSync = once(formats.Inflate);
export const gzipSync = once(formats.Gzip);
export const gunzipSync = once(formats.Gunzip);
export const deflateRawSync = once(formats.DeflateRaw);
export const inflateRawSync = once(formats.InflateRaw);
export const unzipSync = once(formats.Unzip);
export const brotliCompressSync = once(formats.BrotliCompress);
export const brotliDecompressSync = once(formats.BrotliDecompress);

/** The CRC-32 of bytes; `value` is the CRC-32 of the bytes before them. */
export function crc32(data: string | ArrayBufferView, value = 0): number {
  const bytes = typeof data === "string" ? Buffer.from(data) : viewOf(data);
  if (bytes === undefined) {
    throw invalidArgType("data", "of type string or an instance of Buffer, TypedArray, or DataView", data);
  }
  return core.ops.op_lumi_crc32(bytes, value);
}

export { codes, constants };

export default {
  BrotliCompress,
  brotliCompress,
  brotliCompressSync,
  BrotliDecompress,
  brotliDecompress,
  brotliDecompressSync,
  codes,
  constants,
  crc32,
  createBrotliCompress,
  createBrotliDecompress,
  createDeflate,
  createDeflateRaw,
  createGunzip,
  createGzip,
  createInflate,
  createInflateRaw,
  createUnzip,
  Deflate,
  deflate,
  DeflateRaw,
  deflateRaw,
  deflateRawSync,
  deflateSync,
  Gunzip,
  gunzip,
  gunzipSync,
  Gzip,
  gzip,
  gzipSync,
  Inflate,
  inflate,
  InflateRaw,
  inflateRaw,
  inflateRawSync,
  inflateSync,
  Unzip,
  unzip,
  unzipSync,
};
