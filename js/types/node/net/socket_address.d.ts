export type Family = "ipv4" | "ipv6";
export interface SocketAddressOptions {
    /** `127.0.0.1` or `::` by default. */
    address?: string;
    family?: Family;
    flowlabel?: number;
    port?: number;
}
/** How Node writes the groups of an IPv6 address: the longest run of zeros as `::`. */
export declare function textOfV6(bytes: readonly number[]): string;
/** Whether an IPv6 address stands for an IPv4 address, as in `::ffff:127.0.0.1`. */
export declare function isMappedV4(bytes: readonly number[]): boolean;
export declare class SocketAddress {
    #private;
    static isSocketAddress(value: unknown): value is SocketAddress;
    /** The address and port of a text such as `1.2.3.4:80` or `[::1]:80`; nothing for other texts. */
    static parse(input: string): SocketAddress | undefined;
    constructor(options?: SocketAddressOptions);
    get address(): string;
    get port(): number;
    get family(): Family;
    /** Zero for IPv4. */
    get flowlabel(): number;
    toJSON(): Required<SocketAddressOptions>;
}
