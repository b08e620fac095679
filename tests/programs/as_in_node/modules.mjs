// node:module and CommonJS

import * as all from "./modules/main.cjs";
import main, { value } from "./modules/main.cjs";
import Module, { builtinModules, createRequire, isBuiltin } from "node:module";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const log = (...args) => console.log(args.map((it) => typeof it === "string" ? it : JSON.stringify(it)).join(" "));
const failing = (body) => {
  try {
    return body();
  } catch (error) {
    return `${error.name} ${error.code ?? "-"}: ${error.message.split("\n")[0]}`;
  }
};
const warnings = [];
process.on("warning", (warning) => warnings.push(warning.message));

log(main, value, Object.keys(all).filter((it) => it !== "module.exports"));
log(import.meta.dirname === dirname(fileURLToPath(import.meta.url)), basename(import.meta.filename));
log(import.meta.resolve("./modules/main.cjs") === new URL("./modules/main.cjs", import.meta.url).href);
log(import.meta.resolve("node:fs"));
for (
  const specifier of [
    "./modules/main.cjs?x=1",
    "./modules/main.cjs#y",
    "./modules/main.cjs?x#y",
    "./not%20there.mjs?x",
    "..",
    "../",
    "./a/../b//c.mjs",
    "file:///nowhere/x.mjs?y#z",
    "data:text/javascript,1",
    "https://example.com/x.mjs?y",
    "npm:zod",
    "blob:x",
    "about:blank",
  ]
) {
  const resolved = import.meta.resolve(specifier);
  log(specifier, resolved.replace(new URL("..", import.meta.url).href, "HERE/"));
}

const require = createRequire(import.meta.url);
const folder = join(import.meta.dirname, "modules");
log(require.main, Object.keys(require).sort(), typeof require.resolve.paths, Object.keys(require.extensions));
log(require("./modules/main.cjs") === main, require("./modules/data.json"));
log(basename(require.resolve("./modules/main.cjs")), require.resolve("fs"), require.resolve("node:fs"));
log(basename(require.resolve("./main.cjs", { paths: [folder] })), basename(require.resolve("./data", { paths: [folder] })));
log(require.resolve.paths("fs"), require.resolve.paths("./a").map((it) => basename(it)));
log(require.resolve.paths("x").slice(0, 2).map((it) => it.replace(import.meta.dirname, "")));
log(failing(() => require("./modules/absent")).split(":")[0]);
log(failing(() => require.resolve("./absent", { paths: [folder] })).split(":")[0]);
log(failing(() => createRequire("relative")));
log(isBuiltin("fs"), isBuiltin("node:fs/promises"), isBuiltin("lodash"), builtinModules.includes("path"));

const { parts } = require("./modules/parts.cjs");
log(parts);
const cached = require.cache[join(folder, "parts.cjs")];
log(cached instanceof Module, cached.loaded, basename(cached.id), cached.exports.parts === parts, cached.children.length);
delete require.cache[join(folder, "parts.cjs")];
log(require("./modules/parts.cjs").parts !== parts);

// A circle of requires.
log(require("./modules/circle_a.cjs"));
await new Promise((resolve) => setTimeout(resolve, 1));
log(warnings);

// The functions that packages replace.
const { _load, _resolveFilename } = Module;
Module._load = function(request, ...rest) {
  return request === "replaced" ? "by the program" : Reflect.apply(_load, this, [request, ...rest]);
};
log(require("./modules/replaced.cjs"));
Module._load = _load;
Module._resolveFilename = function(request, ...rest) {
  return request === "elsewhere" ? join(folder, "data.json") : Reflect.apply(_resolveFilename, this, [request, ...rest]);
};
log(createRequire(import.meta.url)("elsewhere"));
Module._resolveFilename = _resolveFilename;
const { require: required } = Module.prototype;
const seen = [];
Module.prototype.require = function(request) {
  seen.push(request);
  return Reflect.apply(required, this, [request]);
};
delete require.cache[join(folder, "parts.cjs")];
require("./modules/parts.cjs");
Module.prototype.require = required;
log(seen);
require.extensions[".own"] = (module, filename) => {
  module._compile("module.exports = [__filename.length > 0, typeof require, 'own'];", filename);
};
log(require("./modules/some.own"));
log(Module.wrap("x"), Module._nodeModulePaths("/a/node_modules/b").slice(0, 2), Module.builtinModules === builtinModules);
for (const name of ["", 5, undefined, "node:none", "./none"]) {
  try {
    require(name);
  } catch (error) {
    const { code, message } = error;
    log(code, code.startsWith("ERR_INVALID") && message);
  }
}
