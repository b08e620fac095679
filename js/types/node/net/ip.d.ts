/** Four bytes, or none if the text is no IPv4 address. */
export declare function bytesOfV4(text: string): number[] | undefined;
/** Sixteen bytes, or none if the text is no IPv6 address. What follows `%` is not a part of them. */
export declare function bytesOfV6(text: string): number[] | undefined;
export declare const isIPv4: (input: unknown) => boolean;
export declare const isIPv6: (input: unknown) => boolean;
/** 4, 6, or 0 for what is no address. */
export declare const isIP: (input: unknown) => 0 | 4 | 6;
