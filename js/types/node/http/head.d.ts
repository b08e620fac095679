import type { Buffer } from "../buffer/buffer.js";
export declare const REQUEST = 0;
export declare const RESPONSE = 1;
export type MessageKind = typeof REQUEST | typeof RESPONSE;
export declare const HAS_LENGTH = 1;
export declare const IS_CHUNKED = 2;
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
export type ParseError = Error & {
    code: string;
    bytesParsed: number;
    reason: string;
    rawPacket?: Buffer;
};
/** An error as Node's parser has it: `rawPacket` is what the socket delivered last. */
export declare function parseError(code: string, reason: string, bytesParsed: number, rawPacket?: Buffer): ParseError;
/** How many bytes the head had that was read last. */
export declare const lengthOfHead: () => number;
/** The head at the beginning of `bytes`; undefined if it is incomplete. Throws what is wrong with it. */
export declare function readHead(kind: MessageKind, bytes: Buffer, limit: number, mostHeaders: number): Head | undefined;
/** The headers after a body in chunks, flat; undefined if they are incomplete. */
export declare function readTrailers(bytes: Buffer, limit: number, mostHeaders: number): string[] | undefined;
/** Whether the connection can be used for another message after this one. */
export declare function keepsAlive(head: Head): boolean;
export declare const hasBodyIn: (head: Head) => boolean;
/** Whether the sender asks to go on with another protocol. */
export declare function wantsUpgrade(head: Head): boolean;
/** Whether only the end of the connection delimits the body of a response. */
export declare function endsWithConnection(head: Head): boolean;
