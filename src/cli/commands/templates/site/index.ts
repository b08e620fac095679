// A site on this machine: the files of www/, and a page that says which release they are.

import { Config, FileArchive, getStack, interpolate } from "lumi";
import { fs, random } from "lumi/std";

// Change it with `lumi config set greeting Hello`.
const greeting = new Config().get("greeting") ?? "Hello from Lumi";
const folder = `out/${getStack()}`;

// It stays the same until the greeting changes.
const release = new random.Id("release", { byteLength: 4, keepers: { greeting } });

const files = new fs.Directory("files", { path: `${folder}/files`, source: new FileArchive("www") });

const page = new fs.File("page", {
  path: `${folder}/index.html`,
  content: interpolate`<!doctype html>
<title>${greeting}</title>
<link rel="stylesheet" href="files/style.css">
<h1>${greeting}</h1>
<p>Release ${release.hex}, with ${files.count} file</p>
`,
});

export const open = page.path;
export const releaseId = release.hex;
