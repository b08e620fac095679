// Reads what a server of NATS sends. This code is a part of bundles.

import { type NatsMessage, parsedHeaders } from "./message.ts";

/** An operation of the server. */
export type ServerOperation =
  | { readonly kind: "message"; readonly subscription: string; readonly message: NatsMessage }
  | { readonly kind: "ping" | "pong" | "ok" }
  | { readonly kind: "info" | "error"; readonly text: string };

/** A control line has no more bytes; servers send shorter ones, but for INFO. */
const MAX_LINE = 1024 * 1024;

/** Collects bytes, and answers the operations that are complete. */
export function natsParser(): (chunk: Uint8Array) => ServerOperation[] {
  let rest: Uint8Array = new Uint8Array(0);
  return (chunk) => {
    rest = joined(rest, chunk);
    const operations: ServerOperation[] = [];
    for (;;) {
      const next = operationOf(rest);
      if (next === undefined) return operations;
      rest = rest.subarray(next.size);
      operations.push(next.operation);
    }
  };
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second;
  const bytes = new Uint8Array(first.length + second.length);
  bytes.set(first);
  bytes.set(second, first.length);
  return bytes;
}

interface Read {
  readonly operation: ServerOperation;
  /** The number of its bytes. */
  readonly size: number;
}

/** The first operation of some bytes; undefined if it is not complete. */
function operationOf(bytes: Uint8Array): Read | undefined {
  const end = bytes.indexOf(13);
  if (end < 0 || end + 1 >= bytes.length) {
    if (bytes.length > MAX_LINE) throw new Error("a line of the server of NATS has no end");
    return undefined;
  }
  const line = new TextDecoder().decode(bytes.subarray(0, end));
  const at = line.search(/\s|$/);
  const [name, text] = [line.slice(0, at).toUpperCase(), line.slice(at + 1).trim()];
  const size = end + 2;
  switch (name) {
    case "MSG":
    case "HMSG":
      return messageOf(name, text.split(/\s+/), bytes, size);
    case "PING":
    case "PONG":
      return { operation: { kind: name === "PING" ? "ping" : "pong" }, size };
    case "+OK":
      return { operation: { kind: "ok" }, size };
    case "INFO":
      return { operation: { kind: "info", text }, size };
    case "-ERR":
      return { operation: { kind: "error", text: text.replace(/^'|'$/g, "") }, size };
    default:
      throw new Error(`the server of NATS sent ${JSON.stringify(line.slice(0, 80))}, which is not understood`);
  }
}

/** `start` is the place after the line. The line has the subject, the subscription, the subject for an answer, and sizes. */
function messageOf(name: string, fields: readonly string[], bytes: Uint8Array, start: number): Read | undefined {
  const sizes = fields.slice(name === "HMSG" ? -2 : -1).map(Number);
  const total = sizes.at(-1)!;
  const headerSize = sizes.length === 2 ? sizes[0]! : 0;
  if (!sizes.every((it) => Number.isInteger(it) && it >= 0) || headerSize > total) {
    throw new Error("the server of NATS sent a message whose size is no number");
  }
  if (bytes.length < start + total + 2) return undefined;
  const [subject = "", subscription = "", reply = ""] = fields.slice(0, fields.length - sizes.length);
  const { status, headers } = parsedHeaders(bytes.subarray(start, start + headerSize));
  const payload = bytes.slice(start + headerSize, start + total);
  const message: NatsMessage = { subject, reply, status, headers, payload };
  return { operation: { kind: "message", subscription, message }, size: start + total + 2 };
}
