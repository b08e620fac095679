/** The content of assets and archives. */
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { Archive, Asset, plain } from "../value/value.js";

/**
 * The content of an asset: a text, bytes, or a file of the project, in whose folder a provider runs. What is at a URI is
 * up to the provider.
 */
export async function content(asset: Asset): Promise<Buffer> {
  if (asset.kind === "path") return readFile(asset.content as string);
  if (asset.kind !== "uri") return Buffer.from(asset.content as string);
  throw new Error(`the content of an asset is at ${asset.content}, which this library does not fetch`);
}

/**
 * The files of an archive, sorted by their paths: members of it, and what is below a folder. Archive files and what is at
 * a URI are up to the provider; parts that are unknown are left out.
 */
export async function files(archive: Archive): Promise<Map<string, Asset>> {
  const found: [string, Asset][] = [];
  await add(found, "", archive);
  return new Map(found.sort(([one], [other]) => Buffer.compare(Buffer.from(one), Buffer.from(other))));
}

async function add(found: [string, Asset][], prefix: string, archive: Archive): Promise<void> {
  const { content } = archive;
  if (typeof content !== "string") {
    for (const name of Object.keys(content)) {
      const member = plain(content[name]);
      if (member instanceof Asset) found.push([prefix + name, member]);
      if (member instanceof Archive) await add(found, `${prefix}${name}/`, member);
    }
  } else if (archive.kind === "path" && (await stat(content)).isDirectory()) {
    await addFolder(found, prefix, content);
  } else {
    throw new Error(`the archive ${content} is no folder: this library does not unpack it`);
  }
}

async function addFolder(found: [string, Asset][], prefix: string, folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await addFolder(found, `${prefix}${entry.name}/`, path);
    else found.push([prefix + entry.name, Asset.file(path)]);
  }
}
