export interface LookupOptions {
    /** 0 for both, 4 or 6. */
    family?: number | "IPv4" | "IPv6";
    all?: boolean;
    hints?: number;
    order?: "verbatim" | "ipv4first" | "ipv6first";
    verbatim?: boolean;
}
export interface LookupAddress {
    address: string;
    family: number;
}
export declare const getDefaultResultOrder: () => string;
export declare function setDefaultResultOrder(order: string): void;
/** Whether a text is an address already. */
export declare function ipFamily(text: string): 0 | 4 | 6;
/** Node's error of a failed query, such as `queryA ENOTFOUND host`. */
export declare function failure(syscall: string, host: string, code?: string): Error;
/** The address of a host, or all of them. Requires --allow-net for the host. */
export declare function lookup(host: string, options: LookupOptions & {
    all: true;
}): Promise<LookupAddress[]>;
export declare function lookup(host: string, options?: LookupOptions | number): Promise<LookupAddress>;
/** The addresses of a host for connections to one port; 0 for any. */
export declare function lookupAt(host: string, options: LookupOptions | number, port: number): Promise<LookupAddress | LookupAddress[]>;
export declare const resolve4: (host: string) => Promise<string[]>;
export declare const resolve6: (host: string) => Promise<string[]>;
export declare const resolveAny: (_host: string) => Promise<never>;
export declare const resolveCaa: (_host: string) => Promise<never>;
export declare const resolveCname: (_host: string) => Promise<never>;
export declare const resolveMx: (_host: string) => Promise<never>;
export declare const resolveNaptr: (_host: string) => Promise<never>;
export declare const resolveNs: (_host: string) => Promise<never>;
export declare const resolvePtr: (_host: string) => Promise<never>;
export declare const resolveSoa: (_host: string) => Promise<never>;
export declare const resolveSrv: (_host: string) => Promise<never>;
export declare const resolveTxt: (_host: string) => Promise<never>;
export declare const reverse: (_host: string) => Promise<never>;
export declare const lookupService: (_host: string) => Promise<never>;
/** Records of a type; A unless it is set. */
export declare function resolve(host: string, type?: string): Promise<unknown>;
/** Empty: the system's resolver does not tell them. */
export declare const getServers: () => string[];
export declare function setServers(_servers: readonly string[]): never;
/** The functions of this module as methods. */
export declare class Resolver {
    resolve: typeof resolve;
    resolve4: typeof resolve4;
    resolve6: typeof resolve6;
    resolveAny: (_host: string) => Promise<never>;
    resolveCaa: (_host: string) => Promise<never>;
    resolveCname: (_host: string) => Promise<never>;
    resolveMx: (_host: string) => Promise<never>;
    resolveNaptr: (_host: string) => Promise<never>;
    resolveNs: (_host: string) => Promise<never>;
    resolvePtr: (_host: string) => Promise<never>;
    resolveSoa: (_host: string) => Promise<never>;
    resolveSrv: (_host: string) => Promise<never>;
    resolveTxt: (_host: string) => Promise<never>;
    reverse: (_host: string) => Promise<never>;
    getServers: typeof getServers;
    setServers: typeof setServers;
    cancel(): void;
}
export declare const NODATA = "ENODATA";
export declare const FORMERR = "EFORMERR";
export declare const SERVFAIL = "ESERVFAIL";
export declare const NOTFOUND = "ENOTFOUND";
export declare const NOTIMP = "ENOTIMP";
export declare const REFUSED = "EREFUSED";
export declare const TIMEOUT = "ETIMEOUT";
export declare const CONNREFUSED = "ECONNREFUSED";
export declare const CANCELLED = "ECANCELLED";
declare const _default: {
    CANCELLED: string;
    CONNREFUSED: string;
    FORMERR: string;
    getDefaultResultOrder: typeof getDefaultResultOrder;
    getServers: typeof getServers;
    lookup: typeof lookup;
    lookupService: (_host: string) => Promise<never>;
    NODATA: string;
    NOTFOUND: string;
    NOTIMP: string;
    REFUSED: string;
    resolve: typeof resolve;
    resolve4: typeof resolve4;
    resolve6: typeof resolve6;
    resolveAny: (_host: string) => Promise<never>;
    resolveCaa: (_host: string) => Promise<never>;
    resolveCname: (_host: string) => Promise<never>;
    resolveMx: (_host: string) => Promise<never>;
    resolveNaptr: (_host: string) => Promise<never>;
    resolveNs: (_host: string) => Promise<never>;
    resolvePtr: (_host: string) => Promise<never>;
    Resolver: typeof Resolver;
    resolveSoa: (_host: string) => Promise<never>;
    resolveSrv: (_host: string) => Promise<never>;
    resolveTxt: (_host: string) => Promise<never>;
    reverse: (_host: string) => Promise<never>;
    SERVFAIL: string;
    setDefaultResultOrder: typeof setDefaultResultOrder;
    setServers: typeof setServers;
    TIMEOUT: string;
};
export default _default;
