// The text of the first line and the headers of a message that goes out, with those that the protocol needs.

import { Buffer } from "../buffer/buffer.ts";
import { coded } from "../node_errors.ts";
import { eachHeader, type FieldTable, type GivenHeaders, type HeaderValue } from "./outgoing_headers.ts";
import { validateHeaderName, validateHeaderValue } from "./names.ts";
import type { OutgoingMessage } from "./outgoing_message.ts";

/** The facts that the given headers decide, and their text. */
class Found {
  text: string;
  connection = false;
  contentLength = false;
  coding = false;
  date = false;
  expect = false;
  trailer = false;

  constructor(firstLine: string) {
    this.text = firstLine;
  }
}

const close = /(?:^|[^\w])close(?:$|[^\w])/i;
const chunked = /(?:^|[^\w])chunked(?:$|[^\w])/i;

let dateText = "";
let dateSecond = 0;

/** The current time as in the header Date, made once in a second. */
export function dateNow(): string {
  const now = Date.now();
  const second = Math.trunc(now / 1000);
  if (second !== dateSecond) {
    dateSecond = second;
    dateText = new Date(now).toUTCString();
  }
  return dateText;
}

/** Notes what a header decides. */
function note(message: OutgoingMessage, found: Found, name: string, value: string): void {
  switch (name.length) {
    case 4:
      if (name.toLowerCase() === "date") found.date = true;
      break;
    case 6:
      if (name.toLowerCase() === "expect") found.expect = true;
      break;
    case 7:
      if (name.toLowerCase() === "trailer") found.trailer = true;
      break;
    case 10:
      if (name.toLowerCase() === "connection") {
        found.connection = true;
        message._removedConnection = false;
        if (close.test(value)) message._last = true;
        else message.shouldKeepAlive = true;
      } else if (name.toLowerCase() === "keep-alive") message._defaultKeepAlive = false;
      break;
    case 14:
      if (name.toLowerCase() === "content-length") {
        found.contentLength = true;
        message._contentLength = +value;
        message._removedContLen = false;
      }
      break;
    case 17:
      if (name.toLowerCase() === "transfer-encoding") {
        found.coding = true;
        message._removedTE = false;
        if (chunked.test(value)) message.chunkedEncoding = true;
      }
  }
}

/** Texts go out as latin1, which for a file name in UTF-8 keeps its bytes. */
const isDisposition = (name: string): boolean => name.length === 19 && name.toLowerCase() === "content-disposition";

function addLine(message: OutgoingMessage, found: Found, name: string, value: string): void {
  found.text += `${name}: ${value}\r\n`;
  note(message, found, name, value);
}

function addHeader(message: OutgoingMessage, found: Found, name: string, given: HeaderValue, isChecked: boolean): void {
  if (isChecked) validateHeaderName(name);
  let value = given;
  if (message._contentLength !== null && isDisposition(name)) {
    const latin = (text: unknown) => Buffer.from(`${text as string}`, "latin1").toString("latin1");
    value = Array.isArray(value) ? (value as string[]).map(latin) : latin(value);
  }
  if (Array.isArray(value)) {
    const isSingle = value.length < 2 || name.toLowerCase() !== "cookie";
    if (isSingle && !message._isUnique(name)) {
      for (const each of value as string[]) {
        if (isChecked) validateHeaderValue(name, each);
        addLine(message, found, name, `${each}`);
      }
      return;
    }
    value = (value as string[]).join("; ");
  }
  if (isChecked) validateHeaderValue(name, value);
  addLine(message, found, name, `${value as string}`);
}

function isTable(headers: FieldTable | GivenHeaders, own: FieldTable | null): headers is FieldTable {
  return headers === own && own !== null;
}

/** Whether the connection stays, as the header Connection says. */
function connectionLines(message: OutgoingMessage, found: Found): string {
  if (message._removedConnection) {
    message._last = !message.shouldKeepAlive;
    return "";
  }
  if (found.connection) return "";
  const isKept = message.shouldKeepAlive &&
    (found.contentLength || message.useChunkedEncodingByDefault || Boolean(message.agent));
  if (!isKept || message.maxRequestsOnConnectionReached) {
    if (!isKept) message._last = true;
    return "Connection: close\r\n";
  }
  if (!message._keepAliveTimeout || !message._defaultKeepAlive) return "Connection: keep-alive\r\n";
  const most = ~~message._maxRequestsPerSocket! > 0 ? `, max=${message._maxRequestsPerSocket}` : "";
  return `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(message._keepAliveTimeout / 1000)}${most}\r\n`;
}

/** How the body is delimited, where the program does not say. */
function lengthLines(message: OutgoingMessage, found: Found): string {
  if (found.contentLength || found.coding) return "";
  if (!message._hasBody) message.chunkedEncoding = false;
  else if (!message.useChunkedEncodingByDefault) message._last = true;
  else if (!found.trailer && !message._removedContLen && typeof message._contentLength === "number") {
    return `Content-Length: ${message._contentLength}\r\n`;
  } else if (!message._removedTE) {
    message.chunkedEncoding = true;
    return "Transfer-Encoding: chunked\r\n";
  } else message._last = true;
  return "";
}

/** Fixes the head of `message`. `own` are headers that are checked already. */
export function storeHead(
  message: OutgoingMessage,
  firstLine: string,
  headers: FieldTable | GivenHeaders | null | undefined,
  own: FieldTable | null,
): void {
  const found = new Found(firstLine);
  if (headers) {
    if (isTable(headers, own)) {
      for (const key of Object.keys(headers)) addHeader(message, found, headers[key]![0], headers[key]![1], false);
    } else eachHeader(headers, (name, value) => addHeader(message, found, name, value, true));
  }
  if (message.sendDate && !found.date) found.text += `Date: ${dateNow()}\r\n`;
  // Bodies cannot follow these statuses, so an empty chunk would be taken as the next message.
  if (message.chunkedEncoding && (message.statusCode === 204 || message.statusCode === 304)) {
    message.chunkedEncoding = false;
    message.shouldKeepAlive = false;
  }
  found.text += connectionLines(message, found);
  found.text += lengthLines(message, found);
  if (!message.chunkedEncoding && found.trailer) {
    throw coded(Error, "ERR_HTTP_TRAILER_INVALID", "Trailers are invalid with this transfer encoding");
  }
  message._header = `${found.text}\r\n`;
  message._headerSent = false;
  if (found.expect) message._send("");
}
