type Exports = unknown;
interface Resolve {
    (request: string): string;
    paths(request: string): string[] | null;
}
export interface Require {
    (request: string): Exports;
    resolve: Resolve;
    cache: Record<string, Module | undefined>;
    extensions: Record<string, unknown>;
    main: undefined;
}
export declare class Module {
    id: string;
    path: string;
    filename: string;
    exports: Exports;
    loaded: boolean;
    parent: Module | undefined;
    children: Module[];
    paths: string[];
    require: Require;
    constructor(filename: string, parent?: Module);
}
/** `require` for a file, given as a path or a file: URL. */
export declare function createRequire(file: string | URL): Require;
export {};
