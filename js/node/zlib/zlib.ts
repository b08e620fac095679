// node:zlib: compression by zlib, Brotli and Zstandard.

import { core } from "../../web/ops.ts";
import streams from "../../npm/readable-stream.js";
import { Buffer } from "../buffer/buffer.ts";
import { coded, invalidArgType, outOfRange } from "../node_errors.ts";
import { ZlibCodec } from "./codec.ts";
import { codes, constants } from "./constants.ts";
import { type BrotliOptions, type Format, settingsOf, viewOf, type ZlibOptions, type ZstdOptions } from "./options.ts";
import { closeHandle, initialize, type Options, prototype, type ZlibTransform } from "./stream.ts";

export type { BrotliOptions, ZlibOptions, ZlibTransform, ZstdOptions };

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
  Deflate: { kind: constants.DEFLATE, isDecoder: false, family: "zlib" },
  Inflate: { kind: constants.INFLATE, isDecoder: true, family: "zlib" },
  Gzip: { kind: constants.GZIP, isDecoder: false, family: "zlib" },
  Gunzip: { kind: constants.GUNZIP, isDecoder: true, family: "zlib" },
  DeflateRaw: { kind: constants.DEFLATERAW, isDecoder: false, family: "zlib" },
  InflateRaw: { kind: constants.INFLATERAW, isDecoder: true, family: "zlib" },
  Unzip: { kind: constants.UNZIP, isDecoder: true, family: "zlib" },
  BrotliCompress: { kind: constants.BROTLI_ENCODE, isDecoder: false, family: "brotli" },
  BrotliDecompress: { kind: constants.BROTLI_DECODE, isDecoder: true, family: "brotli" },
  ZstdCompress: { kind: constants.ZSTD_COMPRESS, isDecoder: false, family: "zstd" },
  ZstdDecompress: { kind: constants.ZSTD_DECOMPRESS, isDecoder: true, family: "zstd" },
} satisfies Record<string, Format>;

/** A class that can be called without `new`, and whose constructor initializes objects of older classes. */
function classOf(name: string, format: Format): ZlibClass {
  const made = function (this: unknown, options?: Options): ZlibTransform | undefined {
    if (!(this instanceof made)) return new made(options) as ZlibTransform;
    initialize(this as unknown as ZlibTransform, format, options);
    return undefined;
  } as unknown as { new (options?: Options): object; prototype: object };
  Object.defineProperty(made, "name", { value: name });
  made.prototype = Object.create(prototype, {
    constructor: { value: made, writable: true, configurable: true },
  });
  Object.setPrototypeOf(made, streams.Transform);
  return made as unknown as ZlibClass;
}

type FormatName = keyof typeof formats;

const classes = Object.fromEntries(
  Object.entries(formats).map(([name, format]) => [name, classOf(name, format)]),
) as Record<FormatName, ZlibClass>;

export const { BrotliCompress, BrotliDecompress, ZstdCompress, ZstdDecompress } = classes;
export const { Deflate, DeflateRaw, Gunzip, Gzip, Inflate, InflateRaw, Unzip } = classes;

function bytesOf(input: unknown): Uint8Array {
  const bytes = typeof input === "string" ? Buffer.from(input) : viewOf(input);
  if (bytes !== undefined) return bytes;
  const wanted = "of type string or an instance of Buffer, TypedArray, DataView, or ArrayBuffer";
  throw invalidArgType("buffer", wanted, input);
}

/** The whole output; `info` answers an object as Node does. */
function processWhole(name: FormatName, bytes: Uint8Array, options: Options): Buffer {
  const format = formats[name];
  const settings = settingsOf(format, options);
  const codec = new ZlibCodec(format, settings);
  const pieces: Buffer[] = [];
  let length = 0;
  for (const piece of codec.pieces(bytes, settings.finishFlush)) {
    length += piece.length;
    if (length > settings.maxOutputLength) throw tooLarge(settings.maxOutputLength);
    pieces.push(piece);
  }
  const buffer = Buffer.concat(pieces, length);
  if (!options.info) return buffer;
  const engine = new classes[name](options);
  engine.bytesWritten = codec.consumed;
  closeHandle(engine);
  return { buffer, engine } as unknown as Buffer;
}

const tooLarge = (most: number) =>
  coded(RangeError, "ERR_BUFFER_TOO_LARGE", `Cannot create a Buffer larger than ${most} bytes`);

const syncForm = (name: FormatName) => (input: ZlibInput, options: Options = {}): Buffer =>
  processWhole(name, bytesOf(input), options);

/** The work is done in a turn of its own, after the code that asked for it. */
const callbackForm =
  (name: FormatName): OneShot => (input: ZlibInput, given: unknown, callback?: ZlibCallback): void => {
    const [options, done] = typeof given === "function" ? [{}, given as ZlibCallback] : [given ?? {}, callback];
    if (typeof done !== "function") throw invalidArgType("callback", "of type function", done);
    const bytes = bytesOf(input);
    settingsOf(formats[name], options);
    setTimeout(() => {
      let result: Buffer;
      try {
        result = processWhole(name, bytes, options);
      } catch (error) {
        return Reflect.apply(done, undefined, [error]);
      }
      done(null, result);
    }, 0);
  };

// Functions and not arrows, as packages call these with `new`, which Node allows.

export function createDeflate(options?: ZlibOptions): ZlibTransform {
  return new Deflate(options);
}

export function createInflate(options?: ZlibOptions): ZlibTransform {
  return new Inflate(options);
}

export function createGzip(options?: ZlibOptions): ZlibTransform {
  return new Gzip(options);
}

export function createGunzip(options?: ZlibOptions): ZlibTransform {
  return new Gunzip(options);
}

export function createDeflateRaw(options?: ZlibOptions): ZlibTransform {
  return new DeflateRaw(options);
}

export function createInflateRaw(options?: ZlibOptions): ZlibTransform {
  return new InflateRaw(options);
}

export function createUnzip(options?: ZlibOptions): ZlibTransform {
  return new Unzip(options);
}

export function createBrotliCompress(options?: BrotliOptions): ZlibTransform {
  return new BrotliCompress(options);
}

export function createBrotliDecompress(options?: BrotliOptions): ZlibTransform {
  return new BrotliDecompress(options);
}

export function createZstdCompress(options?: ZstdOptions): ZlibTransform {
  return new ZstdCompress(options);
}

export function createZstdDecompress(options?: ZstdOptions): ZlibTransform {
  return new ZstdDecompress(options);
}

export const deflate = callbackForm("Deflate");
export const inflate = callbackForm("Inflate");
export const gzip = callbackForm("Gzip");
export const gunzip = callbackForm("Gunzip");
export const deflateRaw = callbackForm("DeflateRaw");
export const inflateRaw = callbackForm("InflateRaw");
export const unzip = callbackForm("Unzip");
export const brotliCompress = callbackForm("BrotliCompress");
export const brotliDecompress = callbackForm("BrotliDecompress");
export const zstdCompress = callbackForm("ZstdCompress");
export const zstdDecompress = callbackForm("ZstdDecompress");

export const deflateSync = syncForm("Deflate");
export const inflateSync = syncForm("Inflate");
export const gzipSync = syncForm("Gzip");
export const gunzipSync = syncForm("Gunzip");
export const deflateRawSync = syncForm("DeflateRaw");
export const inflateRawSync = syncForm("InflateRaw");
export const unzipSync = syncForm("Unzip");
export const brotliCompressSync = syncForm("BrotliCompress");
export const brotliDecompressSync = syncForm("BrotliDecompress");
export const zstdCompressSync = syncForm("ZstdCompress");
export const zstdDecompressSync = syncForm("ZstdDecompress");

/** The CRC-32 of bytes; `value` is the CRC-32 of the bytes before them. */
export function crc32(data: string | ArrayBufferView, value = 0): number {
  const bytes = typeof data === "string" ? Buffer.from(data) : viewOf(data);
  if (bytes === undefined) {
    throw invalidArgType("data", "of type string or an instance of Buffer, TypedArray, or DataView", data);
  }
  if (typeof value !== "number") throw invalidArgType("value", "of type number", value);
  if (!Number.isInteger(value)) throw outOfRange("value", "an integer", value);
  if (value < 0 || value > 0xffffffff) throw outOfRange("value", ">= 0 && <= 4294967295", value);
  return core.ops.op_lumi_crc32(bytes, value);
}

export { codes, constants };

const all = {
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
  createZstdCompress,
  createZstdDecompress,
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
  ZstdCompress,
  zstdCompress,
  zstdCompressSync,
  ZstdDecompress,
  zstdDecompress,
  zstdDecompressSync,
};

// Node has the numbers of zlib here, too, where they are not listed.
for (const [name, value] of Object.entries(constants)) {
  if (!name.startsWith("BROTLI")) Object.defineProperty(all, name, { value });
}
Object.defineProperty(all, "codes", { writable: false, configurable: false });

export default all;
