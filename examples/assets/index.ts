// A release of a small service: its code, what it shares with others, and its schema. Each asset has
// a hash of its content in the graph, so a changed file is a changed resource.

import { interpolate, StringAsset } from "lumi";
import { fs } from "lumi/std";
import { code, languages, shared } from "./code.ts";
import schema from "./schema.sql" with { type: "text" };

const service = new fs.Directory("service", { path: "out/service", source: code });

new fs.Directory("shared", { path: "out/shared", source: shared });

const tables = new fs.File("schema", {
  path: "out/schema.sql",
  source: new StringAsset(`-- Languages: ${languages.join(", ")}\n${schema}`),
});

export const start = interpolate`node ${service.path}/index.js`;
// The name of a release is its content.
export const release = service.sha256.then((hash) => hash.slice(0, 12));
export const schemaBytes = tables.size;
export { languages };
