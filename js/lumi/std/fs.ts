// Files and folders of the machine that Lumi runs on.

import type { Archive } from "../property/archive.ts";
import type { Asset } from "../property/asset.ts";
import type { Input, Property } from "../property/property_types.ts";
import { markSdkClass, type ResourceKindSpec } from "../resource/resource.ts";
import type { CustomResourceOptions } from "../resource/resource_options.ts";
import { existing, StdResource } from "./std_resource.ts";

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
export class File extends StdResource {
  /** Where the file is, as given but without `.` and `..`. */
  declare readonly path: Property<string>;
  /** The text of the file; undefined if it was given as `source`. */
  declare readonly content: Property<string | undefined>;
  /** Octal text such as `"0644"`. */
  declare readonly mode: Property<string>;
  /** SHA-256 of the content in lower-case hex, a secret if the content is one. */
  declare readonly sha256: Property<string>;
  /** The length of the content in bytes, a secret if the content is one. */
  declare readonly size: Property<number>;

  constructor(name: string, args: FileArgs, options?: CustomResourceOptions);
  /** @internal */
  constructor(name: string, args: undefined, options: CustomResourceOptions | undefined, plan: ResourceKindSpec);
  constructor(name: string, args?: FileArgs, options?: CustomResourceOptions, plan?: ResourceKindSpec) {
    super("std:fs:File", name, args, options, plan);
  }

  /** Reads a file that exists already, by its path, instead of making one. */
  static get(name: string, id: Input<string>, options?: CustomResourceOptions): File {
    return new File(name, undefined, options, existing(id));
  }
}

markSdkClass(File);

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
export class Directory extends StdResource {
  /** Where the folder is, as given but without `.` and `..`. */
  declare readonly path: Property<string>;
  /** SHA-256 in lower-case hex of each file, by its path in the folder. */
  declare readonly files: Property<Record<string, string>>;
  /** SHA-256 in lower-case hex over all names and contents. */
  declare readonly sha256: Property<string>;
  /** How many files there are. */
  declare readonly count: Property<number>;

  constructor(name: string, args: DirectoryArgs, options?: CustomResourceOptions);
  /** @internal */
  constructor(name: string, args: undefined, options: CustomResourceOptions | undefined, plan: ResourceKindSpec);
  constructor(name: string, args?: DirectoryArgs, options?: CustomResourceOptions, plan?: ResourceKindSpec) {
    super("std:fs:Directory", name, args, options, plan);
  }

  /** Reads a folder that exists already, by its path, instead of making one. */
  static get(name: string, id: Input<string>, options?: CustomResourceOptions): Directory {
    return new Directory(name, undefined, options, existing(id));
  }
}

markSdkClass(Directory);
