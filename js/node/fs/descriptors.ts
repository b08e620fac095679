// Operations of node:fs on open files, which are numbers.

import { core } from "../../web/ops.ts";
import * as print from "../../web/print.ts";
import { Buffer } from "../buffer/buffer.ts";
import {
  argumentTypeError,
  argumentValueError,
  bytesOf,
  descriptor,
  type Encoding,
  type Flag,
  flagsOf,
  integer,
  type Mode,
  modeOf,
  type PathLike,
  pathOf,
  rangeError,
  type Time,
  timeOf,
  userOrGroup,
  viewOf,
} from "./arguments.ts";
import type { Steps } from "./request.ts";
import { type BigIntStats, type StatOptions, type Stats, statsOf } from "./stats.ts";

export type Position = number | bigint | null | undefined;

export interface ReadSettings {
  buffer?: ArrayBufferView;
  offset?: number;
  length?: number;
  position?: Position;
}

export function* open(path: PathLike, flags?: Flag | null, mode?: Mode): Steps<number> {
  return yield { open: { path: pathOf(path), flags: flagsOf(flags, "r"), mode: modeOf(mode, 0o666) } };
}

export function* close(fd: number): Steps<void> {
  yield { close: { file: descriptor(fd) } };
}

/** The current position is -1. */
function positionOf(position: unknown): number {
  if (position === null || position === undefined) return -1;
  if (typeof position === "bigint") return Number(position);
  if (typeof position !== "number") throw argumentTypeError("position", "an integer or a bigint", position);
  return integer(position, "position", -1);
}

/** The part of a buffer that a call reads into or writes from. */
function part(view: ArrayBufferView, offset: unknown, length: unknown): Uint8Array {
  const bytes = viewOf(view);
  const start = offset === undefined || offset === null ? 0 : integer(offset, "offset", 0);
  if (start > bytes.length) throw rangeError("offset", `<= ${bytes.length}`, start);
  const size = length === undefined || length === null ? bytes.length - start : integer(length, "length");
  if (size < 0) throw rangeError("length", ">= 0", size);
  if (size > bytes.length - start) throw rangeError("length", `<= ${bytes.length - start}`, size);
  return bytes.subarray(start, start + size);
}

/** Reads into a buffer; the arguments after the file may be one object. */
export function read(
  fd: number,
  buffer?: ArrayBufferView | ReadSettings | null,
  offset?: number | null | ReadSettings,
  length?: number | null,
  position?: Position,
): Steps<{ bytesRead: number; buffer: ArrayBufferView }> {
  const file = descriptor(fd);
  let settings: ReadSettings;
  if (ArrayBuffer.isView(buffer)) {
    settings = typeof offset === "object" && offset !== null
      ? { ...offset, buffer }
      : { buffer, offset: offset ?? 0, position, ...(length === undefined || length === null ? {} : { length }) };
  } else settings = buffer ?? {};
  const view = settings.buffer ?? Buffer.alloc(16384);
  if (!ArrayBuffer.isView(view)) {
    throw argumentTypeError("buffer", "an instance of Buffer, TypedArray, or DataView", view);
  }
  const target = part(view, settings.offset, settings.length);
  const from = positionOf(settings.position);
  if (view.byteLength === 0 && target.length === 0 && settings.length !== 0 && settings.buffer !== undefined) {
    throw argumentValueError("buffer", view, "is empty and cannot be written");
  }
  return steps();
  function* steps() {
    if (target.length === 0) return { bytesRead: 0, buffer: view };
    const bytes: Uint8Array = yield { read: { file, length: target.length, position: from } };
    target.set(bytes);
    return { bytesRead: bytes.length, buffer: view };
  }
}

/** The levels of the console for the standard streams. */
const consoles: Record<number, number> = { 1: 1, 2: 3 };

/** Writes bytes once. The standard streams are the console, because standard output is the graph's. */
function* writeOnce(file: number, data: Uint8Array, position: number): Steps<number> {
  const level = consoles[file];
  if (level === undefined) return yield { request: { write: { file, position } }, data };
  yield { ask: () => print.write(core.decode(data), level) };
  return data.length;
}

/** Writes bytes or text; the arguments after bytes may be one object. */
export function write(
  fd: number,
  data: ArrayBufferView | string,
  offset?: number | null | ReadSettings,
  length?: number | string | null,
  position?: Position,
): Steps<{ bytesWritten: number; buffer: ArrayBufferView | string }> {
  const file = descriptor(fd);
  let bytes: Uint8Array;
  let to: number;
  if (typeof data === "string") {
    to = positionOf(typeof offset === "number" ? offset : undefined);
    bytes = bytesOf(data, length as Encoding, "buffer");
  } else {
    if (!ArrayBuffer.isView(data)) {
      throw argumentTypeError("buffer", "of type string or an instance of Buffer, TypedArray, or DataView", data);
    }
    const settings = typeof offset === "object" && offset !== null ? offset : { offset, length, position };
    bytes = part(data, settings.offset, settings.length);
    to = positionOf(settings.position);
  }
  return steps();
  function* steps() {
    const bytesWritten: number = yield writeOnce(file, bytes, to);
    return { bytesWritten, buffer: data };
  }
}

function checkViews(views: unknown): asserts views is readonly ArrayBufferView[] {
  if (Array.isArray(views) && views.every((it) => ArrayBuffer.isView(it))) return;
  throw argumentTypeError("buffers", "an instance of ArrayBufferView[]", views);
}

export function readv(
  fd: number,
  buffers: readonly ArrayBufferView[],
  position?: Position,
): Steps<{ bytesRead: number; buffers: readonly ArrayBufferView[] }> {
  const file = descriptor(fd);
  checkViews(buffers);
  const from = typeof position === "number" ? positionOf(position) : -1;
  return steps();
  function* steps() {
    let bytesRead = 0;
    for (const view of buffers) {
      const target = viewOf(view);
      if (target.length === 0) continue;
      const at = from < 0 ? -1 : from + bytesRead;
      const bytes: Uint8Array = yield { read: { file, length: target.length, position: at } };
      target.set(bytes);
      bytesRead += bytes.length;
      if (bytes.length < target.length) break;
    }
    return { bytesRead, buffers };
  }
}

export function writev(
  fd: number,
  buffers: readonly ArrayBufferView[],
  position?: Position,
): Steps<{ bytesWritten: number; buffers: readonly ArrayBufferView[] }> {
  const file = descriptor(fd);
  checkViews(buffers);
  const to = typeof position === "number" ? positionOf(position) : -1;
  return steps();
  function* steps() {
    const bytes = Buffer.concat(buffers.map((it) => viewOf(it)));
    const bytesWritten: number = yield writeOnce(file, bytes, to);
    return { bytesWritten, buffers };
  }
}

export function* fsync(fd: number): Steps<void> {
  yield { sync: { file: descriptor(fd), data: false } };
}

export function* fdatasync(fd: number): Steps<void> {
  yield { sync: { file: descriptor(fd), data: true } };
}

export function* ftruncate(fd: number, length: number = 0): Steps<void> {
  yield { fileTruncate: { file: descriptor(fd), length: Math.max(0, integer(length, "len")) } };
}

export function fstat(fd: number, options?: StatOptions): Steps<Stats | BigIntStats> {
  const file = descriptor(fd);
  return steps();
  function* steps(): Steps<Stats | BigIntStats> {
    return statsOf(yield { fileStat: { file } }, options);
  }
}

export function* fchmod(fd: number, mode: Mode): Steps<void> {
  yield { fileChmod: { file: descriptor(fd), mode: modeOf(mode) } };
}

export function* fchown(fd: number, uid: number, gid: number): Steps<void> {
  yield { fileChown: { file: descriptor(fd), user: userOrGroup(uid, "uid"), group: userOrGroup(gid, "gid") } };
}

export function* futimes(fd: number, atime: Time, mtime: Time): Steps<void> {
  const [accessed, modified] = [timeOf(atime), timeOf(mtime)];
  yield { fileTimes: { file: descriptor(fd), accessed, modified } };
}
