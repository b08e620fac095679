// CommonJS: runs required files, each once, as Node does.

import * as lumi from "../lumi/index.ts";
import { core } from "../web/ops.ts";
import { dirname, isAbsolute } from "./path.ts";
import { fileURLToPath } from "./url.ts";

/** The kinds of modules that `op_lumi_require_resolve` returns. */
const BUILTIN = 0;
const COMMONJS = 1;
const MODULE = 2;

type Exports = unknown;

interface Resolve {
  (request: string): string;
  paths(request: string): string[] | null;
}

export interface Require {
  (request: string): Exports;
  resolve: Resolve;
  cache: Record<string, Module | undefined>;
  extensions: Record<string, unknown>;
  main: undefined;
}

export class Module {
  id: string;
  path: string;
  filename: string;
  exports: Exports = {};
  loaded = false;
  parent: Module | undefined;
  children: Module[] = [];
  paths: string[];
  require: Require;

  constructor(filename: string, parent?: Module) {
    this.id = this.filename = filename;
    this.path = dirname(filename);
    this.parent = parent;
    this.paths = modulesFolders(this.path);
    this.require = requireOf(filename, this);
  }
}

const cache: Record<string, Module | undefined> = Object.create(null);

/** `require.extensions` can be read; handlers that packages add have no effect. */
const extensions: Record<string, unknown> = Object.assign(Object.create(null), {
  ".js": () => {},
  ".json": () => {},
});

function modulesFolders(folder: string): string[] {
  const parts = folder.split("/");
  const folders = parts.map((_, index) => parts.slice(0, parts.length - index).join("/"));
  return folders.filter((it) => !it.endsWith("/node_modules")).map((it) => `${it}/node_modules`);
}

/** Node uses another error code for failures of `require`. */
function resolve(request: string, filename: string): [kind: number, location: string] {
  if (typeof request !== "string" || request === "") {
    const problem = `require takes the name of a module, not ${request === "" ? "an empty string" : typeof request}`;
    throw Object.assign(new TypeError(problem), { code: "ERR_INVALID_ARG_TYPE" });
  }
  try {
    return core.ops.op_lumi_require_resolve(request, filename);
  } catch (error) {
    const failure = error as { code?: string };
    if (failure.code === "ERR_MODULE_NOT_FOUND") failure.code = "MODULE_NOT_FOUND";
    throw error;
  }
}

function requireOf(filename: string, parent?: Module): Require {
  const require = (request: string): Exports => {
    const [kind, location] = resolve(request, filename);
    if (kind === BUILTIN) return builtin(location);
    if (kind === MODULE) return esModule(location);
    return run(location, kind === COMMONJS, parent).exports;
  };
  const resolveOnly = (request: string): string => {
    const [kind, location] = resolve(request, filename);
    if (kind === BUILTIN) return request;
    return kind === MODULE ? fileURLToPath(location) : location;
  };
  const paths = (request: string) =>
    /^\.{0,2}\//.test(request) ? [dirname(filename)] : modulesFolders(dirname(filename));
  return Object.assign(require, {
    resolve: Object.assign(resolveOnly, { paths }),
    cache,
    extensions,
    main: undefined,
  });
}

/** The SDK itself is part of every program; other modules are evaluated when first required. */
const builtins = new Map<string, Exports>([["lumi:/lumi/index.ts", lumi]]);

/** Public modules only; the host checks this, too. */
const isPublic = (url: string) => /^lumi:\/(?:node\/[a-z_]+|lumi\/(?:dynamic|std|testing))\.ts$/.test(url);

function builtin(url: string): Exports {
  if (!builtins.has(url)) {
    if (!isPublic(url)) throw new Error(`cannot require ${url}: it is a part of lumi`);
    const namespace = core.createLazyLoader(url)();
    builtins.set(url, namespace["default"] ?? namespace);
  }
  return builtins.get(url);
}

function esModule(url: string): Exports {
  const namespace = evaluated(url);
  return Object.hasOwn(namespace, "module.exports") ? namespace["module.exports"] : namespace;
}

function evaluated(url: string): Record<string, unknown> {
  try {
    return core.ops.op_import_sync(url);
  } catch (error) {
    if (!String(error).includes("Top-level await is not allowed")) throw restored(error as Error);
    const problem = `cannot require ${
      fileURLToPath(url)
    }: it, or what it imports, has a top-level await; use import() instead`;
    throw Object.assign(new Error(problem), { code: "ERR_REQUIRE_ASYNC_MODULE" });
  }
}

/** Restores an error of a module, which arrives as a copy with the whole stack as its message. */
function restored(error: Error): Error {
  // A stack frame is a line that begins with spaces and "at".
  const lines = error.message.split("\n");
  const first = lines.findIndex((line, index) => index > 0 && /^\s+at /.test(line));
  if (first < 0) return error;
  const frames = lines.slice(first).filter((line) => /^\s+at /.test(line));
  const message = lines.slice(0, first).join("\n");
  const prefix = `${error.name}: `;
  error.message = message.startsWith(prefix) ? message.slice(prefix.length) : message;
  const places = frames.map((frame) => /(file:.*?)(:\d+:\d+)\)?$/.exec(frame));
  const place = places.find((it) => it !== null);
  if (place) {
    // The property by which errors of the host carry their position.
    const position = { value: fileURLToPath(place[1]!) + place[2], configurable: true };
    const keys = { value: ["lumiPosition"], configurable: true };
    Object.defineProperties(error, { lumiPosition: position, [Symbol.for("errorAdditionalPropertyKeys")]: keys });
  }
  return error;
}

function run(filename: string, isCode: boolean, parent?: Module): Module {
  const known = cache[filename];
  if (known !== undefined) {
    if (parent !== undefined && !parent.children.includes(known)) parent.children.push(known);
    return known;
  }
  const module = new Module(filename, parent);
  parent?.children.push(module);
  cache[filename] = module;
  try {
    if (isCode) runCode(module);
    else module.exports = JSON.parse(core.ops.op_lumi_require_json(filename));
  } catch (error) {
    // The next `require` resolves it again.
    delete cache[filename];
    throw error;
  }
  module.loaded = true;
  return module;
}

function runCode(module: Module): void {
  const { filename } = module;
  const body = core.ops.op_lumi_commonjs_compile(filename);
  Reflect.apply(body, module.exports, [module.exports, module.require, module, filename, module.path]);
  core.ops.op_lumi_commonjs_keep(filename, body);
}

/** @internal The exports of a CommonJS file, for its facade module. */
export const load = (filename: string): Exports => run(filename, true).exports;

/** `require` for a file, given as a path or a file: URL. */
export function createRequire(file: string | URL): Require {
  const path = typeof file === "string" && isAbsolute(file) ? file : fileURLToPath(file);
  return requireOf(path);
}
