// HTTPParser of node:_http_common: the parser inside of Node, by which libraries answer requests without a server.

import type { Buffer } from "../buffer/buffer.ts";
import { coded } from "../node_errors.ts";
import { type Head, type ParseError, REQUEST, RESPONSE, wantsUpgrade } from "./head.ts";
import { BODY, MessageParser, type Next, NO_BODY, OTHER_PROTOCOL } from "./message_parser.ts";

/** Methods by their numbers in Node. */
const NUMBERED =
  "DELETE GET HEAD POST PUT CONNECT OPTIONS TRACE COPY LOCK MKCOL MOVE PROPFIND PROPPATCH SEARCH UNLOCK BIND REBIND UNBIND ACL REPORT MKACTIVITY CHECKOUT MERGE M-SEARCH NOTIFY SUBSCRIBE UNSUBSCRIBE PATCH PURGE MKCALENDAR LINK UNLINK SOURCE"
    .split(" ");
/** The number of QUERY; those between are methods of other protocols. */
const QUERY = 46;

const MAX_HEADER_SIZE = 16 * 1024;

const ON_MESSAGE_BEGIN = 0;
const ON_HEADERS = 1;
const ON_HEADERS_COMPLETE = 2;
const ON_BODY = 3;
const ON_MESSAGE_COMPLETE = 4;

// deno-lint-ignore no-explicit-any
type Callback = (...args: any[]) => unknown;

export class HTTPParser {
  static readonly REQUEST = 1;
  static readonly RESPONSE = 2;
  static readonly kOnMessageBegin = ON_MESSAGE_BEGIN;
  static readonly kOnHeaders = ON_HEADERS;
  static readonly kOnHeadersComplete = ON_HEADERS_COMPLETE;
  static readonly kOnBody = ON_BODY;
  static readonly kOnMessageComplete = ON_MESSAGE_COMPLETE;
  static readonly kOnExecute = 5;
  static readonly kOnTimeout = 6;

  /** Callbacks by number. */
  [callback: number]: Callback | null | undefined;

  #parser: MessageParser | undefined;
  #kind = REQUEST as typeof REQUEST | typeof RESPONSE;
  #url = "";
  #latest: Buffer | undefined;

  initialize(kind: number, _resource?: object, maxHeaderSize = 0): void {
    this.#kind = kind === HTTPParser.RESPONSE ? RESPONSE : REQUEST;
    const handler = {
      onHead: (head: Head, shouldKeepAlive: boolean) => this.#takeHead(head, shouldKeepAlive),
      onBody: (data: Buffer) => {
        this.#call(ON_BODY, data);
      },
      onMessageEnd: (trailers: string[]) => {
        if (trailers.length > 0) this.#call(ON_HEADERS, trailers, this.#url);
        this.#call(ON_MESSAGE_COMPLETE);
      },
    };
    this.#parser = new MessageParser(this.#kind, handler, maxHeaderSize > 0 ? maxHeaderSize : MAX_HEADER_SIZE);
  }

  /** Answers how many bytes were read, or an error. */
  execute(bytes: Buffer): number | ParseError {
    if (!(bytes instanceof Uint8Array)) throw coded(TypeError, "ERR_INVALID_ARG_TYPE", "Argument must be a buffer");
    this.#latest = bytes;
    const parser = this.#parser;
    if (parser === undefined) return bytes.length;
    const fault = parser.take(bytes);
    if (fault !== undefined) return fault;
    const after = parser.afterUpgrade;
    if (after === undefined) return bytes.length;
    parser.afterUpgrade = undefined;
    this.#call(ON_MESSAGE_COMPLETE);
    return bytes.length - after.length;
  }

  finish(): ParseError | undefined {
    return this.#parser?.finish();
  }

  getCurrentBuffer(): Buffer | undefined {
    return this.#latest;
  }

  close(): void {
    this.#parser?.close();
  }

  free(): void {
    this.#parser?.close();
  }

  remove(): void {}
  pause(): void {}
  resume(): void {}
  consume(): void {}
  unconsume(): void {}

  #call(number: number, ...args: unknown[]): unknown {
    const callback = this[number];
    return typeof callback === "function" ? Reflect.apply(callback, this, args) : undefined;
  }

  #takeHead(head: Head, shouldKeepAlive: boolean): Next {
    this.#call(ON_MESSAGE_BEGIN);
    const isRequest = this.#kind === REQUEST;
    this.#url = isRequest ? head.text : "";
    const isUpgrade = wantsUpgrade(head) && (isRequest || head.status === 101);
    const { method, minorVersion, headers, status, text } = head;
    const parts = isRequest
      ? [method === "QUERY" ? QUERY : NUMBERED.indexOf(method), text, undefined, undefined]
      : [undefined, undefined, status, text];
    const upgrade = isUpgrade || method === "CONNECT";
    const answer = this.#call(ON_HEADERS_COMPLETE, 1, minorVersion, headers, ...parts, upgrade, shouldKeepAlive);
    if (answer === 2 || (upgrade && answer !== 1)) return OTHER_PROTOCOL;
    return answer === 1 ? NO_BODY : BODY;
  }
}
