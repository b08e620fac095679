import * as fs from "std:fs";

new fs.File("a", { path: "a", content: "a" });
