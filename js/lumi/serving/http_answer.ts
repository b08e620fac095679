// The result of a function as an answer of HTTP: text and bytes are answered as they are, data as JSON.

import { ops } from "../protocol/ops.ts";
import { asJson } from "../program/call.ts";
import { AcceptedSocket, serveSocket } from "./web_socket.ts";
import { bytesOf, isResponse, type WebResponse } from "../program/web_response.ts";

/** Members of an answer in full. An object with others is data. */
const members = ["status", "headers", "body", "isBase64Encoded"];

/** The status of a connection that becomes a WebSocket. */
const SWITCHING = 101;

interface FullAnswer {
  status?: unknown;
  headers?: unknown;
  body?: unknown;
  isBase64Encoded?: unknown;
  /** The body in bytes, so that its base64 is not made. */
  bytes?: unknown;
}

/** Captured, because a function of the module may replace them. */
const { entries, getPrototypeOf, keys } = Object;
const { isArray } = Array;
const plain = Object.prototype;

/** @internal Answers the request with this number; throws what the function shall have thrown. */
export function answerHttp(number: number, result: unknown): void | Promise<void> {
  if (isResponse(result)) return answerResponse(number, result);
  if (result instanceof AcceptedSocket) return acceptSocket(number, result);
  const isSent = typeof result === "string"
    ? send(number, 200, "", result)
    : isFull(result) && sendFull(number, result);
  // The platform takes any result as JSON, and says what is wrong with an answer.
  if (!isSent) ops().op_lumi_call_answer(number, result === undefined ? "" : asJson(result));
}

async function answerResponse(number: number, response: WebResponse): Promise<void> {
  const stream = streamOf(response);
  const bytes = stream === null ? await bytesOf(response) : null;
  const lines = linesOf([...response.headers]);
  const body = bytes === null ? true : bytes.length === 0 ? undefined : bytes;
  if (lines === undefined || !send(number, response.status, lines, body)) {
    throw new TypeError("the status or a header of the Response is not valid");
  }
  if (stream !== null) await sendStream(number, stream);
}

async function acceptSocket(number: number, accepted: AcceptedSocket): Promise<void> {
  const { protocol } = accepted;
  const lines = linesOf(protocol === undefined ? [] : [["sec-websocket-protocol", protocol]]);
  if (lines === undefined || !send(number, SWITCHING, lines, true)) throw new TypeError("the protocol is not valid");
  await serveSocket(number, accepted);
}

/** The stream that a `Response` was made with; null for other bodies, which are sent at once. */
function streamOf(response: WebResponse): ReadableStream<unknown> | null {
  const { takeStream } = response.constructor as { takeStream?(response: WebResponse): ReadableStream<unknown> | null };
  return typeof takeStream === "function" ? takeStream(response) : null;
}

/** Sends a stream as it comes, and no faster than the client takes it. A failure breaks the answer off. */
async function sendStream(number: number, stream: ReadableStream<unknown>): Promise<void> {
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    if (!(value instanceof Uint8Array)) {
      const problem = new TypeError("a stream that is a body gives Uint8Arrays");
      await reader.cancel(problem);
      throw problem;
    }
    if (!await ops().op_lumi_call_part(number, value)) {
      await reader.cancel();
      break;
    }
  }
  ops().op_lumi_call_end(number);
}

/** Whether an object has nothing but members of an answer, whose JSON has the same ones. */
function isFull(result: unknown): result is FullAnswer {
  if (!isPlain(result)) return false;
  const names = keys(result);
  // The accessor of a body is not asked yet.
  const { status, headers } = result as FullAnswer;
  return names.every((it) => members.includes(it)) &&
    (status !== undefined || headers !== undefined || (result as FullAnswer).body !== undefined);
}

/** Whether the answer is sent: its parts are all of the usual types. */
function sendFull(number: number, result: FullAnswer): boolean {
  const { status = 200, headers = {}, isBase64Encoded, bytes } = result;
  if (typeof status !== "number" || !isPlain(headers)) return false;
  if (isBase64Encoded !== undefined && typeof isBase64Encoded !== "boolean") return false;
  const pairs = entries(headers);
  if (bytes instanceof Uint8Array) {
    const lines = linesOf(pairs);
    return lines !== undefined && send(number, status, lines, bytes);
  }
  const { body } = result;
  const isData = isArray(body) || isPlain(body);
  if (isData && !pairs.some(([name]) => name.toLowerCase() === "content-type")) {
    pairs.push(["content-type", "application/json"]);
  }
  const lines = linesOf(pairs);
  if (lines === undefined) return false;
  if (isData) return send(number, status, lines, asJson(body));
  if (body !== undefined && body !== null && typeof body !== "string") return false;
  return send(number, status, lines, body, isBase64Encoded);
}

/** Whether JSON has the members that the object has. */
function isPlain(value: unknown): value is object {
  return typeof value === "object" && value !== null && getPrototypeOf(value) === plain && !("toJSON" in value);
}

/** A line for each name, and one for its value; undefined for headers that are no texts. */
function linesOf(headers: [string, unknown][]): string | undefined {
  const lines: string[] = [];
  for (const [name, values] of headers) {
    for (const value of isArray(values) ? values : [values]) {
      if (typeof value !== "string" || value.includes("\n") || name.includes("\n")) return undefined;
      lines.push(name, value);
    }
  }
  return lines.join("\n");
}

/** Whether the answer is sent: a status has 16 bits, and what is to be base64 is that. */
function send(number: number, status: number, headers: string, body: unknown, isBase64 = false): boolean {
  if (!(status >= 0 && status < 65536) || status % 1 !== 0) return false;
  return ops().op_lumi_call_answer_http(number, status, headers, body, isBase64);
}
