import streams from "../../npm/readable-stream.js";
export type HeaderValue = number | string | readonly string[];
export type OutgoingHeaders = Record<string, HeaderValue | undefined>;
/** Headers as a program gives them: an object, pairs, or a flat list. */
export type GivenHeaders = OutgoingHeaders | readonly (readonly [string, HeaderValue])[] | readonly HeaderValue[];
/** Names in small letters, with the name as it was given and the value. */
export type FieldTable = Record<string, [name: string, value: HeaderValue]>;
export declare const fieldsKey: unique symbol;
export declare const uniqueKey: unique symbol;
export declare const alreadySent: (what: string) => Error;
/** Streams with headers. */
export declare class HeaderHolder extends streams.Stream {
    /** The first line and the headers as text, once they are fixed. */
    _header: string | null;
    [fieldsKey]: FieldTable | null;
    /** Headers that are not repeated for several values. */
    [uniqueKey]: Set<string> | null;
    _removedConnection: boolean;
    _removedContLen: boolean;
    _removedTE: boolean;
    sendDate: boolean;
    setHeader(name: string, value: HeaderValue): this;
    setHeaders(headers: Iterable<[string, HeaderValue]>): this;
    appendHeader(name: string, value: string | readonly string[]): this;
    getHeader(name: string): HeaderValue | undefined;
    getHeaderNames(): string[];
    getRawHeaderNames(): string[];
    getHeaders(): OutgoingHeaders;
    hasHeader(name: string): boolean;
    removeHeader(name: string): void;
    /** Whether several values of a header make one line. */
    _isUnique(name: string): boolean;
}
/** The names of an option `uniqueHeaders`. */
export declare function uniqueNames(names: unknown): Set<string> | null;
/** Calls back with each header of what a program gave. */
export declare function eachHeader(headers: GivenHeaders, found: (name: string, value: HeaderValue) => void): void;
