/** Content of a resource. Create a `StringAsset`, `FileAsset` or `RemoteAsset`. */
export declare abstract class Asset {
    #private;
}
/** An asset whose content is a string. */
export declare class StringAsset extends Asset {
    readonly text: string;
    constructor(text: string);
}
/** An asset whose content is read from a file; relative paths start at the project folder. */
export declare class FileAsset extends Asset {
    readonly path: string;
    constructor(path: string | URL);
}
/** An asset whose content the provider fetches from a URI. */
export declare class RemoteAsset extends Asset {
    readonly uri: string;
    constructor(uri: string | URL);
}
/** A function as content: its module with the captured values. */
export declare class FunctionAsset extends Asset {
    readonly callback: (...args: never[]) => unknown;
    constructor(callback: (...args: never[]) => unknown);
}
