import { show } from "../show.mjs";
import * as esbuild from "esbuild-wasm";

show((await esbuild.transform("const x: number = 1 ?? 2; export { x }", { loader: "ts", minify: true })).code);
const result = await esbuild.build({ stdin: { contents: "import { a } from './a'; show(a)", resolveDir: "." }, bundle: true, write: false, format: "esm", plugins: [{ name: "virtual", setup(build) { build.onResolve({ filter: /^\.\/a$/ }, () => ({ path: "a", namespace: "v" })); build.onLoad({ filter: /.*/, namespace: "v" }, () => ({ contents: "export const a = 42" })); } }] });
show(result.outputFiles[0].text);
const failure = await esbuild.transform("const = ;", { logLevel: "silent" }).catch((error) => error);
show(failure.errors.map((it) => [it.text, it.location.line, it.location.column]));
await esbuild.stop();
