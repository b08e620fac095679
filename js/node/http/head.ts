// The first line and the headers of a message, as the native parser finds them.

import { core } from "../../web/ops.ts";
import type { Buffer } from "../buffer/buffer.ts";

export const REQUEST = 0;
export const RESPONSE = 1;
const TRAILERS = 2;

export type MessageKind = typeof REQUEST | typeof RESPONSE;

// The order of bits is that of src/node/http_head/framing.rs.
export const HAS_LENGTH = 1;
export const IS_CHUNKED = 2;
const HAS_CODING = 4;
const IS_CLOSE = 8;
const IS_KEEP_ALIVE = 16;
const NAMES_UPGRADE = 32;
const HAS_UPGRADE = 64;

/** Numbers before those of the headers, four for each header. */
const FIXED = 10;

export interface Head {
  /** 0 or 1, after "1.". */
  minorVersion: number;
  /** Empty for a response. */
  method: string;
  /** The target of a request, the reason of a response. */
  text: string;
  /** 0 for a request. */
  status: number;
  /** Flat: name, value, name, value. */
  headers: string[];
  flags: number;
  /** Bytes of the body if the flags have HAS_LENGTH. */
  length: number;
}

export type ParseError = Error & { code: string; bytesParsed: number; reason: string; rawPacket?: Buffer };

/** An error as Node's parser has it: `rawPacket` is what the socket delivered last. */
export function parseError(code: string, reason: string, bytesParsed: number, rawPacket?: Buffer): ParseError {
  const error = new Error(rawPacket === undefined ? "Parse Error" : `Parse Error: ${reason}`);
  const facts = { bytesParsed, code, reason };
  return Object.assign(error, rawPacket === undefined ? facts : { ...facts, rawPacket });
}

let facts = new Uint32Array(FIXED + 4 * 64);

/** Calls the native parser; answers the text of the head, undefined if it is incomplete, or throws. */
function read(kind: number, bytes: Buffer, limit: number): string | undefined {
  const text = core.ops.op_lumi_http_head(kind, bytes, limit, facts);
  if (facts[0] === 1) return text;
  if (facts[0] === 0) return undefined;
  if (facts[0] === 3) {
    facts = new Uint32Array(FIXED + 4 * facts[7]!);
    return read(kind, bytes, limit);
  }
  const bar = text.indexOf("|");
  throw parseError(text.slice(0, bar), text.slice(bar + 1), facts[1]!, bytes);
}

/** Only the first `most` headers are kept; 0 keeps all. */
function headersOf(text: string, most: number): string[] {
  const count = most > 0 ? Math.min(facts[7]!, most) : facts[7]!;
  const headers: string[] = [];
  for (let index = 0, at = FIXED; index < count; index++, at += 4) {
    headers.push(text.substring(facts[at]!, facts[at + 1]!), text.substring(facts[at + 2]!, facts[at + 3]!));
  }
  return headers;
}

/** How many bytes the head had that was read last. */
export const lengthOfHead = (): number => facts[1]!;

/** The head at the beginning of `bytes`; undefined if it is incomplete. Throws what is wrong with it. */
export function readHead(kind: MessageKind, bytes: Buffer, limit: number, mostHeaders: number): Head | undefined {
  const text = read(kind, bytes, limit);
  if (text === undefined) return undefined;
  const isRequest = kind === REQUEST;
  const from = facts[8]!;
  return {
    minorVersion: facts[2]!,
    // One space separates the method from the target.
    method: isRequest ? text.substring(from - 1 - facts[3]!, from - 1) : "",
    text: text.substring(from, facts[9]!),
    status: isRequest ? 0 : facts[3]!,
    headers: headersOf(text, mostHeaders),
    flags: facts[4]!,
    length: facts[6]! * 2 ** 32 + facts[5]!,
  };
}

/** The headers after a body in chunks, flat; undefined if they are incomplete. */
export function readTrailers(bytes: Buffer, limit: number, mostHeaders: number): string[] | undefined {
  const text = read(TRAILERS, bytes, limit);
  return text === undefined ? undefined : headersOf(text, mostHeaders);
}

/** Whether the connection can be used for another message after this one. */
export function keepsAlive(head: Head): boolean {
  if (head.minorVersion === 0 ? (head.flags & IS_KEEP_ALIVE) === 0 : (head.flags & IS_CLOSE) !== 0) return false;
  return head.method !== "" || !endsWithConnection(head);
}

export const hasBodyIn = (head: Head): boolean => (head.flags & (HAS_LENGTH | IS_CHUNKED)) !== 0;

/** Whether the sender asks to go on with another protocol. */
export function wantsUpgrade(head: Head): boolean {
  const both = NAMES_UPGRADE | HAS_UPGRADE;
  return (head.flags & both) === both;
}

/** Whether only the end of the connection delimits the body of a response. */
export function endsWithConnection(head: Head): boolean {
  if (head.status < 200 || head.status === 204 || head.status === 304) return false;
  if ((head.flags & HAS_CODING) !== 0) return (head.flags & IS_CHUNKED) === 0;
  return (head.flags & HAS_LENGTH) === 0;
}
