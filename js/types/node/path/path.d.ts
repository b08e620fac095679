export declare const sep = "/";
export declare const delimiter = ":";
export interface ParsedPath {
    root: string;
    dir: string;
    base: string;
    ext: string;
    name: string;
}
export declare function isAbsolute(path: string): boolean;
export declare function normalize(path: string): string;
export declare function join(...paths: string[]): string;
/** Relative paths are relative to the project folder. */
export declare function resolve(...paths: string[]): string;
export declare function relative(from: string, to: string): string;
export declare function dirname(path: string): string;
export declare function basename(path: string, suffix?: string): string;
export declare function extname(path: string): string;
export declare function parse(path: string): ParsedPath;
export declare function format(parts: Partial<ParsedPath>): string;
export declare const matchesGlob: (path: string, pattern: string) => boolean;
export declare const toNamespacedPath: (path: string) => string;
declare const members: {
    basename: typeof basename;
    delimiter: string;
    dirname: typeof dirname;
    extname: typeof extname;
    format: typeof format;
    isAbsolute: typeof isAbsolute;
    join: typeof join;
    matchesGlob: typeof matchesGlob;
    normalize: typeof normalize;
    parse: typeof parse;
    relative: typeof relative;
    resolve: typeof resolve;
    sep: string;
    toNamespacedPath: typeof toNamespacedPath;
};
/** Each has both. */
type Paths = typeof members & {
    posix: Paths;
    win32: Paths;
};
export declare const posix: Paths;
export declare const win32: Paths;
export default posix;
