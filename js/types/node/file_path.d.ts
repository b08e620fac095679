export type PathLike = string | URL | Uint8Array;
export declare function pathOf(path: PathLike): string;
