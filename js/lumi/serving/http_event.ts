// A request of HTTP as functions of the platform get it.

import { base64 } from "../cell/plain_form.ts";
import { requestStream } from "./request_stream.ts";
import { AcceptedSocket, type SocketHandlers } from "./web_socket.ts";

type Values = Record<string, string | string[]>;

/** @internal */
export interface HttpEvent {
  method: string;
  route: string;
  path: string;
  params: Values;
  query: Values;
  headers: Values;
  /** Text, or bytes in base64. */
  body: string;
  isBase64Encoded?: true;
  /** The body that is not text; no own member of the data. */
  bytes?(): Uint8Array;
  /** The body of a route that takes it as it comes in; no own member of the data, as `accept`. */
  readonly stream?: ReadableStream<Uint8Array>;
  /** Makes the result of a function that accepts a WebSocket. */
  accept?(handlers: SocketHandlers): unknown;
}

/** The lines of a head before those of headers. */
const FIRST = 5;

/** Captured, because a function of the module may replace them. */
const { defineProperty, hasOwn } = Object;
const decode = decodeURIComponent;

/** Shows what is read late like all else. */
const shown = {
  [Symbol.for("Deno.customInspect")](inspect: (value: unknown, options: unknown) => string, options: unknown): string {
    return inspect({ ...this }, options);
  },
};

/**
 * @internal The request with this number. `head` is written by `src/host/worker/http_message.rs`. Its parts are read at
 * their first use. `true` as the body stands for one that arrives in parts.
 */
export function httpEvent(number: number, head: string, body: string | Uint8Array | true): HttpEvent {
  const [method, route, path, query, params] = head.split("\n", FIRST) as [string, string, string, string, string];
  const event = {
    __proto__: shown,
    method,
    route,
    path,
    params: pairsOf(params),
    get query() {
      return replaced(this, "query", pairsOf(query));
    },
    set query(value: Values) {
      replaced(this, "query", value);
    },
    get headers() {
      return replaced(this, "headers", headersOf(head));
    },
    set headers(value: Values) {
      replaced(this, "headers", value);
    },
    body: typeof body === "string" ? body : "",
  };
  if (typeof body === "string") return event;
  return body === true ? withStream(event, number) : withBytes(event, body);
}

/** One stream is enough for both: the bytes of a body, or those of a WebSocket. */
function withStream(event: HttpEvent, number: number): HttpEvent {
  let stream: ReadableStream<Uint8Array> | undefined;
  defineProperty(event, "stream", { get: () => stream ??= requestStream(number) });
  const accept = (handlers: SocketHandlers) => {
    const offered = event.headers["sec-websocket-protocol"];
    return new AcceptedSocket(handlers, offered as string | undefined);
  };
  return defineProperty(event, "accept", { value: accept });
}

function withBytes(event: HttpEvent, bytes: Uint8Array): HttpEvent {
  defineProperty(event, "body", {
    configurable: true,
    enumerable: true,
    get: () => replaced(event, "body", base64(bytes)),
    set: (value: string) => replaced(event, "body", value),
  });
  event.isBase64Encoded = true;
  return defineProperty(event, "bytes", { value: () => bytes.slice() });
}

/** Puts a value in the place of the accessor. */
function replaced<T>(event: object, name: string, value: T): T {
  own(event, name, value);
  return value;
}

/** An assignment to `__proto__` would set the prototype. */
function own(object: object, name: string, value: unknown): void {
  defineProperty(object, name, { value, configurable: true, enumerable: true, writable: true });
}

/** Repeated names become lists. */
function pairsOf(text: string): Values {
  const values: Values = {};
  if (text === "") return values;
  for (const pair of text.split("&")) {
    const at = pair.indexOf("=");
    const name = decoded(pair.slice(0, at));
    const value = decoded(pair.slice(at + 1));
    if (!hasOwn(values, name)) own(values, name, value);
    else if (typeof values[name] === "string") values[name] = [values[name], value];
    else values[name]!.push(value);
  }
  return values;
}

const decoded = (text: string): string => text.includes("%") ? decode(text) : text;

/** Repeated headers are joined. */
function headersOf(head: string): Values {
  const headers: Values = {};
  const lines = head.split("\n");
  for (let at = FIRST; at < lines.length; at += 2) {
    const [name, value] = [lines[at]!, lines[at + 1]!];
    const separator = name === "cookie" ? "; " : ", ";
    own(headers, name, hasOwn(headers, name) ? `${headers[name]}${separator}${value}` : value);
  }
  return headers;
}
