// Decodes host data into values: the inverse of flattening.ts.

import { type Archive, AssetArchive, type AssetMap, FileArchive, RemoteArchive } from "./archive.ts";
import { type Asset, FileAsset, HASHED, RemoteAsset, StringAsset } from "./asset.ts";
import type { Cell } from "../cell/cell.ts";
import { EphemeralValue } from "./ephemeral_value.ts";
import { type AssetWire, Marker, type Wire } from "../protocol/ops.ts";
import { isPlainObject, type PlainObject, setMember } from "../data/plain_object.ts";
import { markSecretMember } from "../data/secret_members.ts";
import type { Session } from "../session/session.ts";

const markerPrototype = Marker.prototype;

/**
 * The value of `wire`; marks `cell` secret if any part of it is. Data without markers is not
 * copied.
 */
export function fromWire(wire: Wire, cell: Cell, session: Session): unknown {
  const wasSecret = cell.isSecret;
  const value = decoded(wire, cell, session);
  if (!wasSecret && cell.isSecret) cell.isSecretInParts = !isSecretMarker(wire);
  return value;
}

function isSecretMarker(wire: unknown): boolean {
  return typeof wire === "object" && wire !== null && Object.getPrototypeOf(wire) === markerPrototype &&
    (wire as Marker).kind === "secret";
}

function decoded(wire: Wire, cell: Cell, session: Session): unknown {
  if (typeof wire !== "object" || wire === null) return wire;
  if (Array.isArray(wire)) return fromArray(wire, cell, session);
  if (Object.getPrototypeOf(wire) === markerPrototype) return fromMarker(wire as Marker, cell, session);
  return isPlainObject(wire) ? fromObject(wire, cell, session) : wire;
}

function fromArray(wire: unknown[], cell: Cell, session: Session): unknown[] {
  let copied: unknown[] | null = null;
  for (let index = 0; index < wire.length; index++) {
    const value = decoded(wire[index], cell, session);
    if (value === wire[index]) continue;
    (copied ??= wire.slice())[index] = value;
    if (isSecretMarker(wire[index])) markSecretMember(copied, index);
  }
  return copied ?? wire;
}

function fromObject(wire: PlainObject, cell: Cell, session: Session): PlainObject {
  let copied: PlainObject | null = null;
  for (const key of Object.keys(wire)) {
    const value = decoded(wire[key], cell, session);
    if (value === wire[key]) continue;
    setMember(copied ??= { ...wire }, key, value);
    if (isSecretMarker(wire[key])) markSecretMember(copied, key);
  }
  return copied ?? wire;
}

function fromMarker({ kind, payload }: Marker, cell: Cell, session: Session): unknown {
  switch (kind) {
    case "secret":
      cell.isSecret = true;
      return decoded(payload as Wire, cell, session);
    case "resource":
      return session.resources[payload as number]?.resource;
    case "ephemeral":
      return new EphemeralValue(payload as string);
    case "asset":
      return contentOf(payload as AssetWire);
    case "archive":
      return archiveOf(payload as AssetWire);
  }
}

/** Converts an asset to a value; assets that encode bytes become bytes. */
function contentOf(wire: AssetWire): Asset | Uint8Array {
  if (wire.base64 !== true) return assetOf(wire);
  return (Uint8Array as unknown as { fromBase64(text: string): Uint8Array }).fromBase64(wire.body as string);
}

function assetOf({ kind, body, hash }: AssetWire): Asset {
  const text = body as string;
  // The code of a function is text for its readers.
  const asset = kind === "remote"
    ? new RemoteAsset(text)
    : kind === "file"
    ? new FileAsset(text)
    : new StringAsset(text);
  return hashed(asset, hash);
}

function archiveOf({ kind, body, hash }: AssetWire): Archive {
  if (kind === "file") return hashed(new FileArchive(body as string), hash);
  if (kind === "remote") return new RemoteArchive(body as string);
  const assets: AssetMap = {};
  for (const [path, { kind, payload }] of Object.entries(body as Record<string, Marker>)) {
    assets[path] = kind === "asset" ? assetOf(payload as AssetWire) : archiveOf(payload as AssetWire);
  }
  return hashed(new AssetArchive(assets), hash);
}

function hashed<T extends Asset | Archive>(content: T, hash: string | undefined): T {
  return hash === undefined ? content : content[HASHED](hash) as T;
}
