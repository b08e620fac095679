/** Hashes of assets and archives, as `proto/lumirpc/value.proto` says. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { Archive, Asset, mapMembers, type Value } from "../value/value.js";
import { LumiError } from "./failure.js";

/** An asset or an archive with its hash, where its content is at hand. Relative paths start at a folder. */
export function hashed(content: Value, folder: string): Asset | Archive {
  if (content instanceof Asset) {
    return content.hash === "" ? new Asset(content.kind, content.content, hashOfAsset(content, folder)) : content;
  }
  if (!(content instanceof Archive)) throw new LumiError("a member of an archive must be an asset or an archive");
  if (content.hash !== "" || content.kind === "uri") return content;
  if (typeof content.content === "string") {
    return new Archive(content.kind, content.content, hashOfArchive(resolve(folder, content.content)));
  }
  const members = mapMembers(content.content, (member, path) => {
    if (path.split("/").some((part) => part === "" || part === "..")) {
      throw new LumiError(`${JSON.stringify(path)} is no path in an archive: use \`a/b\`, without \`..\``);
    }
    return hashed(member, folder);
  });
  const hashes = Object.keys(members).map((path): [string, string] => {
    const { kind, content, hash } = members[path];
    return [path, kind === "uri" && hash === "" ? digest(content as string) : hash];
  });
  return new Archive("members", members, hashOfMembers(hashes));
}

function hashOfAsset(asset: Asset, folder: string): string {
  if (asset.kind === "uri") return "";
  return asset.kind === "path" ? hashOfFile(resolve(folder, asset.content as string)) : digest(asset.content);
}

function hashOfArchive(path: string): string {
  try {
    if (!statSync(path).isDirectory()) return hashOfFile(path);
    return hashOfMembers(filesOf(path, "", []));
  } catch (error) {
    throw new LumiError(`\`${path}\` cannot be read: ${(error as Error).message}`);
  }
}

/** Links are followed, but to no folder that this one is in. */
function filesOf(folder: string, prefix: string, around: string[]): [string, string][] {
  const real = realpathSync(folder);
  if (around.includes(real)) return [];
  return readdirSync(folder).flatMap((name): [string, string][] => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return filesOf(path, `${prefix}${name}/`, [...around, real]);
    return [[prefix + name, hashOfFile(path)]];
  });
}

function hashOfMembers(hashes: [string, string][]): string {
  const sorted = hashes.sort(([one], [other]) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
  return digest(sorted.map(([path, hash]) => `${path}\0${hash}`).join(""));
}

function hashOfFile(path: string): string {
  try {
    return digest(readFileSync(path));
  } catch (error) {
    throw new LumiError(`\`${path}\` cannot be read: ${(error as Error).message}`);
  }
}

function digest(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}
