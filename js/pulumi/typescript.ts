// TypeScript of programs for Node, compiled by their own compiler as ts-node does it: those of Pulumi, so that functions
// have the text that they have there, which the SDK serialises, and those of CDKTF. Types are not checked; `lumi check`
// does that.

import { createRequire } from "../node/module/commonjs.ts";
import * as fs from "../node/fs/fs.ts";
import { dirname, isAbsolute, join, resolve } from "../node/path/path.ts";
import { process } from "../node/process/process.ts";
import { core } from "../web/ops.ts";

// deno-lint-ignore no-explicit-any
type TypeScript = any;

/** The compiler, and all that its output depends on besides the text. */
interface Compiler {
  path: string;
  settingsFile: string | undefined;
  /** Version, settings and their files as text. */
  name: string;
}

let compiler: Compiler | undefined;
let typescript: TypeScript;
let options: object | undefined;

/** Compiles a file for its next load, unless that was done in an earlier run. */
export function compileTypes(filename: string): void {
  compiler ??= findCompiler();
  const text = core.ops.op_lumi_typed_text(filename, compiler.name);
  if (text === null) return;
  typescript ??= createRequire(compiler.path)(compiler.path);
  options ??= compilerOptions(typescript, compiler.settingsFile);
  const made = typescript.transpileModule(text, {
    compilerOptions: options,
    fileName: filename,
    reportDiagnostics: true,
  });
  const errors = (made.diagnostics ?? []).filter((it: { category: number }) => it.category === 1);
  if (errors.length > 0) throw typeScriptError(errors);
  const code = made.outputText.replace(/\n\/\/# sourceMappingURL=.*\s*$/, "\n");
  core.ops.op_lumi_typed_keep(filename, compiler.name, text, code, made.sourceMapText ?? "");
}

/** Whether the program has no SDK of Pulumi, and so no services of its engine. */
const isWithoutSdk = (): boolean => core.ops.op_lumi_services() === 0;

/** The package `typescript` that the SDK finds, or the one inside of it; without the SDK, the one that the program finds. */
function findCompiler(): Compiler {
  const entry = core.ops.op_lumi_entry();
  const path = isWithoutSdk() ? ownCompiler(entry) : compilerPath(sdkScript(entry));
  const settingsFile = settingsPath();
  const manifest = join(dirname(path),
    path.includes("/vendor/") ? "../typescript@3.8.3/package.json" : "../package.json");
  const texts = [path, textOf(manifest), String(isWithoutSdk()), ...settingsTexts(settingsFile, 0)];
  return { path, settingsFile, name: texts.join("\0") };
}

/** The script of the SDK that runs programs. It is the entry itself, unless that is a file of tests. */
function sdkScript(entry: string): string {
  if (entry.includes("/@pulumi/pulumi/")) return entry;
  return join(dirname(createRequire(entry).resolve("@pulumi/pulumi/package.json")), "cmd/run/index.js");
}

/** Found by its package.json: to resolve the compiler itself would mean to look into nine megabytes of it. */
const ownCompiler = (file: string): string =>
  join(dirname(createRequire(file).resolve("typescript/package.json")), "lib/typescript.js");

function compilerPath(sdk: string): string {
  try {
    return ownCompiler(sdk);
  } catch {
    return join(dirname(sdk), "../../vendor/typescript@3.8.3/typescript.js");
  }
}

/** The file of settings that the SDK reads: the one that the environment names, or that of the working folder. */
function settingsPath(): string | undefined {
  const path = resolve(process.cwd(), process.env["PULUMI_NODEJS_TSCONFIG_PATH"] ?? "tsconfig.json");
  return fs.existsSync(path) ? path : undefined;
}

/** The texts of a file of settings and of those that it extends, at most ten deep. */
function settingsTexts(path: string | undefined, depth: number): string[] {
  if (path === undefined || depth > 10) return [];
  const text = textOf(path);
  const list = /"extends"\s*:\s*(\[[^\]]*\]|"[^"]*")/.exec(text)?.[1] ?? "";
  // Every second part is between quotes.
  const names = list.split('"').filter((_, index) => index % 2 === 1);
  return [text, ...names.flatMap((name) => settingsTexts(extended(name, path), depth + 1))];
}

function extended(name: string, from: string): string | undefined {
  const folder = dirname(from);
  const isPath = name.startsWith(".") || isAbsolute(name);
  const wanted = isPath ? (isAbsolute(name) ? name : join(folder, name)) : join(folder, "node_modules", name);
  return [wanted, `${wanted}.json`, join(wanted, "tsconfig.json")].find((it) =>
    fs.existsSync(it) && fs.statSync(it).isFile()
  );
}

function textOf(path: string): string {
  try {
    return fs.readFileSync(path, "utf8") as string;
  } catch {
    return "";
  }
}

/** The settings of the SDK for ts-node, and over them those of the project. */
function compilerOptions(ts: TypeScript, settingsFile: string | undefined): object {
  const [major, minor] = ts.version.split(".").map(Number);
  const isRecent = major > 4 || (major === 4 && minor >= 7);
  const defaults = {
    target: ts.ScriptTarget.ES2020,
    module: isRecent ? ts.ModuleKind.NodeNext : ts.ModuleKind.CommonJS,
    moduleResolution: isRecent ? ts.ModuleResolutionKind.NodeNext : ts.ModuleResolutionKind.NodeJs,
  };
  const own = settingsFile === undefined ? {} : projectOptions(ts, settingsFile);
  // A file has one output, whose map is kept beside it.
  const output = { sourceMap: true, inlineSourceMap: false, declaration: false, declarationMap: false, noEmit: false };
  const none = { out: undefined, outFile: undefined, outDir: undefined, composite: undefined, incremental: undefined };
  const rest = {
    tsBuildInfoFile: undefined,
    emitDeclarationOnly: undefined,
    sourceRoot: undefined,
    mapRoot: undefined,
  };
  const all = { ...defaults, ...own, ...output, ...none, ...rest };
  return isWithoutSdk() ? asCommonJs(ts, all) : all;
}

/** Settings that contradict CommonJS. */
const ofOtherModules = [
  "moduleResolution",
  "customConditions",
  "allowImportingTsExtensions",
  "resolvePackageJsonExports",
  "resolvePackageJsonImports",
];

/** Settings for files that are CommonJS whatever their settings say, as for tsx and Bun. */
function asCommonJs(ts: TypeScript, settings: object): object {
  const kept = Object.entries(settings).filter(([name]) => !ofOtherModules.includes(name));
  return { ...Object.fromEntries(kept), module: ts.ModuleKind.CommonJS, verbatimModuleSyntax: false };
}

function projectOptions(ts: TypeScript, settingsFile: string): object {
  const { config, error } = ts.readConfigFile(settingsFile, ts.sys.readFile);
  if (error !== undefined) throw typeScriptError([error]);
  // Which files there are does not matter.
  return ts.parseJsonConfigFileContent({ ...config, files: [], include: [] }, ts.sys, dirname(settingsFile)).options;
}

/** The error of ts-node, whose name the SDK knows. */
function typeScriptError(diagnostics: object[]): Error {
  const host = {
    getCanonicalFileName: (name: string) => name,
    getCurrentDirectory: () => process.cwd(),
    getNewLine: () => "\n",
  };
  const text = typescript.formatDiagnostics(diagnostics, host).trim();
  return Object.assign(new Error(`\u2a2f Unable to compile TypeScript:\n${text}`), { name: "TSError" });
}
