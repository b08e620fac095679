import { Url } from "./legacy.js";
interface PathOptions {
    /** Paths of Windows. */
    windows?: boolean;
}
export declare function fileURLToPath(url: string | URL, options?: PathOptions): string;
export declare function pathToFileURL(path: string, options?: PathOptions): URL;
/** The name of a host in ASCII; empty if it cannot be one. */
export declare function domainToASCII(...args: [domain: string]): string;
export declare function domainToUnicode(...args: [domain: string]): string;
export interface FormatOptions {
    auth?: boolean;
    fragment?: boolean;
    search?: boolean;
    unicode?: boolean;
}
export declare function format(url: string | URL | Partial<Url>, options?: FormatOptions): string;
export declare function parse(url: string | Url, parsesQuery?: boolean, hasHostAfterSlashes?: boolean): Url;
export declare const resolve: (from: string, to: string) => string;
export declare function resolveObject(from: string, to: string): Url | string;
/** The options of `http.request` for a URL. */
export declare function urlToHttpOptions(url: URL): Record<string, unknown>;
declare const WebURL: {
    new (url: string | URL, base?: string | URL): URL;
    prototype: URL;
    canParse(url: string | URL, base?: string | URL): boolean;
    createObjectURL(obj: Blob | MediaSource): string;
    parse(url: string | URL, base?: string | URL): URL | null;
    revokeObjectURL(url: string): void;
};
declare const WebSearchParams: {
    new (init?: string[][] | Record<string, string> | string | URLSearchParams): URLSearchParams;
    prototype: URLSearchParams;
};
type WebURL = URL;
type WebSearchParams = URLSearchParams;
export { Url, WebSearchParams as URLSearchParams, WebURL as URL };
declare const _default: {
    domainToASCII: typeof domainToASCII;
    domainToUnicode: typeof domainToUnicode;
    fileURLToPath: typeof fileURLToPath;
    format: typeof format;
    parse: typeof parse;
    pathToFileURL: typeof pathToFileURL;
    resolve: typeof resolve;
    resolveObject: typeof resolveObject;
    URL: {
        new (url: string | URL, base?: string | URL): URL;
        prototype: URL;
        canParse(url: string | URL, base?: string | URL): boolean;
        createObjectURL(obj: Blob | MediaSource): string;
        parse(url: string | URL, base?: string | URL): URL | null;
        revokeObjectURL(url: string): void;
    };
    Url: typeof Url;
    URLSearchParams: {
        new (init?: string[][] | Record<string, string> | string | URLSearchParams): URLSearchParams;
        prototype: URLSearchParams;
    };
    urlToHttpOptions: typeof urlToHttpOptions;
};
export default _default;
