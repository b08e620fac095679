// Packages that see into modules: they change the text around them, or load one anew.
import { createRequire } from "node:module";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const Module = createRequire(import.meta.url)("module");
console.log(JSON.stringify(Module.wrapper), JSON.stringify(Module.wrap("a")));
const folder = mkdtempSync(join(tmpdir(), "wrapped-"));
const file = join(folder, "secret.js");
writeFileSync(file, "const secret = 1;\nmodule.exports = () => secret;\n");
writeFileSync(join(folder, "data.json"), "[1]");

const plain = new Module(file);
plain.load(file);
console.log(plain.loaded, plain.exports(), plain.filename === file);
const data = new Module(join(folder, "data.json"));
data.load(data.id);
console.log(data.exports);

const before = [...Module.wrapper];
Module.wrapper[1] = "\nmodule.exports.get = (name) => eval(name);" + before[1];
const seen = new Module(file);
seen.load(file);
console.log(seen.exports(), seen.exports.get("secret"));
Module.wrapper[1] = before[1];
const again = new Module(file);
again.load(file);
console.log(typeof again.exports.get);

const { wrap } = Module;
Module.wrap = (text) => wrap(text.replace("1", "2"));
const changed = new Module(file);
changed.load(file);
console.log(changed.exports());
Module.wrap = wrap;
try {
  new Module(join(folder, "none.js")).load(join(folder, "none.js"));
} catch (error) {
  console.log(error instanceof Error);
}
rmSync(folder, { recursive: true });
