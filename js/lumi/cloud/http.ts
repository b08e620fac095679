// Requests and answers of HTTP as handlers have them, on every target. This code is a part of bundles.

import type { HttpEvent, HttpReply, Socket, WebSocketHandlers } from "./contract.ts";

/** The names of parameters in a path: `id` for `/todos/:id`. */
export type PathParams<Path extends string> = string extends Path ? string
  : Path extends `${infer First}/${infer Rest}` ? PathParams<First> | PathParams<Rest>
  : Path extends `:${infer Name}` ? Name
  : Path extends "*" ? "*"
  : never;

/** A request, as handlers get it. */
export interface HttpRequest<Path extends string = string> {
  readonly method: string;
  readonly path: string;
  /** Of the path: `id` for `/todos/:id`. */
  readonly params: Readonly<Record<PathParams<Path>, string>>;
  readonly query: Readonly<Record<string, string | string[]>>;
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as text; base64 if it is not UTF-8. */
  readonly body: string;
  /** The body as it came. */
  bytes(): Uint8Array;
  /** The body as data; the answer is 400 if it is not JSON. */
  json(): any;
}

/** The handlers of a WebSocket, which are called in turn, each when the one before has ended. */
export interface SocketHandlers<Path extends string = string> {
  /** The protocols that the application speaks, of which the first that the client offers is chosen. */
  protocols?: readonly string[];
  /** Throws an `HttpError` to refuse the client with its status. */
  accept?(request: HttpRequest<Path>): unknown;
  open?(socket: Socket, request: HttpRequest<Path>): unknown;
  message?(socket: Socket, data: string | Uint8Array, request: HttpRequest<Path>): unknown;
  /** The code is 1006 if the client has gone without one. */
  close?(socket: Socket, code: number, reason: string, request: HttpRequest<Path>): unknown;
}

/** A text, bytes, data that becomes JSON, a `Response`, nothing, or an answer in full. */
export type HttpAnswer = unknown | { status?: number; headers?: Record<string, string | string[]>; body?: unknown };

export type HttpHandler<Path extends string = string> = (
  request: HttpRequest<Path>,
) => HttpAnswer | Promise<HttpAnswer>;

/** A handler that may get the body as it comes in. */
type StreamHandler = (request: HttpRequest<any>, stream?: ReadableStream<Uint8Array>) => unknown;

/** A handler of the web, such as the `fetch` of an application of Hono. */
export type FetchHandler = (request: Request) => Response | Promise<Response>;

/** Handlers throw it to answer with that status. */
export class HttpError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = "HttpError";
    this.status = status;
  }
}

/**
 * Makes one handler of all routes: it finds the route, and knows what handlers throw. Bodies of answers that are streams are
 * passed on with `isStreaming`, else they are read.
 */
export function dispatcher(
  routes: Record<string, HttpHandler<any>>,
  isStreaming = false,
): (event: HttpEvent) => Promise<HttpReply> {
  return async function dispatch(event) {
    try {
      // The stream is for handlers of the web.
      const handler = routes[event.route] as StreamHandler;
      return await replyOf(await handler(requestOf(event), event.stream), isStreaming);
    } catch (error) {
      const { name, status, message } = (error ?? {}) as Partial<HttpError>;
      // By its name, because a package may have a class of its own.
      if (name !== "HttpError" || typeof status !== "number") throw error;
      return jsonReply(status, { error: message });
    }
  };
}

/** Makes a handler of one for the web. */
export function fetching(handler: FetchHandler): HttpHandler {
  return function fetched({ method, path, query, headers, bytes }: HttpRequest, stream?: ReadableStream<Uint8Array>) {
    const url = new URL(path, `http://${headers["host"] ?? "localhost"}`);
    for (const [name, values] of Object.entries(query)) {
      for (const value of typeof values === "string" ? [values] : values) url.searchParams.append(name, value);
    }
    const hasBody = method !== "GET" && method !== "HEAD";
    const body = hasBody ? stream ?? bytes() as BodyInit : undefined;
    // Node needs `duplex` for a stream.
    return handler(new Request(url, { method, headers, body, duplex: "half" } as RequestInit));
  };
}

/** Makes a handler of those of a WebSocket. */
export function accepting(handlers: SocketHandlers<any>): HttpHandler {
  return async function accept(request) {
    await handlers.accept?.(request);
    const webSocket: WebSocketHandlers = {
      protocols: handlers.protocols ?? [],
      open: (socket) => handlers.open?.(socket, request),
      message: (socket, data) => handlers.message?.(socket, data, request),
      close: (socket, code, reason) => handlers.close?.(socket, code, reason, request),
    };
    return new OpenedSocket(webSocket);
  };
}

/** The answer of a handler that opens a WebSocket. */
class OpenedSocket {
  readonly handlers: WebSocketHandlers;

  constructor(handlers: WebSocketHandlers) {
    this.handlers = handlers;
  }
}

/** Platforms may read the parts of an event when they are asked for. */
function requestOf(event: HttpEvent): HttpRequest<any> {
  const { method, path, params } = event;
  return {
    method,
    path,
    params,
    get query() {
      return event.query;
    },
    get headers() {
      return event.headers;
    },
    get body() {
      return event.body;
    },
    bytes: () =>
      event.bytes?.() ?? (event.isBase64Encoded ? decoded(event.body) : new TextEncoder().encode(event.body)),
    json: () => parsed(event.body),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new HttpError(400, "the body is not JSON");
  }
}

/** The answer in full. */
export async function replyOf(answer: unknown, isStreaming = false): Promise<HttpReply> {
  if (answer === undefined) return { status: 204, headers: {} };
  if (answer instanceof Response) return replyOfResponse(answer, isStreaming);
  if (answer instanceof OpenedSocket) return { status: 101, headers: {}, webSocket: answer.handlers };
  if (!isFull(answer)) return bodyReply(200, {}, answer);
  const { status = 200, headers = {}, body } = answer;
  if (!Number.isInteger(status) || status < 200 || status > 599) {
    throw new RangeError(`the status of an answer must be 200 to 599, but is ${status}`);
  }
  return bodyReply(status, lowerCase(headers), body ?? undefined);
}

interface FullAnswer {
  status?: number;
  headers?: Record<string, string | string[]>;
  body?: unknown;
}

/** Whether an object is an answer, and not data: it has no other members. */
function isFull(answer: unknown): answer is FullAnswer {
  if (typeof answer !== "object" || answer === null || answer instanceof Uint8Array) return false;
  const names = Object.keys(answer);
  const { status, headers } = answer as { status?: unknown; headers?: unknown };
  return names.length > 0 && names.every((it) => it === "status" || it === "headers" || it === "body") &&
    (status === undefined || typeof status === "number") && (headers === undefined || typeof headers === "object");
}

function lowerCase(headers: Record<string, string | string[]>): Record<string, string | string[]> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function bodyReply(status: number, headers: Record<string, string | string[]>, body: unknown): HttpReply {
  if (body === undefined) return { status, headers };
  const as = (type: string) => "content-type" in headers ? headers : { ...headers, "content-type": type };
  if (typeof body === "string") return { status, headers: as("text/plain; charset=utf-8"), body };
  if (body instanceof Uint8Array) {
    return bytesReply(status, as("application/octet-stream"), body);
  }
  return { status, headers: as("application/json"), body: JSON.stringify(body) };
}

function bytesReply(status: number, headers: HttpReply["headers"], bytes: Uint8Array): HttpReply {
  const reply = {
    status,
    headers,
    get body() {
      return encoded(bytes);
    },
    isBase64Encoded: true,
  };
  return Object.defineProperty(reply, "bytes", { value: bytes });
}

const jsonReply = (status: number, body: unknown): HttpReply => bodyReply(status, {}, body);

async function replyOfResponse(response: Response, isStreaming: boolean): Promise<HttpReply> {
  const headers: Record<string, string | string[]> = {};
  for (const [name, value] of response.headers) {
    if (name !== "set-cookie") headers[name] = value;
  }
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) headers["set-cookie"] = cookies;
  const { status } = response;
  if (isStreaming) return { status, headers, response };
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes.length === 0) return { status, headers };
  try {
    const body = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return { status, headers, body };
  } catch {
    return bytesReply(status, headers, bytes);
  }
}

/** Bytes in base64. */
export function encoded(bytes: Uint8Array): string {
  let text = "";
  // Few enough for one call.
  for (let at = 0; at < bytes.length; at += 4096) text += String.fromCharCode(...bytes.subarray(at, at + 4096));
  return btoa(text);
}

export function decoded(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (it) => it.charCodeAt(0));
}
