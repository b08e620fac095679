// Files and folders on the machine that runs Lumi.

import type { Archive } from "../property/archive.ts";
import type { Asset } from "../property/asset.ts";
import type { Input, Property } from "../property/property_types.ts";
import { existing } from "../resource/custom_resource.ts";
import { markSdkClass, type ResourceKindSpec } from "../resource/resource.ts";
import type { CustomResourceOptions } from "../resource/resource_options.ts";
import { StdResource } from "./std_resource.ts";

/** The inputs of a `File`: exactly one of `content` and `source` must be given. */
export interface FileArgs {
  /**
   * The path of the file; relative paths start at the project folder. Another path replaces the
   * file.
   */
  path: Input<string>;
  /** The text of the file. Use `source` for long or binary content. */
  content?: Input<string>;
  /** The content of the file as an asset: a text, another file or a URL. */
  source?: Input<Asset>;
  /**
   * The permissions of the file: octal text such as `"0600"`, or a number such as `0o600`. The
   * default is `"0644"`, or `"0600"` if the content is secret.
   */
  mode?: Input<string | number>;
}

/**
 * A file.
 *
 * Parent folders are created as needed. An existing file is adopted if its content is the same;
 * otherwise `create` fails, because files that Lumi did not create are never overwritten.
 */
export class File extends StdResource {
  /** The path of the file as given, without `.` and `..`. */
  declare readonly path: Property<string>;
  /** The text of the file; undefined if `source` was given. */
  declare readonly content: Property<string | undefined>;
  /** The permissions as octal text such as `"0644"`. */
  declare readonly mode: Property<string>;
  /** SHA-256 of the content in lower-case hex; secret if the content is. */
  declare readonly sha256: Property<string>;
  /** The length of the content in bytes; secret if the content is. */
  declare readonly size: Property<number>;

  /**
   * @param name The name of the resource in the program; its URN is made of it.
   * @param args The inputs of the resource.
   * @param options Options such as `dependsOn`, `parent` and `protect`.
   */
  constructor(name: string, args: FileArgs, options?: CustomResourceOptions);
  /** @internal */
  constructor(name: string, args: undefined, options: CustomResourceOptions | undefined, plan: ResourceKindSpec);
  constructor(name: string, args?: FileArgs, options?: CustomResourceOptions, plan?: ResourceKindSpec) {
    super("std:fs:File", name, args, options, plan);
  }

  /** Reads an existing file by its path instead of creating one. */
  static get(name: string, id: Input<string>, options?: CustomResourceOptions): File {
    return new File(name, undefined, options, existing(id));
  }
}

markSdkClass(File, "std:fs:File");

/** The inputs of a `Directory`. */
export interface DirectoryArgs {
  /**
   * The path of the folder; relative paths start at the project folder. Another path replaces it.
   */
  path: Input<string>;
  /** The content: an `AssetArchive`, or a `FileArchive` of a folder, .zip, .tar or .tar.gz file. */
  source: Input<Archive>;
}

/**
 * A folder with the files of an archive.
 *
 * Only files that differ are written, and files that are no longer in the archive are removed.
 * Other files in the folder are never changed.
 */
export class Directory extends StdResource {
  /** The path of the folder as given, without `.` and `..`. */
  declare readonly path: Property<string>;
  /** SHA-256 in lower-case hex of each file, by its path in the folder. */
  declare readonly files: Property<Record<string, string>>;
  /** SHA-256 in lower-case hex over all names and contents. */
  declare readonly sha256: Property<string>;
  /** The number of files. */
  declare readonly count: Property<number>;

  /**
   * @param name The name of the resource in the program; its URN is made of it.
   * @param args The inputs of the resource.
   * @param options Options such as `dependsOn`, `parent` and `protect`.
   */
  constructor(name: string, args: DirectoryArgs, options?: CustomResourceOptions);
  /** @internal */
  constructor(name: string, args: undefined, options: CustomResourceOptions | undefined, plan: ResourceKindSpec);
  constructor(name: string, args?: DirectoryArgs, options?: CustomResourceOptions, plan?: ResourceKindSpec) {
    super("std:fs:Directory", name, args, options, plan);
  }

  /** Reads an existing folder by its path instead of creating one. */
  static get(name: string, id: Input<string>, options?: CustomResourceOptions): Directory {
    return new Directory(name, undefined, options, existing(id));
  }
}

markSdkClass(Directory, "std:fs:Directory");
