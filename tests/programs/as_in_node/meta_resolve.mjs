// `import.meta.resolve` of generated specifiers: its URLs, and the classes and codes of its errors.
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { pathToFileURL } from "node:url";

const outer = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "meta-resolve-")));
process.on("exit", () => fs.rmSync(outer, { recursive: true, force: true }));
const folder = path.join(outer, "above", "here");

const imports = {
  "#ok": "./ok.mjs",
  "#gone": "./gone.mjs",
  "#fs": "fs",
  "#kit": "kit",
  "#kit-gone": "kit/gone",
  "#missing": "missing",
  "#null": null,
  "#out": "../out.mjs",
  "#root": "/x.mjs",
  "#url": "https://x/y.mjs",
  "#sub/*": "./sub/*.mjs",
  "#number": 1,
  "#entry": "#ok",
  "#condition": { require: "./ok.mjs" },
  "#empty": [],
  "#list": ["//", "./ok.mjs"],
};
const kit = {
  ".": "./index.js",
  "./gone": "./gone.js",
  "./out": "./../out.js",
  "./none": null,
  "./sub/*": "./lib/*.js",
  "./condition": { require: "./index.js" },
  "./number": 7,
  "./bare": "bare",
  "./list": ["bare", "./index.js"],
  "./empty": [],
  "./slash": "./a%2fb.js",
  "./space": "./lib/x%20y.js",
  "./modules": "./node_modules/x.js",
  "./node": "node:fs",
};
const manifests = {
  "": { name: "own", exports: { ".": "./ok.mjs", "./gone": "./gone.mjs", "./sub/*": "./sub/*.mjs" }, imports },
  kit: { name: "kit", exports: kit },
  plain: { name: "plain", main: "lib/main" },
  "no-main": { main: "gone.js" },
  empty: {},
  mixed: { exports: { ".": "./a.js", import: "./b.js" } },
  "exports-null": { exports: null, main: "a.js" },
  "exports-text": { exports: "./a.js" },
  "exports-false": { exports: false },
  "@scope/kit": { exports: { ".": "./a.js" } },
};
const files = [
  ...["ok.mjs", "sub/a.mjs", "sub/x y.mjs", "text.txt", "café.mjs", "ha#sh.mjs"],
  ...["kit/index.js", "kit/lib/a.js", "kit/lib/x y.js", "plain/lib/main.js", "plain/lib/other.js", "exports-null/a.js"]
    .map((it) => `node_modules/${it}`),
  ...["exports-text/a.js", "@scope/kit/a.js", "no-json/a.js", "fs/index.js", "file.js", ".hidden/index.js"]
    .map((it) => `node_modules/${it}`),
];
function write(name, text) {
  fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  fs.writeFileSync(path.join(folder, name), text);
}
for (const name of files) write(name, "");
for (const [name, manifest] of Object.entries(manifests)) {
  write(path.join(name === "" ? "" : "node_modules", name, "package.json"), JSON.stringify(manifest));
}
write("node_modules/broken/package.json", "{");
write("ask.mjs", "export const resolve = import.meta.resolve;\nexport const meta = import.meta;\n");
fs.symlinkSync("ok.mjs", path.join(folder, "link.mjs"));
fs.symlinkSync("nowhere.mjs", path.join(folder, "dangling.mjs"));
const { meta, resolve } = await import(pathToFileURL(path.join(folder, "ask.mjs")));

// Files without their extension and folders with an index, which Lumi finds and Node does not, are left out.
const heads = [
  ...["", "./", "../", "/", ".", "..", "kit/", "@scope/kit/", "own/", "#", "file:", "file:///", "file://host/"],
  ...["data:", "x-y:", "http://", "//", "\\", "kit\\"],
];
const tails = [
  ...["", "ok.mjs", "a", "gone", "..", "sub", "sub/a.mjs", "sub/../a.mjs", "dir/a.js", "x y.mjs", "x%20y.mjs"],
  ...["%2f", "%5C", "%2e%2e/ok.mjs", "%", "%zz", "%ff", "\n", "ok.mjs ", " ok.mjs", "ok.mjs?x", "ok.mjs#y", "?x", "#y"],
  ...["lib/other.js", "node_modules/kit/index.js", "text/javascript,1", "é", "\u{1F600}", "\ud800", "a:b", "@x", "*"],
];
const named = [
  ...["kit", "plain", "plain/lib/other.js", "plain/lib/other.js?x", "plain/gone.js", "plain/%2f", "plain/%", "no-main"],
  ...["empty", "no-json", "no-json/a.js", "broken", "broken/a.js", "mixed", "exports-null", "exports-null/a.js"],
  ...["exports-text", "exports-text/a.js", "exports-false", "file.js", ".hidden", "own", "own/gone", "own/sub/a"],
  ...["own/none", "missing", "missing/a", "@scope/kit", "@scope/missing", "@scope", "@", "@/x", "Kit", "a b"],
  ...Object.keys(kit).map((it) => path.join("kit", it)),
  ...["kit/", "kit/sub/a", "kit/sub/zz", "kit/sub/../a", "kit/sub/%2e%2e/a", "kit/index.js", "kit/package.json"],
  ...Object.keys(imports),
  ...["#", "#/", "#/x", "#none", "#sub/a", "#sub/zz", "#sub/../a", "#sub/", "#sub/%", "#sub/%2f"],
  ...["./link.mjs", "./dangling.mjs", "./café.mjs", "./caf%C3%A9.mjs", "./ha%23sh.mjs", "././ok.mjs", ".//ok.mjs", "./a\\b"],
  ...["...", ".ok", "..ok", "./ok.mjs/", "file:./ok.mjs", "file:///a%2fb", "file://localhost/x", "FILE:///x"],
  ...["@scope/", "node:", "node:fs", "node:fs/promises", "node:path/posix", "node:nope", "fs", "path/posix", "test", "fs/promises"],
  ...["http:", "https://[", "blob:", "x:", "1:2", ":", "about:blank", "npm:zod", "//a:b", "//host/x"],
];

const place = pathToFileURL(outer).href;
function answer(...args) {
  try {
    return resolve(...args).replaceAll(place, "");
  } catch (error) {
    return [error.constructor.name, error.name, error.code].join(" ");
  }
}
const specifiers = new Set([...heads.flatMap((head) => tails.map((tail) => head + tail)), ...named]);
for (const specifier of [...specifiers, undefined, null, 5, {}, ["./ok.mjs"], new URL("file:///x/y.mjs"), Symbol.iterator]) {
  console.log(`${typeof specifier === "string" ? JSON.stringify(specifier) : typeof specifier}: ${answer(specifier)}`);
}
console.log(answer(), answer("./ok.mjs", "file:///other/x.mjs"), resolve.name, resolve.length);
console.log(meta.url.replace(place, ""), meta.filename === path.join(folder, "ask.mjs"), meta.dirname === folder);
