// The methods of Buffer for text, searches and copies.

import { type BufferEncoding, type Codec, codec, codecOf } from "./codecs.ts";
import { coded, invalidArgType, outOfRange } from "../node_errors.ts";
import { web } from "../../web/ops.ts";
import { NumericBytes } from "./numeric_bytes.ts";

/** A search or fill pattern: a byte, bytes, or a text. */
export type Pattern = string | number | Uint8Array;

/** The number of bytes that `inspect` shows, which programs may change. */
export const shown = { bytes: 50 };
/** The largest size of a Buffer in bytes, as in Node 20. */
export const MAX_LENGTH = 4294967296;

function checkBytes(name: string, value: unknown): asserts value is Uint8Array {
  if (!(value instanceof Uint8Array)) throw invalidArgType(name, "an instance of Buffer or Uint8Array", value);
}

/** A position from 0 to `most`; throws for other arguments. */
function place(name: string, value: unknown, fallback: number, most: number): number {
  if (value === undefined) return fallback;
  if (typeof value !== "number") throw invalidArgType(name, "of type number", value);
  if (!Number.isInteger(value)) throw outOfRange(name, "an integer", value);
  if (value < 0 || value > most) throw outOfRange(name, `>= 0 && <= ${most}`, value);
  return value;
}

/** A lenient position as in `toString`: whole, and within 0 and `most`. */
function clamped(value: unknown, fallback: number, most: number): number {
  if (value === undefined) return fallback;
  const number = Math.trunc(Number(value)) || 0;
  return Math.min(Math.max(number, 0), most);
}

function isAt(bytes: Uint8Array, pattern: Uint8Array, at: number): boolean {
  for (let i = 0; i < pattern.length; i++) if (bytes[at + i] !== pattern[i]) return false;
  return true;
}

/** A view of the same memory. Calls no inherited methods, because programs may replace them. */
function part(bytes: Uint8Array, start?: number, end?: number): Uint8Array {
  return bytes.subarray(start, end);
}

/** A Uint8Array of the same memory, without methods of Buffer. */
function plain(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** -1, 0 or 1, as the first bytes that differ say, else as the lengths say. */
export function compareBytes(a: Uint8Array, b: Uint8Array): -1 | 0 | 1 {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    if (a[i] !== b[i]) return a[i]! < b[i]! ? -1 : 1;
  }
  return a.length === b.length ? 0 : a.length < b.length ? -1 : 1;
}

export function patternOf(value: unknown, encoding: unknown): Uint8Array {
  if (typeof value === "string") return codec(encoding).encode(value);
  if (typeof value === "number") return Uint8Array.of(value);
  if (value instanceof Uint8Array) return value;
  throw invalidArgType("value", "one of type number or string or an instance of Buffer or Uint8Array", value);
}

/** The start of a search and the encoding, which may be passed in place of the start. */
function searchFrom(start: unknown, encoding: unknown, fallback: number, length: number): [number, unknown] {
  if (typeof start === "string") return [fallback, start];
  const number = start === undefined ? NaN : Math.trunc(Number(start));
  if (Number.isNaN(number)) return [fallback, encoding];
  return [number < 0 ? number + length : number, encoding];
}

/** The step of a search: characters of two bytes begin at even offsets. */
const stepOf = (value: unknown, encoding: unknown): 1 | 2 =>
  typeof value !== "number" && codecOf(encoding)?.byteLength(" ") === 2 ? 2 : 1;

/** How much of a text fits into `room` bytes without splitting a character. */
function encodeFitting(to: Codec, text: string, room: number): Uint8Array {
  const bytes = to.encode(text);
  if (bytes.length <= room) return bytes;
  let end = room;
  if (to === codec("utf8")) {
    // The bytes of a character after its first one begin with the bits 10.
    while (end > 0 && (bytes[end]! & 0xc0) === 0x80) end--;
  } else if (to === codec("utf16le")) end -= end % 2;
  return part(bytes, 0, end);
}

function swap(bytes: Uint8Array, size: number): void {
  if (bytes.length % size !== 0) {
    throw coded(RangeError, "ERR_INVALID_BUFFER_SIZE", `Buffer size must be a multiple of ${8 * size}-bits`);
  }
  for (let at = 0; at < bytes.length; at += size) {
    for (let i = 0; i < size / 2; i++) {
      const [one, other] = [at + i, at + size - 1 - i];
      const byte = bytes[one]!;
      bytes[one] = bytes[other]!;
      bytes[other] = byte;
    }
  }
}

export class BufferBytes extends NumericBytes {
  override toString(encoding: BufferEncoding | string = "utf8", start?: number, end?: number): string {
    const { decode } = codec(encoding);
    const from = clamped(start, 0, this.length);
    const to = clamped(end, this.length, this.length);
    if (to <= from) return "";
    return decode(part(this, from, to));
  }

  /** Writes as much of the text as fits; returns the number of bytes. */
  write(text: string, encoding?: BufferEncoding | string): number;
  write(text: string, offset: number, encoding?: BufferEncoding | string): number;
  write(text: string, offset: number, length: number, encoding?: BufferEncoding | string): number;
  write(text: string, offset?: number | string, length?: number | string, encoding?: string): number {
    if (typeof text !== "string") throw coded(TypeError, "ERR_INVALID_ARG_TYPE", "argument must be a string");
    const name = [offset, length, encoding].find((it) => typeof it === "string") ?? "utf8";
    const at = typeof offset === "string" ? 0 : place("offset", offset, 0, this.length);
    const most = typeof length === "string" ? this.length : place("length", length, this.length, this.length);
    const bytes = encodeFitting(codec(name), text, Math.min(most, this.length - at));
    plain(this).set(bytes, at);
    return bytes.length;
  }

  equals(other: Uint8Array): boolean {
    checkBytes("otherBuffer", other);
    return compareBytes(this, other) === 0;
  }

  compare(
    target: Uint8Array,
    targetStart?: number,
    targetEnd?: number,
    sourceStart?: number,
    sourceEnd?: number,
  ): -1 | 0 | 1 {
    checkBytes("target", target);
    const start = place("targetStart", targetStart, 0, Number.MAX_SAFE_INTEGER);
    const end = place("targetEnd", targetEnd, target.length, target.length);
    const ownStart = place("sourceStart", sourceStart, 0, Number.MAX_SAFE_INTEGER);
    const ownEnd = place("sourceEnd", sourceEnd, this.length, this.length);
    return compareBytes(
      part(this, ownStart, Math.max(ownStart, ownEnd)),
      part(target, start, Math.max(start, end)),
    );
  }

  /** Copies bytes into `target`, and returns how many. */
  copy(target: Uint8Array, targetStart?: number, sourceStart?: number, sourceEnd?: number): number {
    checkBytes("target", target);
    const to = Math.trunc(Number(targetStart ?? 0)) || 0;
    if (to < 0) throw outOfRange("targetStart", ">= 0", to);
    const from = Math.trunc(Number(sourceStart ?? 0)) || 0;
    if (from < 0 || from > this.length) throw outOfRange("sourceStart", `>= 0 && <= ${this.length}`, from);
    const end = Math.trunc(Number(sourceEnd ?? this.length)) || 0;
    if (end < 0) throw outOfRange("sourceEnd", ">= 0", end);
    const count = Math.min(end - from, this.length - from, target.length - to);
    if (count <= 0) return 0;
    plain(target).set(part(this, from, from + count), to);
    return count;
  }

  /** Shares memory, unlike the method of Uint8Array. */
  override slice(start?: number, end?: number): this {
    return part(this, start, end) as this;
  }

  override indexOf(value: Pattern, start?: number | string, encoding: string = "utf8"): number {
    const [from, name] = searchFrom(start, encoding, 0, this.length);
    const pattern = patternOf(value, name);
    const last = this.length - pattern.length;
    const first = Math.min(Math.max(from, 0), this.length);
    if (pattern.length === 0) return first;
    const step = stepOf(value, name);
    if (step === 2 && pattern.length < 2) return -1;
    for (let at = first; at <= last; at += step) if (isAt(this, pattern, at)) return at;
    return -1;
  }

  override lastIndexOf(value: Pattern, start?: number | string, encoding: string = "utf8"): number {
    const [from, name] = searchFrom(start, encoding, this.length, this.length);
    const pattern = patternOf(value, name);
    const last = Math.min(from, this.length - pattern.length);
    const step = stepOf(value, name);
    if (step === 2 && pattern.length < 2) return -1;
    for (let at = last; at >= 0; at -= step) if (isAt(this, pattern, at)) return at;
    return -1;
  }

  override includes(value: Pattern, start?: number | string, encoding: string = "utf8"): boolean {
    return this.indexOf(value, start, encoding) >= 0;
  }

  /** Repeats a pattern; the encoding may be passed in place of `offset` or `end`. */
  override fill(value: Pattern, offset?: number | string, end?: number | string, encoding: string = "utf8"): this {
    const name = [offset, end].find((it) => typeof it === "string") as string | undefined;
    const from = typeof offset === "string" ? 0 : place("offset", offset, 0, MAX_LENGTH);
    const to = typeof end === "string" || offset === undefined || typeof offset === "string"
      ? this.length
      : place("end", end, this.length, this.length);
    if (from >= to) return this;
    if (typeof value !== "string" && !(value instanceof Uint8Array)) {
      plain(this).fill(Number(value) & 255, from, to);
      return this;
    }
    const pattern = value === "" ? Uint8Array.of(0) : patternOf(value, name ?? encoding).slice();
    if (pattern.length === 0) {
      throw coded(TypeError, "ERR_INVALID_ARG_VALUE", `The argument 'value' is invalid. Received '${value}'`);
    }
    for (let i = from; i < to; i++) this[i] = pattern[(i - from) % pattern.length]!;
    return this;
  }

  swap16(): this {
    swap(this, 2);
    return this;
  }

  swap32(): this {
    swap(this, 4);
    return this;
  }

  swap64(): this {
    swap(this, 8);
    return this;
  }

  toJSON(): { type: "Buffer"; data: number[] } {
    const data: number[] = [];
    for (let i = 0; i < this.length; i++) data.push(this[i]!);
    return { type: "Buffer", data };
  }

  /** The memory that this is a part of. */
  get parent(): ArrayBuffer {
    return this.buffer;
  }

  get offset(): number {
    return this.byteOffset;
  }

  inspect(): string {
    return textOf(this, (value) => inspected(value, {}));
  }
}

/** A member's value as consoles show it. */
function inspected(value: unknown, options: object): string {
  const { inspect } = web("01_console.js") as { inspect(value: unknown, options: object): string };
  return inspect(value, { quotes: ["'", '"', "`"], ...options, depth: 1 });
}

/** Members of a program's own, as consoles show them. */
function membersOf(bytes: BufferBytes, inspect: (value: unknown) => string): string[] {
  const own = bytes as unknown as Record<string, unknown>;
  return Object.keys(bytes).filter((key) => !/^[0-9]+$/.test(key)).map((key) => `${key}: ${inspect(own[key])}`);
}

function textOf(bytes: BufferBytes, inspect: (value: unknown) => string): string {
  const texts: string[] = [];
  const count = Math.min(bytes.length, shown.bytes);
  for (let i = 0; i < count; i++) texts.push(bytes[i]!.toString(16).padStart(2, "0"));
  const rest = bytes.length - count;
  if (rest > 0) texts.push(`... ${rest} more byte${rest > 1 ? "s" : ""}`);
  const text = [...(texts.length > 0 ? [texts.join(" ")] : []), ...membersOf(bytes, inspect)].join(", ");
  return `<${(bytes.constructor as { name: string }).name} ${text}>`;
}

/** How consoles and `util.inspect` ask an object for its text. */
for (const name of ["nodejs.util.inspect.custom", "Deno.customInspect"]) {
  Object.defineProperty(BufferBytes.prototype, Symbol.for(name), {
    value(this: BufferBytes, ...args: unknown[]) {
      const options = args.find((it) => typeof it === "object") ?? {};
      return textOf(this, (value) => inspected(value, options));
    },
    writable: true,
    configurable: true,
  });
}

// All methods are members of one prototype, and loops over an object see them, as packages expect: some
// replace every method of a Buffer by one that does nothing.
const members = Object.assign(
  Object.create(null),
  Object.getOwnPropertyDescriptors(NumericBytes.prototype),
  { subarray: Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), "subarray")! },
  Object.getOwnPropertyDescriptors(BufferBytes.prototype),
) as Record<string, PropertyDescriptor>;
delete members["constructor"];
members["toLocaleString"] = { ...members["toString"] };

// Readers and writers of one encoding, which older packages call.
for (const encoding of ["ascii", "base64", "base64url", "hex", "latin1", "ucs2", "utf8"] as const) {
  const slice = `${encoding}Slice`, write = `${encoding}Write`;
  const methods: Record<string, unknown> = {
    [slice](this: BufferBytes, start?: number, end?: number) {
      return this.toString(encoding, start, end);
    },
    [write](this: BufferBytes, text: string, offset = 0, length = this.length - offset) {
      return this.write(text, offset, length, encoding);
    },
  };
  members[slice] = { value: methods[slice], writable: true, configurable: true };
  members[write] = { value: methods[write], writable: true, configurable: true };
}
for (const name in members) members[name]!.enumerable = true;
Object.defineProperties(BufferBytes.prototype, members);

// Packages may call it with `new`, as they may the functions of Node.
const { lastIndexOf } = BufferBytes.prototype;
Object.defineProperty(BufferBytes.prototype, "lastIndexOf", {
  value: {
    lastIndexOf: function (this: BufferBytes, ...args: Parameters<typeof lastIndexOf>): number {
      if (ArrayBuffer.isView(this)) return Reflect.apply(lastIndexOf, this, args);
      throw invalidArgType("buffer", "an instance of Buffer, TypedArray, or DataView", this);
    },
  }.lastIndexOf,
});
