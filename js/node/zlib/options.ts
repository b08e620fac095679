// Options of compressed streams: their ranges and defaults.

import { coded, invalidArgType, outOfRange } from "../node_errors.ts";
import buffer from "../buffer/buffer.ts";
import { constants } from "./constants.ts";

export interface ZlibOptions {
  flush?: number;
  finishFlush?: number;
  /** Bytes of output at a time. */
  chunkSize?: number;
  windowBits?: number;
  level?: number;
  memLevel?: number;
  strategy?: number;
  dictionary?: ArrayBufferView | ArrayBuffer;
  /** The one-shot functions answer the stream, too. */
  info?: boolean;
  /** Bytes that the one-shot functions answer at most. */
  maxOutputLength?: number;
}

export interface BrotliOptions {
  flush?: number;
  finishFlush?: number;
  chunkSize?: number;
  /** Parameters of Brotli's encoder by their numbers. */
  params?: Record<number, number | boolean>;
  info?: boolean;
  maxOutputLength?: number;
}

export interface ZstdOptions {
  flush?: number;
  finishFlush?: number;
  chunkSize?: number;
  /** Parameters of Zstandard by their numbers. */
  params?: Record<number, number | boolean>;
  dictionary?: ArrayBufferView | ArrayBuffer;
  /** Bytes of the whole input, where that is known before. */
  pledgedSrcSize?: number;
  info?: boolean;
  maxOutputLength?: number;
}

/** A stream's format: its number and what its options may be. */
export interface Format {
  kind: number;
  isDecoder: boolean;
  family: "zlib" | "brotli" | "zstd";
}

/** The options of `op_lumi_zlib_open`. */
export interface CodecOptions {
  kind: number;
  level: number;
  windowBits: number;
  memLevel: number;
  strategy: number;
  parameters: [number, number][];
  pledgedSize: number | null;
}

export interface Settings {
  codec: CodecOptions;
  dictionary: Uint8Array;
  flush: number;
  finishFlush: number;
  chunkSize: number;
  maxOutputLength: number;
}

/** The most bytes that an output can have, as node:buffer says when this module is loaded. */
const maxBytes = (buffer as unknown as { kMaxLength: number }).kMaxLength;

/** A number within a range; NaN counts as not given, as in Node. */
export function numberInRange(name: string, value: unknown, least: number, most: number, fallback: number): number {
  if (value === undefined || Number.isNaN(value)) return fallback;
  if (typeof value !== "number") throw invalidArgType(name, "of type number", value);
  if (!Number.isFinite(value)) throw outOfRange(name, "a finite number", value);
  if (value >= least && value <= most) return value;
  const range = most === Infinity ? `>= ${least}` : `>= ${least} and <= ${most}`;
  throw outOfRange(name, range, value);
}

/** Bytes behind an option or an argument that is a buffer of any kind; undefined if it is none. */
export function viewOf(value: unknown): Uint8Array | undefined {
  if (ArrayBuffer.isView(value)) {
    return new Uint8Array(value.buffer as ArrayBuffer, value.byteOffset, value.byteLength);
  }
  return Object.prototype.toString.call(value) === "[object ArrayBuffer]"
    ? new Uint8Array(value as ArrayBuffer)
    : undefined;
}

const {
  BROTLI_DECODE,
  BROTLI_DECODER_PARAM_LARGE_WINDOW,
  BROTLI_OPERATION_EMIT_METADATA,
  BROTLI_OPERATION_FINISH,
  BROTLI_OPERATION_PROCESS,
  BROTLI_PARAM_DISABLE_LITERAL_CONTEXT_MODELING,
  BROTLI_PARAM_NDIRECT,
  GUNZIP,
  INFLATE,
  UNZIP,
  Z_BLOCK,
  Z_DEFAULT_CHUNK,
  Z_FINISH,
  Z_FIXED,
  Z_NO_FLUSH,
  ZSTD_COMPRESS,
  ZSTD_d_windowLogMax,
  ZSTD_e_continue,
  ZSTD_e_end,
} = constants;

/** Formats whose header says the window, so that 0 stands for it. */
const withWindow: readonly number[] = [GUNZIP, INFLATE, UNZIP];

/** How a family flushes: not at all, at the end, and the largest number. */
const flushes = {
  zlib: [Z_NO_FLUSH, Z_FINISH, Z_BLOCK],
  brotli: [BROTLI_OPERATION_PROCESS, BROTLI_OPERATION_FINISH, BROTLI_OPERATION_EMIT_METADATA],
  zstd: [ZSTD_e_continue, ZSTD_e_end, ZSTD_e_end],
} as const;

const codecs = { zlib: zlibCodec, brotli: brotliCodec, zstd: zstdCodec };

export function settingsOf(format: Format, options: ZlibOptions & BrotliOptions & ZstdOptions): Settings {
  const { kind, family } = format;
  const { 0: none, 1: last, 2: most } = flushes[family];
  return {
    chunkSize: numberInRange("options.chunkSize", options.chunkSize, 64, Infinity, Z_DEFAULT_CHUNK),
    flush: numberInRange("options.flush", options.flush, none, most, none),
    finishFlush: numberInRange("options.finishFlush", options.finishFlush, none, most, last),
    maxOutputLength: numberInRange("options.maxOutputLength", options.maxOutputLength, 1, maxBytes, maxBytes),
    codec: codecs[family](kind, options),
    dictionary: family === "brotli" ? new Uint8Array() : dictionaryOf(options.dictionary),
  };
}

function zlibCodec(kind: number, options: ZlibOptions): CodecOptions {
  const isOpen = options.windowBits === 0 && withWindow.includes(kind);
  const least = kind === constants.GZIP || kind === GUNZIP ? 9 : 8;
  return {
    kind,
    windowBits: isOpen ? 0 : numberInRange("options.windowBits", options.windowBits, least, 15, 15),
    level: numberInRange("options.level", options.level, -1, 9, -1),
    memLevel: numberInRange("options.memLevel", options.memLevel, 1, 9, 8),
    strategy: numberInRange("options.strategy", options.strategy, 0, Z_FIXED, 0),
    parameters: [],
    pledgedSize: null,
  };
}

/** Options of zlib only. */
const withoutLevels = { level: -1, windowBits: 15, memLevel: 8, strategy: 0 };

function brotliCodec(kind: number, { params = {} }: BrotliOptions): CodecOptions {
  const parameters: [number, number][] = [];
  const most = kind === BROTLI_DECODE ? BROTLI_DECODER_PARAM_LARGE_WINDOW : BROTLI_PARAM_NDIRECT;
  for (const [name, value] of Object.entries(params)) {
    const number = Number(name);
    const isKnown = Number.isInteger(number) && number >= 0 && number <= most;
    if (!isKnown || parameters.some((it) => it[0] === number)) {
      throw coded(RangeError, "ERR_BROTLI_INVALID_PARAM", `${name} is not a valid Brotli parameter`);
    }
    if (typeof value !== "number" && typeof value !== "boolean") {
      throw invalidArgType("options.params[key]", "of type number", value);
    }
    if (kind !== BROTLI_DECODE && number === BROTLI_PARAM_DISABLE_LITERAL_CONTEXT_MODELING && Number(value) > 1) {
      throw coded(Error, "ERR_ZLIB_INITIALIZATION_FAILED", "Initialization failed");
    }
    parameters.push([number, Number(value)]);
  }
  return { kind, ...withoutLevels, parameters, pledgedSize: null };
}

const encoderParameters: readonly number[] = Object.entries(constants)
  .filter(([name]) => name.startsWith("ZSTD_c_")).map(([, number]) => number);

function zstdCodec(kind: number, { params = {}, pledgedSrcSize }: ZstdOptions): CodecOptions {
  const known = kind === ZSTD_COMPRESS ? encoderParameters : [ZSTD_d_windowLogMax];
  const parameters: [number, number][] = [];
  for (const [name, value] of Object.entries(params)) {
    const number = Number(name);
    if (!known.includes(number)) {
      throw coded(RangeError, "ERR_ZSTD_INVALID_PARAM", `${name} is not a valid zstd parameter`);
    }
    if (typeof value !== "number" && typeof value !== "boolean") {
      throw invalidArgType("options.params[key]", "of type number", value);
    }
    parameters.push([number, Math.trunc(Number(value)) || 0]);
  }
  const pledgedSize = pledgedSrcSize === undefined
    ? null
    : Math.trunc(numberInRange("options.pledgedSrcSize", pledgedSrcSize, 0, Number.MAX_SAFE_INTEGER, 0));
  return { kind, ...withoutLevels, parameters, pledgedSize };
}

function dictionaryOf(dictionary: unknown): Uint8Array {
  if (dictionary === undefined) return new Uint8Array();
  const bytes = viewOf(dictionary);
  if (bytes !== undefined) return bytes;
  throw invalidArgType("options.dictionary", "an instance of Buffer, TypedArray, DataView, or ArrayBuffer", dictionary);
}
