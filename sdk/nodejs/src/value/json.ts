/** The JSON form of values, as `proto/lumirpc/value.proto` describes it. */
import {
  Archive,
  Asset,
  isObject,
  mapMembers,
  ResourceReference,
  Secret,
  Unknown,
  unknown,
  type Value,
  type Values,
} from "./value.js";

const special = "$lumi";
const numbers: { [name: string]: number } = { NaN, Infinity, "-Infinity": -Infinity, "-0": -0 };
const assets: { [kind: string]: [Asset["kind"], string] } = {
  text: ["text", "text"],
  file: ["path", "path"],
  remote: ["uri", "uri"],
  function: ["function", "function"],
};
const archives: { [kind: string]: [Archive["kind"], string] } = { file: ["path", "path"], remote: ["uri", "uri"] };

/** The JSON of a value, in which secrets are not encrypted. */
export function toJSON(value: Value): string {
  return JSON.stringify(written(value));
}

/** The value of its JSON. */
export function fromJSON(text: string): Value {
  return read(JSON.parse(text));
}

function written(value: Value): unknown {
  if (typeof value === "number") return writtenNumber(value);
  if (Array.isArray(value)) return value.map(written);
  if (value instanceof Secret) return { [special]: "secret", value: written(value.value) };
  if (value instanceof Unknown) return { [special]: "unknown" };
  if (value instanceof Asset) return writtenAsset(value);
  if (value instanceof Archive) return writtenArchive(value);
  if (value instanceof ResourceReference) {
    const id = value.id === undefined ? {} : { id: written(value.id) };
    return { [special]: "resource", urn: value.urn, ...id };
  }
  if (!isObject(value)) return value;
  const members = mapMembers(value, written);
  return Object.hasOwn(value, special) ? { [special]: "object", value: members } : members;
}

function writtenNumber(value: number): unknown {
  for (const [name, number] of Object.entries(numbers)) {
    if (Object.is(value, number)) return { [special]: "number", value: name };
  }
  return value;
}

function writtenAsset(asset: Asset): unknown {
  const hash = asset.hash === "" ? {} : { hash: asset.hash };
  if (typeof asset.content !== "string") {
    return { [special]: "asset", kind: "text", base64: Buffer.from(asset.content).toString("base64"), ...hash };
  }
  const [kind, [, key]] = Object.entries(assets).find(([, [it]]) => it === asset.kind)!;
  return { [special]: "asset", kind, [key]: asset.content, ...hash };
}

function writtenArchive(archive: Archive): unknown {
  const hash = archive.hash === "" ? {} : { hash: archive.hash };
  if (typeof archive.content !== "string") {
    return { [special]: "archive", kind: "assets", assets: mapMembers(archive.content, written), ...hash };
  }
  const [kind, [, key]] = Object.entries(archives).find(([, [it]]) => it === archive.kind)!;
  return { [special]: "archive", kind, [key]: archive.content, ...hash };
}

function read(json: unknown): Value {
  if (Array.isArray(json)) return json.map(read);
  if (!isObject(json)) return json as Value;
  if (!Object.hasOwn(json, special)) return mapMembers(json, read);
  switch (json[special]) {
    case "object":
      if (isObject(json.value)) return mapMembers(json.value, read);
      break;
    case "unknown":
      return unknown;
    case "secret":
      return new Secret(read(json.value ?? null));
    case "number":
      if (Object.hasOwn(numbers, String(json.value))) return numbers[String(json.value)];
      break;
    case "resource":
      return new ResourceReference(String(json.urn),
        json.id === undefined ? undefined : (read(json.id) as string | Unknown));
    case "asset":
      return readAsset(json);
    case "archive":
      return readArchive(json);
  }
  throw new TypeError(`JSON of a kind that this version does not know: ${JSON.stringify(json[special])}`);
}

function readAsset(json: Values): Asset {
  const hash = typeof json.hash === "string" ? json.hash : "";
  if (typeof json.base64 === "string") return new Asset("data", Buffer.from(json.base64, "base64"), hash);
  const found = Object.hasOwn(assets, String(json.kind)) ? assets[String(json.kind)] : undefined;
  if (found !== undefined && typeof json[found[1]] === "string") {
    return new Asset(found[0], json[found[1]] as string, hash);
  }
  throw new TypeError("JSON of an asset of a kind that this version does not know");
}

function readArchive(json: Values): Archive {
  const hash = typeof json.hash === "string" ? json.hash : "";
  if (json.kind === "assets" && isObject(json.assets)) {
    return new Archive("members", mapMembers(json.assets, read), hash);
  }
  const found = Object.hasOwn(archives, String(json.kind)) ? archives[String(json.kind)] : undefined;
  if (found !== undefined && typeof json[found[1]] === "string") {
    return new Archive(found[0], json[found[1]] as string, hash);
  }
  throw new TypeError("JSON of an archive of a kind that this version does not know");
}
