// The code that runs in the cloud, put together from files on disk and from what this program knows.

import { AssetArchive, FileArchive, FileAsset, getStack, StringAsset } from "lumi";
import greetings from "./greetings.json" with { type: "json" };

/** Greetings for people who speak anything else. */
export const fallback: keyof typeof greetings = "en";

/** The content of the function: each name is a path inside the archive. */
export const code = new AssetArchive({
  "index.js": new FileAsset("function/index.js"),
  "package.json": new FileAsset("function/package.json"),
  "greetings.json": new StringAsset(JSON.stringify(greetings)),
  "settings.json": new StringAsset(JSON.stringify({ stack: getStack(), fallback })),
  "lib": new FileArchive("layer/lib"),
});

/** A folder as it is. */
export const layer = new FileArchive("layer");

export const languages = Object.keys(greetings);
