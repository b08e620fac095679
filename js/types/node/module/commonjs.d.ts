type Exports = unknown;
interface ResolveOptions {
    /** Folders to begin at. */
    paths?: string[];
}
interface Resolve {
    (request: string, options?: ResolveOptions): string;
    paths(request: string): string[] | null;
}
type Handler = (module: Module, filename: string) => void;
export interface Require {
    (request: string): Exports;
    resolve: Resolve;
    cache: Record<string, Module | undefined>;
    extensions: Record<string, Handler | undefined>;
    main: Module | undefined;
}
export declare class Module {
    id: string;
    path: string;
    exports: Exports;
    filename: string | null;
    loaded: boolean;
    children: Module[];
    paths: string[];
    parent: Module | undefined;
    constructor(id?: string, parent?: Module);
    /** Packages replace it to see what is required. */
    require(request: string): Exports;
    /** Runs the file as the body of the module: packages that load one anew call it. */
    load(filename: string): void;
    /** Runs a text as the body of the module. */
    _compile(text: string, filename: string): void;
    static _cache: Record<string, Module | undefined>;
    static _pathCache: Record<string, string>;
    static _extensions: Record<string, Handler | undefined>;
    static globalPaths: string[];
    /** Replaced by packages that give modules other names. */
    static _resolveFilename(request: string, parent?: Module | null, _isMain?: boolean, options?: ResolveOptions): string;
    /** Replaced by packages that put something in the place of modules. */
    static _load(request: string, parent?: Module | null, _isMain?: boolean): Exports;
    static _nodeModulePaths(folder: string): string[];
    static _resolveLookupPaths(request: string, parent?: Module | null): string[] | null;
    static wrap(text: string): string;
    static wrapper: [string, string];
}
/** `require` for a file, or a folder that ends in a slash, given as a path or a file: URL. */
export declare function createRequire(file: string | URL): Require;
export {};
