// Arguments of node:crypto, with Node's errors for wrong ones.

import { core } from "../../web/ops.ts";
import { Buffer } from "../buffer/buffer.ts";
import { complete } from "../completions.ts";
import { coded, invalidArgType, invalidArgValue, outOfRange } from "../node_errors.ts";
import { isAnyArrayBuffer, isSharedArrayBuffer } from "../util/types.ts";

export type BinaryLike = string | ArrayBufferView;
export type AnyBytes = ArrayBuffer | ArrayBufferView;
export type Callback<T> = (error: Error | null, result: T) => void;

const VIEWS = "an instance of ArrayBuffer, Buffer, TypedArray, or DataView";
export const TEXT_OR_VIEWS = `of type string or ${VIEWS}`;
export const DATA = "of type string or an instance of Buffer, TypedArray, or DataView";

export function checkText(name: string, value: unknown): asserts value is string {
  if (typeof value !== "string") throw invalidArgType(name, "of type string", value);
}

export function checkCallback(value: unknown, name = "callback"): asserts value is (...args: never[]) => void {
  if (typeof value !== "function") throw invalidArgType(name, "of type function", value);
}

export function checkObject(name: string, value: unknown): asserts value is object {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw invalidArgType(name, "of type object", value);
  }
}

export function checkFlag(name: string, value: unknown): asserts value is boolean {
  if (typeof value !== "boolean") throw invalidArgType(name, "of type boolean", value);
}

export function checkInteger(name: string, value: unknown, least: number, most: number): asserts value is number {
  if (typeof value !== "number") throw invalidArgType(name, "of type number", value);
  if (!Number.isInteger(value)) throw outOfRange(name, "an integer", value);
  if (value < least || value > most) throw outOfRange(name, `>= ${least} && <= ${most}`, value);
}

export const checkUint32 = (name: string, value: unknown): void => checkInteger(name, value, 0, 4294967295);
export const checkInt32 = (name: string, value: unknown, least = 0): void =>
  checkInteger(name, value, least, 2147483647);

/** Whether the host has a digest of this name. */
export function isDigest(name: string): boolean {
  try {
    core.ops.op_lumi_digest(name, new Uint8Array());
    return true;
  } catch {
    return false;
  }
}

export const invalidDigest = (name: string): Error =>
  coded(TypeError, "ERR_CRYPTO_INVALID_DIGEST", `Invalid digest: ${name}`);

/** Throws for a digest that does not exist, before a key is made or another thread is asked. */
export function checkDigest(name: string): void {
  if (!isDigest(name)) throw invalidDigest(name);
}

/** The bytes themselves of a view or of memory; undefined for other values. */
export function memoryOf(value: unknown): Uint8Array | undefined {
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  return isAnyArrayBuffer(value) ? new Uint8Array(value as ArrayBuffer) : undefined;
}

/** The bytes of a view or of memory to read; undefined for other values. */
export function viewOf(value: unknown): Uint8Array | undefined {
  const bytes = memoryOf(value);
  // The host does not read memory that threads share.
  return bytes !== undefined && isSharedArrayBuffer(bytes.buffer) ? new Uint8Array(bytes) : bytes;
}

/** Bytes of a text or of a view; memory itself counts if `wanted` says so. */
export function bytesOf(name: string, value: unknown, encoding?: unknown, wanted = TEXT_OR_VIEWS): Uint8Array {
  if (typeof value === "string") {
    const form = typeof encoding === "string" && encoding !== "buffer" ? encoding : "utf8";
    checkEncoding(value, form);
    return Buffer.from(value, Buffer.isEncoding(form) ? form : "utf8");
  }
  const bytes = wanted === DATA && !ArrayBuffer.isView(value) ? undefined : viewOf(value);
  if (bytes === undefined) throw invalidArgType(name, wanted, value);
  return bytes;
}

function checkEncoding(text: string, encoding: string): void {
  if (encoding.toLowerCase() === "hex" && text.length % 2 !== 0) {
    throw invalidArgValue("encoding", `'${encoding}'`, `is invalid for data of length ${text.length}`);
  }
}

/** The form in which a result is answered: a Buffer, or text in an encoding. */
export function encoded(bytes: Uint8Array, encoding?: unknown): string | Buffer {
  const buffer = Buffer.over(bytes);
  return Buffer.isEncoding(encoding) ? buffer.toString(encoding) : buffer;
}

export const unknownEncoding = (encoding: string) =>
  coded(TypeError, "ERR_UNKNOWN_ENCODING", `Unknown encoding: ${encoding}`);

/** Calls back with what an operation on another thread gives. */
export function whenDone<T>(work: Promise<T>, callback: (error: Error | null, result?: T) => void): void {
  work.then(
    (result) => complete(() => callback(null, result)),
    (error) => complete(() => callback(error)),
  );
}
