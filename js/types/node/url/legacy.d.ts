import { type Query } from "./querystring.js";
export declare class Url {
    protocol: string | null;
    slashes: boolean | null;
    auth: string | null;
    host: string | null;
    port: string | null;
    hostname: string | null;
    hash: string | null;
    search: string | null;
    query: string | Query | null;
    pathname: string | null;
    path: string | null;
    href: string | null;
    parse(text: string, parsesQuery?: boolean, hasHostAfterSlashes?: boolean): this;
    /** Answers what is left: a name ends where it has a character that names have not. */
    private takeHost;
    private takePath;
    format(): string;
    resolve(relative: string): string;
    resolveObject(relative: string | Url): Url;
    parseHost(): void;
}
