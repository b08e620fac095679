// Assets: content as an input of a resource, from text, a file or a URI.

import { type AssetWire, Marker, type Serial } from "../protocol/ops.ts";
import { session } from "../session/session.ts";

/** @internal The key of the method that returns the host's marker of an asset or archive. */
export const MARKER = Symbol("lumi.marker");

/** @internal The key of the method that sets the hash of the content. */
export const HASHED = Symbol("lumi.hashed");

/** @internal The key of the method that records the input which an asset or archive became. */
export const OWNED = Symbol("lumi.owned");

/** @internal The resource that takes the content. */
export interface Owner {
  readonly serial: Serial;
}

/** @internal */
export function requireText(value: unknown, what: string): string {
  if (typeof value === "string") return value;
  const advice = "if the text is a Property, create it inside property.then((text) => ...)";
  throw new TypeError(`${what} must be a string; ${advice}`);
}

/** @internal A path. An empty one would be the whole project folder, which a program names with ".". */
export function requirePath(value: unknown, what: string): string {
  const text = requireText(value, what);
  if (text === "") throw new TypeError(`${what} must not be empty; write "." for the project folder`);
  return text;
}

/** Content of a resource. Create a `StringAsset`, `FileAsset` or `RemoteAsset`. */
export abstract class Asset {
  #hash: string | undefined;

  /** @internal */
  protected abstract content(): { kind: "text" | "file" | "remote" | "function"; body: string };

  /** @internal Sets the hash, so that missing content need not be hashed again. */
  [HASHED](hash: string): this {
    this.#hash = hash;
    return this;
  }

  /** @internal Records the owner of code; other content ignores it. */
  [OWNED](_owner: Owner, _path: string): void {}

  /** @internal */
  [MARKER](): Marker {
    const { kind, body } = this.content();
    if (kind === "remote") return new Marker("asset", { kind, body } satisfies AssetWire);
    // Hashed on first use: the content is that of the time of declaration.
    this.#hash ??= session().monitor.assetHash(false, kind, body);
    return new Marker("asset", { kind, body, hash: this.#hash } satisfies AssetWire);
  }
}

/** An asset whose content is a string. */
export class StringAsset extends Asset {
  readonly text: string;

  constructor(text: string) {
    super();
    this.text = requireText(text, "the text of a StringAsset");
  }

  /** @internal */
  protected override content() {
    return { kind: "text", body: this.text } as const;
  }
}

/** An asset whose content is read from a file; relative paths start at the project folder. */
export class FileAsset extends Asset {
  readonly path: string;

  constructor(path: string | URL) {
    super();
    this.path = requirePath(pathOf(path), "the path of a FileAsset");
  }

  /** @internal */
  protected override content() {
    return { kind: "file", body: this.path } as const;
  }
}

/** An asset whose content the provider fetches from a URI. */
export class RemoteAsset extends Asset {
  readonly uri: string;

  constructor(uri: string | URL) {
    super();
    this.uri = requireText(pathOf(uri), "the URI of a RemoteAsset");
  }

  /** @internal */
  protected override content() {
    return { kind: "remote", body: this.uri } as const;
  }
}

/** A function as content: its module with the captured values. */
export class FunctionAsset extends Asset {
  constructor(readonly callback: (...args: never[]) => unknown) {
    super();
    if (typeof callback !== "function") throw new TypeError("a FunctionAsset takes a function");
  }

  /** @internal Never called: inputs wait for the closure of the function instead. */
  protected override content(): never {
    throw new TypeError("a FunctionAsset cannot be part of an archive; use compute(callback).archive");
  }
}

/** @internal The path of a `file:` URL, the text of any other URL, and other values unchanged. */
export function pathOf(value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("href" in value)) return value;
  const { href, protocol, pathname } = value as URL;
  return protocol === "file:" ? decodeURIComponent(pathname) : href;
}
