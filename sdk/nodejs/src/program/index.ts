/** Programs for lumi in Node.js: the exports of the main module are the outputs of the stack. */
import { Archive, Asset } from "../value/value.js";
import { session } from "./session.js";

export { Archive, Asset, ResourceReference, Secret, unknown, type Value } from "../value/value.js";
export { Config } from "./config.js";
export { ConfigError, LumiError, ResourceError } from "./failure.js";
export { call, invoke, type InvokeOptions } from "./invoke.js";
export * as log from "./log.js";
export type { Alias, ComponentResourceOptions, ResourceOptions } from "./options.js";
export {
  all,
  concat,
  type Input,
  interpolate,
  jsonStringify,
  type Output,
  output,
  OutputOf,
  secret,
  unsecret,
} from "./output.js";
export {
  ComponentResource,
  CustomResource,
  type Inputs,
  ProviderResource,
  RemoteComponent,
  Resource,
  StackReference,
} from "./resource.js";

/** The name of the project. */
export function getProject(): string {
  return session().facts.project;
}

/** The name of the stack. */
export function getStack(): string {
  return session().facts.stack;
}

/** True if nothing is deployed: values that only a deployment can tell are unknown. */
export function isPreview(): boolean {
  return session().facts.isPreview;
}

/** The project folder. */
export function getRootDirectory(): string {
  return session().facts.folder;
}

/** A file that is a text. */
export class StringAsset extends Asset {
  constructor(text: string) {
    super("text", text);
  }
}

/** A file; relative paths start at the project folder. */
export class FileAsset extends Asset {
  constructor(path: string) {
    super("path", path);
  }
}

/** A file that the provider fetches. */
export class RemoteAsset extends Asset {
  constructor(uri: string) {
    super("uri", uri);
  }
}

/** A folder of assets and other archives, by path in it. */
export class AssetArchive extends Archive {
  constructor(members: { [path: string]: Asset | Archive }) {
    super("members", members);
  }
}

/** A folder, or an archive file; relative paths start at the project folder. */
export class FileArchive extends Archive {
  constructor(path: string) {
    super("path", path);
  }
}

/** An archive that the provider fetches. */
export class RemoteArchive extends Archive {
  constructor(uri: string) {
    super("uri", uri);
  }
}
