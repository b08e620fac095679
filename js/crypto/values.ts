// Values that all of Web Crypto uses: bytes, and errors.

import { invalidArgType } from "../node/node_errors.ts";
import { web } from "../web/ops.ts";

export function failure(name: string, message: string): Error {
  const { DOMException } = web("01_dom_exception.js") as {
    DOMException: new (message: string, name: string) => Error;
  };
  return new DOMException(message, name);
}

/** The bytes of a view or of memory, as they are. */
export function bytesOf(data: unknown, name = "data"): Uint8Array {
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  if (Object.prototype.toString.call(data) === "[object SharedArrayBuffer]") return new Uint8Array(data as ArrayBuffer);
  throw invalidArgType(name, "an instance of ArrayBuffer, Buffer, TypedArray, or DataView", data);
}
