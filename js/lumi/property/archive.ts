// Archives: folders of content as inputs of resources.

import { Asset, HASHED, MARKER, OWNED, type Owner, pathOf, requirePath, requireText } from "./asset.ts";
import { type AssetWire, Marker } from "../protocol/ops.ts";
import { isPlainObject } from "../data/plain_object.ts";
import { joinPath } from "../data/property_path.ts";
import { session } from "../session/session.ts";

/** The content of an `AssetArchive`, by path in the archive. */
export type AssetMap = Record<string, Asset | Archive>;

/** A folder of content. Create an `AssetArchive`, `FileArchive` or `RemoteArchive`. */
export abstract class Archive {
  #hash: string | undefined;

  /** @internal */
  protected abstract content(): { kind: "assets" | "file" | "remote"; body: unknown };

  /** @internal Sets the hash, so that missing content need not be hashed again. */
  [HASHED](hash: string): this {
    this.#hash = hash;
    return this;
  }

  /** @internal */
  [OWNED](_owner: Owner, _path: string): void {}

  /** @internal */
  [MARKER](): Marker {
    const { kind, body } = this.content();
    if (kind === "remote") return new Marker("archive", { kind, body } satisfies AssetWire);
    this.#hash ??= session().monitor.assetHash(true, kind, body);
    return new Marker("archive", { kind, body, hash: this.#hash } satisfies AssetWire);
  }
}

/** An archive of assets and other archives. */
export class AssetArchive extends Archive {
  readonly assets: Readonly<AssetMap>;

  constructor(assets: AssetMap) {
    super();
    if (!isPlainObject(assets)) {
      throw new TypeError("an AssetArchive takes an object of paths and assets");
    }
    for (const [path, asset] of Object.entries(assets)) {
      if (asset instanceof Asset || asset instanceof Archive) continue;
      throw new TypeError(`${JSON.stringify(path)} in an AssetArchive must be an asset or an archive`);
    }
    this.assets = { ...assets };
  }

  /** @internal */
  override [OWNED](owner: Owner, path: string): void {
    for (const [name, member] of Object.entries(this.assets)) member[OWNED](owner, joinPath(path, name));
  }

  /** @internal */
  protected override content() {
    const members = Object.entries(this.assets).map(([path, asset]) => [path, asset[MARKER]()]);
    return { kind: "assets", body: Object.fromEntries(members) as Record<string, Marker> } as const;
  }
}

/** A folder or an archive file on disk; relative paths start at the project folder. */
export class FileArchive extends Archive {
  readonly path: string;

  constructor(path: string | URL) {
    super();
    this.path = requirePath(pathOf(path), "the path of a FileArchive");
  }

  /** @internal */
  protected override content() {
    return { kind: "file", body: this.path } as const;
  }
}

/** An archive that the provider fetches from a URI. */
export class RemoteArchive extends Archive {
  readonly uri: string;

  constructor(uri: string | URL) {
    super();
    this.uri = requireText(pathOf(uri), "the URI of a RemoteArchive");
  }

  /** @internal */
  protected override content() {
    return { kind: "remote", body: this.uri } as const;
  }
}
