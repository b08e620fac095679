// The code of the service, put together from files on disk and from what this program knows.

import { AssetArchive, FileArchive, FileAsset, getStack, StringAsset } from "lumi";
import greetings from "./greetings.json" with { type: "json" };

/** The language for people who speak none of the others. */
export const fallback: keyof typeof greetings = "en";

/** The files of the service: each name is a path inside the archive. */
export const code = new AssetArchive({
  "index.js": new FileAsset("service/index.js"),
  "package.json": new FileAsset("service/package.json"),
  "greetings.json": new StringAsset(JSON.stringify(greetings)),
  "settings.json": new StringAsset(JSON.stringify({ stack: getStack(), fallback })),
  "lib": new FileArchive("shared/lib"),
});

/** A folder as it is. */
export const shared = new FileArchive("shared");

export const languages = Object.keys(greetings);
