// What TypeScript must refuse: each line below a comment is an error.

import * as lumi from "lumi";
import { exec, fs } from "lumi/std";

// @ts-expect-error the path is missing
new fs.File("a", { content: "x" });
// @ts-expect-error a slip
new fs.File("a", { path: "a", contnet: "x" });
// @ts-expect-error an asset is not text
new fs.File("a", { path: "a", content: new lumi.StringAsset("x") });
// @ts-expect-error a folder is an archive
new fs.Directory("a", { path: "a", source: new lumi.FileAsset("x") });
// @ts-expect-error variables are text
new exec.Command("a", { create: "true", environment: { PORT: 80 } });
// @ts-expect-error there is nothing to look a command up by
exec.Command.get("a", "id");
// @ts-expect-error the type is known
fs.File.get("std:fs:File", "a", "a.txt");
// @ts-expect-error the size is a number
export const size: lumi.Property<string> = new fs.File("a", { path: "a", content: "" }).size;
