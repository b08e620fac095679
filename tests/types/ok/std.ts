// Resources of the package `std`.

import * as lumi from "lumi";
import * as std from "lumi/std";
import { exec, fs } from "lumi/std";

const file = new fs.File("motd", { path: "motd.txt", content: "hello", mode: 0o600 }, { protect: true });
export const path: lumi.Property<string> = file.path;
export const size: lumi.Property<number> = file.size;
export const id: lumi.Property<string> = file.id;

const copy: std.fs.File = new std.fs.File("copy", {
  path: lumi.interpolate`${file.path}.bak`,
  source: new lumi.FileAsset("motd.txt"),
});
export const sum = lumi.concat(copy.sha256, fs.File.get("other", "other.txt").sha256);

const site = new fs.Directory("site", {
  path: "public",
  source: new lumi.AssetArchive({ "index.html": new lumi.StringAsset("<p>"), img: new lumi.FileArchive("img") }),
});
export const files: lumi.Property<Record<string, string>> = site.files;
export const count: lumi.Property<number> = fs.Directory.get("old", site.id).count;

const args: exec.CommandArgs = {
  create: ["make", file.path, Promise.resolve("x")],
  delete: "rm x",
  environment: { HOST: file.content.then((it) => it ?? "") },
  triggers: [file.sha256, 3],
};
const build = new exec.Command("build", args, { dependsOn: site });
export const printed: lumi.Property<string> = build.stdout;
