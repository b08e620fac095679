// Puts files that the compiler of TypeScript does not write beside those that it has written.
import { chmodSync, cpSync } from "node:fs";

cpSync("src/wire/protocol.json", "dist/wire/protocol.json");
chmodSync("dist/language/main.js", 0o755);
