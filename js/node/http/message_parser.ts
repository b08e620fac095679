// Messages of one direction of a connection: heads, bodies and trailers out of bytes.

import { Buffer } from "../buffer/buffer.ts";
import { ChunkReader } from "./chunks.ts";
import {
  endsWithConnection,
  HAS_LENGTH,
  type Head,
  IS_CHUNKED,
  keepsAlive,
  lengthOfHead,
  type MessageKind,
  type ParseError,
  parseError,
  readHead,
  readTrailers,
  REQUEST,
} from "./head.ts";

/** The data after a head: its body, no body, or bytes of another protocol. */
export const BODY = 0;
export const NO_BODY = 1;
export const OTHER_PROTOCOL = 2;
export type Next = typeof BODY | typeof NO_BODY | typeof OTHER_PROTOCOL;

export interface MessageHandler {
  /** `shouldKeepAlive`: whether another message may follow this one. */
  onHead(head: Head, shouldKeepAlive: boolean): Next;
  onBody(data: Buffer): void;
  /** `trailers` are flat. */
  onMessageEnd(trailers: string[]): void;
}

const HEAD = 0;
const LENGTH = 1;
const CHUNKS = 2;
const TRAILERS = 3;
const UNTIL_END = 4;
const CLOSED = 5;
const OVER = 6;

const nothing: string[] = [];

export class MessageParser {
  readonly #kind: MessageKind;
  readonly #handler: MessageHandler;
  readonly #limit: number;
  /** 0 keeps all headers. */
  mostHeaders = 2000;
  #state = HEAD;
  /** Bytes of an incomplete head or of incomplete trailers. */
  #rest: Buffer | undefined;
  #left = 0;
  #chunks: ChunkReader | undefined;
  #keepsAlive = true;
  /** The bytes after a head that another protocol follows. */
  afterUpgrade: Buffer | undefined;
  /** When the message that is being read has begun, and its head ended, in milliseconds; 0 between messages. */
  beganAt = 0;
  headEndedAt = 0;

  constructor(kind: MessageKind, handler: MessageHandler, limit: number) {
    this.#kind = kind;
    this.#handler = handler;
    this.#limit = limit;
  }

  /** Stops reading. */
  close(): void {
    this.#state = OVER;
    this.#rest = undefined;
    this.beganAt = 0;
  }

  /** Whether no message has begun that has not ended. */
  get isBetweenMessages(): boolean {
    return (this.#state === HEAD && this.#rest === undefined) || this.#state >= CLOSED;
  }

  /** Reads what a socket delivered; answers what is wrong with it. */
  take(chunk: Buffer): ParseError | undefined {
    let bytes = chunk;
    if (this.#rest !== undefined) {
      bytes = Buffer.concat([this.#rest, chunk]);
      this.#rest = undefined;
    }
    let at = 0;
    try {
      while (at < bytes.length && this.#state !== OVER) at = this.#step(bytes, at);
    } catch (error) {
      const fault = error as ParseError;
      if (fault.bytesParsed === undefined) throw error;
      // The native parser counts from the beginning of a head.
      if (this.#state === HEAD || this.#state === TRAILERS) fault.bytesParsed += at;
      this.#state = OVER;
      if (fault.rawPacket !== undefined) fault.rawPacket = chunk;
      return fault;
    }
    return undefined;
  }

  /** The connection has ended; answers an error if a message has not. */
  finish(): ParseError | undefined {
    if (this.#state === UNTIL_END) {
      this.#end(nothing);
      return undefined;
    }
    const isClean = this.isBetweenMessages;
    this.close();
    return isClean ? undefined : parseError("HPE_INVALID_EOF_STATE", "Invalid EOF state", 0);
  }

  #step(bytes: Buffer, at: number): number {
    switch (this.#state) {
      case HEAD:
        return this.#takeHead(bytes, at);
      case LENGTH:
        return this.#takeLength(bytes, at);
      case CHUNKS: {
        const end = this.#chunks!.take(bytes, at, (data) => {
          this.#handler.onBody(data);
          return this.#state === CHUNKS;
        });
        if (this.#state === CHUNKS && this.#chunks!.isAtTrailers) this.#state = TRAILERS;
        return end;
      }
      case TRAILERS:
        return this.#takeTrailers(bytes, at);
      case UNTIL_END:
        this.#handler.onBody(bytes.subarray(at) as Buffer);
        return bytes.length;
      default:
        // Line breaks may follow a message.
        if (bytes[at] === 13 || bytes[at] === 10) return at + 1;
        throw parseError("HPE_CLOSED_CONNECTION", "Data after `Connection: close`", at, bytes);
    }
  }

  #takeHead(bytes: Buffer, at: number): number {
    if (this.beganAt === 0) this.beganAt = Date.now();
    const rest = at === 0 ? bytes : bytes.subarray(at) as Buffer;
    const head = readHead(this.#kind, rest, this.#limit, this.mostHeaders);
    if (head === undefined) {
      this.#rest = rest;
      return bytes.length;
    }
    const end = at + lengthOfHead();
    this.headEndedAt = Date.now();
    const isKept = keepsAlive(head);
    this.#keepsAlive = isKept;
    const next = this.#handler.onHead(head, isKept);
    if (this.#state === OVER) return bytes.length;
    if (next === OTHER_PROTOCOL) {
      this.#state = OVER;
      this.beganAt = 0;
      this.afterUpgrade = bytes.subarray(end) as Buffer;
      return bytes.length;
    }
    this.#beginBody(head, next);
    return end;
  }

  #beginBody(head: Head, next: Next): void {
    const isWithout = next === NO_BODY ||
      (this.#kind !== REQUEST && (head.status < 200 || head.status === 204 || head.status === 304));
    if (isWithout) this.#end(nothing);
    else if ((head.flags & IS_CHUNKED) !== 0) {
      this.#chunks = new ChunkReader();
      this.#state = CHUNKS;
    } else if (this.#kind !== REQUEST && endsWithConnection(head)) this.#state = UNTIL_END;
    else if ((head.flags & HAS_LENGTH) !== 0 && head.length > 0) {
      this.#left = head.length;
      this.#state = LENGTH;
    } else this.#end(nothing);
  }

  #takeLength(bytes: Buffer, at: number): number {
    const end = Math.min(bytes.length, at + this.#left);
    this.#left -= end - at;
    this.#handler.onBody(at === 0 && end === bytes.length ? bytes : bytes.subarray(at, end) as Buffer);
    if (this.#left === 0 && this.#state === LENGTH) this.#end(nothing);
    return end;
  }

  #takeTrailers(bytes: Buffer, at: number): number {
    const rest = bytes.subarray(at) as Buffer;
    const trailers = readTrailers(rest, this.#limit, this.mostHeaders);
    if (trailers === undefined) {
      this.#rest = rest;
      return bytes.length;
    }
    const end = at + lengthOfHead();
    this.#chunks = undefined;
    this.#end(trailers);
    return end;
  }

  #end(trailers: string[]): void {
    this.#state = this.#keepsAlive ? HEAD : CLOSED;
    this.beganAt = 0;
    this.headEndedAt = 0;
    this.#handler.onMessageEnd(trailers);
  }
}
