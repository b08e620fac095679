// CommonJS: runs required files, each once, as Node does.

import * as lumi from "../../lumi/index.ts";
import { core } from "../../web/ops.ts";
import { invalidArgType, invalidArgValue } from "../node_errors.ts";
import { dirname, extname, isAbsolute, join, resolve as absolute } from "../path/path.ts";
import { guardPulumi } from "../../pulumi/guard.ts";
import { exportsFor } from "../../pulumi/late_outputs.ts";
import { changeSdk, isLate, lateExports, showPlace } from "../../pulumi/sdk.ts";
import { fileURLToPath, pathToFileURL } from "../url/url.ts";
import { isProxy } from "../util/types.ts";

/** The parameters of the function around the text of a module. */
const parameters = ["exports", "require", "module", "__filename", "__dirname"];

/** The kinds of modules that `op_lumi_require_resolve` returns. */
const BUILTIN = 0;
const COMMONJS = 1;
const MODULE = 2;

/** The text around that of a module, as Node shows it. */
const wrapper: [string, string] = [`(function (${parameters.join(", ")}) { `, "\n});"];

type Body = (...values: unknown[]) => unknown;
type Exports = unknown;

interface ResolveOptions {
  /** Folders to begin at. */
  paths?: string[];
}

interface Resolve {
  (request: string, options?: ResolveOptions): string;
  paths(request: string): string[] | null;
}

type Handler = (module: Module, filename: string) => void;

export interface Require {
  (request: string): Exports;
  resolve: Resolve;
  cache: Record<string, Module | undefined>;
  extensions: Record<string, Handler | undefined>;
  main: Module | undefined;
}

export class Module {
  id: string;
  path: string;
  exports: Exports = {};
  filename: string | null;
  loaded = false;
  children: Module[] = [];
  paths: string[];
  declare parent: Module | undefined;

  constructor(id = "", parent?: Module) {
    this.id = id;
    this.filename = id === "" ? null : id;
    this.path = dirname(id);
    this.paths = modulesFolders(this.path);
    Object.defineProperty(this, "parent", { value: parent, writable: true, configurable: true, enumerable: false });
  }

  /** Packages replace it to see what is required. */
  require(request: string): Exports {
    return Module._load(request, this);
  }

  /** Runs the file as the body of the module: packages that load one anew call it. */
  load(filename: string): void {
    this.filename = filename;
    this.paths = modulesFolders(dirname(filename));
    handlerOf(filename, extname(filename) !== ".json")(this, filename);
    this.loaded = true;
  }

  /** Runs a text as the body of the module. */
  _compile(text: string, filename: string): void {
    const url = pathToFileURL(filename).href;
    const wrapped = () => new Function(`return ${Module.wrap(text)}\n//# sourceURL=${url}`)() as Body;
    const body = isWrapped() ? wrapped() : core.ops.op_lumi_commonjs_evaluate(text, url, filename);
    Reflect.apply(body, this.exports, [this.exports, requireOf(filename, this), this, filename, dirname(filename)]);
  }

  static _cache: Record<string, Module | undefined> = Object.create(null);
  static _pathCache: Record<string, string> = Object.create(null);
  static _extensions: Record<string, Handler | undefined> = Object.create(null);
  static globalPaths: string[] = [];

  /** Replaced by packages that give modules other names. */
  static _resolveFilename(
    request: string,
    parent?: Module | null,
    _isMain?: boolean,
    options?: ResolveOptions,
  ): string {
    return resolvedName(request, requirer(parent), options, parent);
  }

  /** Replaced by packages that put something in the place of modules. */
  static _load(request: string, parent?: Module | null, _isMain?: boolean): Exports {
    const filename = requirer(parent);
    if (Module._resolveFilename !== ownResolve) request = Module._resolveFilename(request, parent, false);
    const [kind, location] = resolve(request, filename, parent);
    if (kind === BUILTIN) return builtin(location);
    if (kind === MODULE) return esModule(location);
    const load = () => run(location, kind === COMMONJS, parent ?? undefined);
    if (!isOfPulumi()) return load();
    const isUnknown = cache[location] === undefined;
    return isUnknown && isLate(location, filename) ? lateExports(load) : exportsFor(filename, location, load());
  }

  static _nodeModulePaths(folder: string): string[] {
    return modulesFolders(folder);
  }

  static _resolveLookupPaths(request: string, parent?: Module | null): string[] | null {
    return lookupPaths(request, requirer(parent));
  }

  static wrap(text: string): string {
    return Module.wrapper[0] + text + Module.wrapper[1];
  }

  static wrapper: [string, string] = [...wrapper];
}

const cache = Module._cache;
const ownResolve = Module._resolveFilename;
const ownWrap = Module.wrap;

/** Whether a package has put other text around modules, to see into them. */
const isWrapped = (): boolean =>
  Module.wrap !== ownWrap || Module.wrapper[0] !== wrapper[0] || Module.wrapper[1] !== wrapper[1];

/** As Node's own do, they take a module and fill in its exports. */
const handlers: Record<string, Handler> = {
  ".js": (module, filename) => runCode(module, filename),
  ".json": (module, filename) => {
    module.exports = parsedJson(filename);
  },
  ".node": (_module, filename) => {
    resolve(filename, filename);
  },
};
Object.assign(Module._extensions, handlers);

function parsedJson(filename: string): unknown {
  try {
    return JSON.parse(core.ops.op_lumi_require_json(filename, false));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    // An error of Lumi's names the line; the SDK of Pulumi shows the message alone, which names the file as in Node.
    if (!isOfPulumi()) core.ops.op_lumi_require_json(filename, true);
    error.message = `${filename}: ${error.message}`;
    throw error;
  }
}

/** The file that requires a module. Text that was compiled without the name of a file requires from the current folder. */
function requirer(parent: Module | null | undefined): string {
  const { filename } = parent ?? {};
  if (filename === null || filename === undefined) return core.ops.op_lumi_entry();
  return isAbsolute(filename) ? filename : absolute(filename === "" ? "[eval]" : filename);
}

function modulesFolders(folder: string): string[] {
  const parts = (isAbsolute(folder) ? folder : absolute(folder)).split("/");
  const folders = parts.map((_, index) => parts.slice(0, parts.length - index).join("/"));
  return folders.filter((it) => !it.endsWith("/node_modules")).map((it) => `${it}/node_modules`);
}

const isRelative = (request: string): boolean => /^\.{0,2}\//.test(request) || request === "." || request === "..";

function lookupPaths(request: string, filename: string): string[] | null {
  if (isRelative(request)) return [dirname(filename)];
  const isBuiltin = request.startsWith("node:") || core.ops.op_lumi_builtin_names().includes(request);
  return isBuiltin ? null : modulesFolders(dirname(filename));
}

/** The name of a module for `require.resolve`. */
function resolvedName(
  request: string,
  filename: string,
  options?: ResolveOptions,
  parent?: Module | null,
): string {
  if (options?.paths === undefined) {
    const [kind, location] = resolve(request, filename, parent);
    if (kind === BUILTIN || location.startsWith("lumi-package:")) return request;
    return kind === MODULE ? fileURLToPath(location) : location;
  }
  if (!Array.isArray(options.paths)) throw invalidArgType("options.paths", "an instance of Array", options.paths);
  let problem: unknown = Object.assign(new Error(`Cannot find module '${request}'`), { code: "MODULE_NOT_FOUND" });
  for (const folder of options.paths) {
    try {
      return resolvedName(request, join(folder, "of-this-folder.js"));
    } catch (error) {
      if ((error as { code?: string }).code !== "MODULE_NOT_FOUND") throw error;
      problem = error;
    }
  }
  throw problem;
}

/** The error of Node for a module that does not exist. */
function notFound(request: string, parent: Module): Error {
  const requireStack: string[] = [];
  for (let it: Module | undefined = parent; it !== undefined; it = it.parent) requireStack.push(it.filename ?? it.id);
  const message = `Cannot find module '${request}'\nRequire stack:\n- ${requireStack.join("\n- ")}`;
  return Object.assign(new Error(message), { code: "MODULE_NOT_FOUND", requireStack });
}

/** The file of a request with an extension for which the program has a handler of its own. */
function withOwnExtension(request: string, filename: string): [kind: number, location: string] | undefined {
  for (const extension of Object.keys(Module._extensions)) {
    if (extension in handlers || !isRelative(request)) continue;
    try {
      return core.ops.op_lumi_require_resolve(request + extension, filename);
    } catch {
      // The next one may be there.
    }
  }
  return undefined;
}

/** Node uses another error code for failures of `require`. */
function resolve(request: string, filename: string, parent?: Module | null): [kind: number, location: string] {
  if (typeof request !== "string") throw invalidArgType("id", "of type string", request);
  if (request === "") throw invalidArgValue("id", "''", "must be a non-empty string");
  try {
    return core.ops.op_lumi_require_resolve(request, filename);
  } catch (error) {
    const failure = error as { code?: string };
    const isBuiltin = request.startsWith("node:");
    const isMissing = failure.code === "ERR_MODULE_NOT_FOUND" || failure.code === "ERR_UNKNOWN_BUILTIN_MODULE";
    if (failure.code === "ERR_UNSUPPORTED_DIR_IMPORT") failure.code = "MODULE_NOT_FOUND";
    if (isMissing) {
      const found = withOwnExtension(request, filename);
      if (found !== undefined) return found;
      if (isOfPulumi() && parent && !isBuiltin) throw notFound(request, parent);
      failure.code = isBuiltin ? "ERR_UNKNOWN_BUILTIN_MODULE" : "MODULE_NOT_FOUND";
    }
    throw error;
  }
}

function requireOf(filename: string, module: Module): Require {
  const require = ((request: string): Exports => module.require(request)) as Require;
  const resolveOnly = (request: string, options?: ResolveOptions): string => {
    if (typeof request !== "string") throw invalidArgType("request", "of type string", request);
    return Module._resolveFilename(request, module, false, options);
  };
  const paths = (request: string): string[] | null => {
    if (typeof request !== "string") throw invalidArgType("request", "of type string", request);
    return lookupPaths(request, filename);
  };
  require.resolve = Object.assign(resolveOnly, { paths });
  // The entry module, if it is CommonJS.
  const main = { get: () => cache[core.ops.op_lumi_entry()], enumerable: true, configurable: true };
  Object.defineProperty(require, "main", main);
  require.extensions = Module._extensions;
  require.cache = cache;
  return require;
}

/** The SDK itself is part of every program; other modules are evaluated when first required. */
const builtins = new Map<string, Exports>([["lumi:/lumi/index.ts", lumi]]);

/** Modules of Node and the SDK; the host resolves names to public ones alone. */
const isPublic = (url: string) =>
  /^lumi:\/(?:node\/(?:[a-z0-9_]+\/)?[a-z0-9_]+|pulumi\/[a-z_]+|lumi\/(?:dynamic|std|testing))\.ts$/.test(url);

function builtin(url: string): Exports {
  if (!builtins.has(url)) {
    if (!isPublic(url)) throw new Error(`cannot require ${url}: it is a part of lumi`);
    // The module that `require("node:buffer")` returns has getters for what the module for imports evaluates.
    const namespace = core.createLazyLoader(
      url === "lumi:/node/buffer/module.ts" ? "lumi:/node/buffer/buffer.ts" : url,
    )();
    builtins.set(url, namespace["default"] ?? namespace);
  }
  return builtins.get(url);
}

function esModule(url: string): Exports {
  const namespace = evaluateModule(url);
  return Object.hasOwn(namespace, "module.exports") ? namespace["module.exports"] : namespace;
}

function evaluateModule(url: string): Record<string, unknown> {
  try {
    return core.ops.op_import_sync(url);
  } catch (error) {
    if (!String(error).includes("Top-level await is not allowed")) throw restoreStack(error as Error);
    const problem = `cannot require ${
      fileURLToPath(url)
    }: it, or what it imports, has a top-level await; use import() instead`;
    throw Object.assign(new Error(problem), { code: "ERR_REQUIRE_ASYNC_MODULE" });
  }
}

/** Restores an error of a module, which arrives as a copy with the whole stack as its message. */
function restoreStack(error: Error): Error {
  // A stack frame is a line that begins with spaces and "at".
  const lines = error.message.split("\n");
  const first = lines.findIndex((line, index) => index > 0 && /^\s+at /.test(line));
  if (first < 0) return error;
  const frames = lines.slice(first).filter((line) => /^\s+at /.test(line));
  const message = lines.slice(0, first).join("\n");
  const prefix = `${error.name}: `;
  error.message = message.startsWith(prefix) ? message.slice(prefix.length) : message;
  // Files of the project are named without its folder.
  const places = frames.map((frame) => / \(?(file:.*?|[^\s:<>]+?)(:\d+:\d+)\)?$/.exec(frame));
  const place = places.find((it) => it !== null);
  if (place) {
    // The property by which errors of the host carry their position.
    const [, file = "", lineAndColumn = ""] = place;
    const path = file.startsWith("file:") ? fileURLToPath(file) : fileURLToPath(`file:///${file}`).slice(1);
    const position = { value: path + lineAndColumn, configurable: true };
    const keys = { value: ["lumiPosition"], configurable: true };
    Object.defineProperties(error, { lumiPosition: position, [Symbol.for("errorAdditionalPropertyKeys")]: keys });
  }
  return error;
}

function run(filename: string, isCode: boolean, parent?: Module): Exports {
  const known = cache[filename];
  if (known !== undefined) {
    if (parent !== undefined && !parent.children.includes(known)) parent.children.push(known);
    return known.loaded ? known.exports : unfinishedExports(known);
  }
  const module = new Module(filename, parent);
  parent?.children.push(module);
  cache[filename] = module;
  if (filename === core.ops.op_lumi_entry()) module.id = ".";
  try {
    handlerOf(filename, isCode)(module, filename);
  } catch (error) {
    // The next `require` resolves it again.
    delete cache[filename];
    throw error;
  } finally {
    finishExports(module);
  }
  module.loaded = true;
  if (isOfPulumi()) changeSdk(filename, module.exports);
  else guardPulumi(module.exports);
  return module.exports;
}

/** A handler that a package has put in the place of ours comes first. */
function handlerOf(filename: string, isCode: boolean): Handler {
  const own = isCode ? ".js" : ".json";
  const extension = extname(filename);
  const handler = Module._extensions[extension] ?? Module._extensions[own];
  return handler !== undefined && handler !== handlers[extension] ? handler : handlers[own]!;
}

function runCode(module: Module, filename: string): void {
  // A package that has replaced it wants to see the text.
  if (module._compile !== ownCompile || isWrapped()) {
    module._compile(core.ops.op_lumi_file_read_text(filename), filename);
    return;
  }
  const body = core.ops.op_lumi_is_compiled() ? compiled(filename) : core.ops.op_lumi_commonjs_compile(filename);
  Reflect.apply(body, module.exports, [module.exports, requireOf(filename, module), module, filename, module.path]);
  core.ops.op_lumi_commonjs_keep(filename, body);
}

/** TypeScript of the program, not of packages. */
const isTyped = /^(?!.*\/node_modules\/).*\.(?:[cm]?ts|tsx)$/;

function compiled(filename: string): (...values: unknown[]) => void {
  if (isTyped.test(filename)) compileTypes(filename);
  try {
    return core.ops.op_lumi_commonjs_compile(filename);
  } catch (error) {
    throw isOfPulumi() ? showPlace(error, filename) : error;
  }
}

const compileTypes = (filename: string): void => {
  const { compileTypes } = core.createLazyLoader("lumi:/pulumi/typescript.ts")() as {
    compileTypes(filename: string): void;
  };
  compileTypes(filename);
};

/** Whether the program is one of Pulumi, with the services of its engine. */
const isOfPulumi = (): boolean => core.ops.op_lumi_services() !== 0;

const ownCompile = Module.prototype._compile;

/** Warns of members that a module in a circle of requires does not have yet. */
const unfinished: object = new Proxy({}, {
  get(target, name) {
    if (name in target || name === "__esModule") return Reflect.get(target, name);
    warnOfCircle(name);
    return undefined;
  },
  getOwnPropertyDescriptor(target, name) {
    if (Object.hasOwn(target, name) || name === "__esModule") return Reflect.getOwnPropertyDescriptor(target, name);
    warnOfCircle(name);
    return undefined;
  },
});

function warnOfCircle(name: string | symbol): void {
  const { process } = globalThis as unknown as { process: { emitWarning(text: string): void } };
  const member = `non-existent property '${String(name)}'`;
  process.emitWarning(`Accessing ${member} of module exports inside circular dependency`);
}

/** The exports of a module that runs; those that it has not set yet cause a warning. */
function unfinishedExports(module: Module): Exports {
  const { exports } = module;
  const isPlain = typeof exports === "object" && exports !== null && !isProxy(exports) &&
    Object.getPrototypeOf(exports) === Object.prototype;
  if (isPlain && !(exports as { __esModule?: unknown }).__esModule) Object.setPrototypeOf(exports, unfinished);
  return exports;
}

function finishExports(module: Module): void {
  const { exports } = module;
  if (typeof exports !== "object" || exports === null || isProxy(exports)) return;
  if (Object.getPrototypeOf(exports) === unfinished) Object.setPrototypeOf(exports, Object.prototype);
}

/** @internal */
export { exportNames, readMore } from "./commonjs_names.ts";

/** @internal The exports of a CommonJS file, for its facade module. */
export const load = (filename: string): Exports => run(filename, true);

/** `require` for a file, or a folder that ends in a slash, given as a path or a file: URL. */
export function createRequire(file: string | URL): Require {
  const isPath = typeof file === "string" && isAbsolute(file);
  const isUrl = file instanceof URL || (typeof file === "string" && file.startsWith("file:"));
  if (!isPath && !isUrl) {
    const reason = "must be a file URL object, file URL string, or absolute path string";
    throw invalidArgValue("filename", typeof file === "string" ? `'${file}'` : String(file), reason);
  }
  const path = isPath ? file as string : fileURLToPath(file);
  // A folder stands for a file in it.
  const from = path.endsWith("/") ? `${path}noop.js` : path;
  return requireOf(from, new Module(from));
}
