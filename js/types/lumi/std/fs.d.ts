import type { Archive } from "../property/archive.js";
import type { Asset } from "../property/asset.js";
import type { Input, Property } from "../property/property_types.js";
import type { CustomResourceOptions } from "../resource/resource_options.js";
import { StdResource } from "./std_resource.js";
/** The inputs of a `File`: exactly one of `content` and `source` must be given. */
export interface FileArgs {
    /** Where the file is; relative paths start at the project folder. Another path replaces the file. */
    path: Input<string>;
    /** The text of the file. Long or binary content is better given as `source`. */
    content?: Input<string>;
    /** The content of the file as an asset: a text, another file or a URL. */
    source?: Input<Asset>;
    /**
     * Who may read, write and execute the file: octal text such as `"0600"`, or a number such as
     * `0o600`. The default is `"0644"`.
     */
    mode?: Input<string | number>;
}
/**
 * A file.
 *
 * Folders above it are made as needed. A file that is there already is adopted if it has this
 * very content; otherwise creating fails, as no file of yours is ever overwritten.
 */
export declare class File extends StdResource {
    /** Where the file is, as given but without `.` and `..`. */
    readonly path: Property<string>;
    /** The text of the file; undefined if it was given as `source`. */
    readonly content: Property<string | undefined>;
    /** Octal text such as `"0644"`. */
    readonly mode: Property<string>;
    /** SHA-256 of the content in lower-case hex, a secret if the content is one. */
    readonly sha256: Property<string>;
    /** The length of the content in bytes, a secret if the content is one. */
    readonly size: Property<number>;
    constructor(name: string, args: FileArgs, options?: CustomResourceOptions);
    /** Reads a file that exists already, by its path, instead of making one. */
    static get(name: string, id: Input<string>, options?: CustomResourceOptions): File;
}
/** The inputs of a `Directory`. */
export interface DirectoryArgs {
    /** Where the folder is; relative paths start at the project folder. Another path replaces it. */
    path: Input<string>;
    /** What is in it: an `AssetArchive`, or a `FileArchive` of a folder, .zip, .tar or .tar.gz file. */
    source: Input<Archive>;
}
/**
 * A folder with the files of an archive.
 *
 * Only files that differ are written, and files that are no longer in the archive are removed.
 * Files in the folder that are not from the archive are left alone, and never overwritten.
 */
export declare class Directory extends StdResource {
    /** Where the folder is, as given but without `.` and `..`. */
    readonly path: Property<string>;
    /** SHA-256 in lower-case hex of each file, by its path in the folder. */
    readonly files: Property<Record<string, string>>;
    /** SHA-256 in lower-case hex over all names and contents. */
    readonly sha256: Property<string>;
    /** How many files there are. */
    readonly count: Property<number>;
    constructor(name: string, args: DirectoryArgs, options?: CustomResourceOptions);
    /** Reads a folder that exists already, by its path, instead of making one. */
    static get(name: string, id: Input<string>, options?: CustomResourceOptions): Directory;
}
