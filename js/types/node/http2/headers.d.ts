export type HeaderValue = number | string | readonly string[] | undefined;
export type OutgoingHeaders = Record<string, HeaderValue>;
export type IncomingHeaders = Record<string | symbol, number | string | string[] | undefined>;
/** Headers have a list of names here whose values stay out of the tables of the protocol. */
export declare const sensitiveHeaders: symbol;
/** The headers of an object as names and values in turn. */
export declare function flattened(headers: OutgoingHeaders, isTrailer: boolean): string[];
/** Received headers as an object without a prototype. */
export declare function headersOf(flat: string[]): IncomingHeaders;
/** The object of headers that a program gave, or a copy of a list of names and values. */
export declare function outgoing(given: unknown): OutgoingHeaders;
