// Assets: content that a resource takes as an input, as text, from a file or from a URI.

import { type AssetWire, Marker, type Serial } from "../protocol/ops.ts";
import { session } from "../session/session.ts";

/** @internal Answers the marker of an asset or archive for the host. */
export const MARKER = Symbol("lumi.marker");

/** @internal Tells an asset or archive the hash of its content. */
export const HASHED = Symbol("lumi.hashed");

/** @internal Tells an asset or archive which input of a resource it has become. */
export const OWNED = Symbol("lumi.owned");

/** @internal The resource that content goes into. */
export interface Owner {
  readonly serial: Serial;
}

/** @internal */
export function requireText(value: unknown, what: string): string {
  if (typeof value === "string") return value;
  const advice = "if the text is a Property, create it inside property.then((text) => ...)";
  throw new TypeError(`${what} must be a string; ${advice}`);
}

/** Content of a resource. Create a `StringAsset`, `FileAsset` or `RemoteAsset`. */
export abstract class Asset {
  #hash: string | undefined;

  /** @internal */
  protected abstract content(): { kind: "text" | "file" | "remote" | "function"; body: string };

  /** @internal Its content is not hashed again, as it may not be there any more. */
  [HASHED](hash: string): this {
    this.#hash = hash;
    return this;
  }

  /** @internal Code wants to know where it goes; other content does not care. */
  [OWNED](_owner: Owner, _path: string): void {}

  /** @internal */
  [MARKER](): Marker {
    const { kind, body } = this.content();
    if (kind === "remote") return new Marker("asset", { kind, body } satisfies AssetWire);
    // Hashed when first used: the content must be what it was when the resource was declared.
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
    this.path = requireText(pathOf(path), "the path of a FileAsset");
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

/** A function as content: its module, with what the function captures. */
export class FunctionAsset extends Asset {
  constructor(readonly callback: (...args: never[]) => unknown) {
    super();
    if (typeof callback !== "function") throw new TypeError("a FunctionAsset takes a function");
  }

  /** @internal What takes it as an input waits for its closure instead. */
  protected override content(): never {
    throw new TypeError("a FunctionAsset cannot be part of an archive; use compute(callback).archive");
  }
}

/** @internal The path of a `file:` URL, the text of any other, and everything else as it is. */
export function pathOf(value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("href" in value)) return value;
  const { href, protocol, pathname } = value as URL;
  return protocol === "file:" ? decodeURIComponent(pathname) : href;
}
