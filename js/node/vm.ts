// node:vm: scripts, run in the program's realm. A context is an object in whose scope a script runs; the
// built-in objects are those of the program. As in Node, this is no protection from foreign code.

import { core } from "../web/ops.ts";
import { invalidArgType } from "./node_errors.ts";
import { notAvailable } from "./unavailable.ts";

export interface ScriptOptions {
  /** Names the script in stack traces. */
  filename?: string;
  lineOffset?: number;
  columnOffset?: number;
}

export type Context = Record<PropertyKey, unknown>;

const contexts = new WeakSet<object>();

function checkCode(code: unknown): asserts code is string {
  if (typeof code !== "string") throw invalidArgType("code", "of type string", code);
}

function nameOf(options: ScriptOptions | string | undefined): string {
  const name = (typeof options === "string" ? options : options?.filename) ?? "evalmachine.<anonymous>";
  if (typeof name !== "string") throw invalidArgType("options.filename", "of type string", name);
  return name;
}

/** Scripts are named by URLs. */
const specifierOf = (name: string) => name.startsWith("/") ? `file://${encodeURI(name)}` : `vm:${encodeURI(name)}`;

function evaluate(code: string, name: string): unknown {
  const [value, error] = core.evalContext(code, specifierOf(name));
  if (error !== null) throw error.thrown;
  return value;
}

/** Throws the SyntaxError of code that cannot run. */
function checkSyntax(code: string, name: string): void {
  const error = core.ops.op_lumi_script_check(code, specifierOf(name));
  if (error !== undefined) throw error;
}

/** The global names of a context that nothing was added to: those of the language, and the console. */
const languageNames = new Set<PropertyKey>(
  ("AggregateError Array ArrayBuffer AsyncDisposableStack Atomics BigInt BigInt64Array BigUint64Array Boolean DataView " +
    "Date DisposableStack Error EvalError FinalizationRegistry Float16Array Float32Array Float64Array Function Infinity " +
    "Int16Array Int32Array Int8Array Intl Iterator JSON Map Math NaN Number Object Promise Proxy RangeError " +
    "ReferenceError Reflect RegExp Set SharedArrayBuffer String SuppressedError Symbol SyntaxError TypeError URIError " +
    "Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet WebAssembly console decodeURI " +
    "decodeURIComponent encodeURI encodeURIComponent escape eval isFinite isNaN parseFloat parseInt undefined unescape")
    .split(" "),
);

/**
 * Names that a script asks about by `typeof`, also in parentheses. The scope cannot see that it is `typeof` that reads: a
 * name that nothing has is undefined for it, and for other code of a script that asks about it.
 */
function askedNames(code: string): Set<PropertyKey> {
  const names = new Set<PropertyKey>();
  const asked = /\btypeof(?:\s|\/\*[\s\S]*?\*\/|\()*([\p{ID_Start}$_][\p{ID_Continue}$]*)/gu;
  code.replace(asked, (text, name: string) => {
    names.add(name);
    return text;
  });
  return names;
}

/**
 * Finds each name in the context, then among the functions of the script, then in those of the language.
 * `asked` are names that may be nowhere.
 */
function scopeOf(context: Context, functions: Set<PropertyKey>, asked: Set<PropertyKey>): object {
  const isElsewhere = (name: PropertyKey) => (languageNames.has(name) && name in globalThis) || functions.has(name);
  return new Proxy(context, {
    has: (target, name) => !isPart(name) && (name in target || !isElsewhere(name) || isOwn(name)),
    get(target, name) {
      if (name === Symbol.unscopables) return undefined;
      if (name in target) return Reflect.get(target, name);
      if (name === "globalThis") return target;
      if (asked.has(name)) return undefined;
      throw new ReferenceError(`${String(name)} is not defined`);
    },
  });
}

/** Names that mean something else in a context than around it: its global object, and the function that runs it. */
const isOwn = (name: PropertyKey) => name === "globalThis" || name === "arguments";

const secret = new Uint8Array(16);
core.ops.op_lumi_random(secret);

/** The name under which a script's text and its scope are passed to the code that runs it. No script can guess it. */
const PARTS = `parts_${secret.join("_")}`;
const isPart = (name: PropertyKey) => name === PARTS || name === `${PARTS}_name`;

/** Names that declarations at the top of a script make. */
const declared = /(?:^|[;\n}])\s*(var|function|async\s+function)\s*\*?\s*([A-Za-z_$][\w$]*)/g;

function evaluateIn(code: string, context: Context, name: string): unknown {
  checkSyntax(code, name);
  const names = new Set<string>();
  const functions = new Set<string>();
  code.replace(declared, (text, kind: string, found: string) => {
    (kind === "var" ? names : functions).add(found);
    return text;
  });
  const keep = (it: string, value: unknown) => {
    if (value !== undefined || !(it in context)) context[it] = value;
  };
  const body = `(function (${PARTS}) { with (${PARTS}.scope) { try { return eval(${PARTS}.code); } finally { ` +
    `for (const ${PARTS}_name of ${PARTS}.names) { ` +
    `try { ${PARTS}.keep(${PARTS}_name, eval(${PARTS}_name)); } catch {} } } } })`;
  const run = evaluate(body, name) as (...args: unknown[]) => unknown;
  return Reflect.apply(run, context, [{
    code,
    scope: scopeOf(context, functions, askedNames(code)),
    names: [...names, ...functions],
    keep,
  }]);
}

/** A script to run several times. */
export class Script {
  readonly #code: string;
  readonly #name: string;
  cachedDataRejected: boolean | undefined;
  sourceMapURL: string | undefined;

  constructor(code: string, options?: ScriptOptions | string) {
    checkCode(code);
    this.#code = code;
    this.#name = nameOf(options);
    checkSyntax(code, this.#name);
  }

  runInThisContext(_options?: ScriptOptions): unknown {
    return evaluate(this.#code, this.#name);
  }

  runInContext(context: Context, _options?: ScriptOptions): unknown {
    checkContext(context);
    return evaluateIn(this.#code, context, this.#name);
  }

  runInNewContext(values?: Context, _options?: ScriptOptions): unknown {
    return this.runInContext(createContext(values));
  }

  /** Empty: code is cached by lumi itself. */
  createCachedData(): Uint8Array {
    return new Uint8Array(0);
  }
}

function checkContext(context: unknown): asserts context is Context {
  if (typeof context !== "object" || context === null || !contexts.has(context)) {
    throw invalidArgType("contextifiedObject", "an vm.Context", context);
  }
}

/** Makes an object the global scope of scripts. */
export function createContext(values: Context = {}): Context {
  if (typeof values !== "object" || values === null) throw invalidArgType("object", "of type object", values);
  contexts.add(values);
  return values;
}

export function isContext(value: object): boolean {
  if (typeof value !== "object" || value === null) throw invalidArgType("object", "of type object", value);
  return contexts.has(value);
}

export function createScript(code: string, options?: ScriptOptions | string): Script {
  return new Script(code, options);
}

export const runInThisContext = (code: string, options?: ScriptOptions | string): unknown =>
  new Script(code, options).runInThisContext();

export const runInContext = (code: string, context: Context, options?: ScriptOptions | string): unknown => {
  checkContext(context);
  return new Script(code, options).runInContext(context);
};

export const runInNewContext = (code: string, values?: Context, options?: ScriptOptions | string): unknown =>
  new Script(code, options).runInNewContext(values);

export interface FunctionOptions extends ScriptOptions {
  parsingContext?: Context;
}

/** A function of `parameters` with this body. */
export function compileFunction(
  code: string,
  parameters: string[] = [],
  options: FunctionOptions = {},
): (...args: unknown[]) => unknown {
  checkCode(code);
  const text = `(function (${parameters.join(",")}) {${code}\n})`;
  checkSyntax(text, nameOf(options));
  const { parsingContext } = options;
  const made = parsingContext === undefined
    ? evaluate(text, nameOf(options))
    : evaluateIn(text, parsingContext, nameOf(options));
  return made as (...args: unknown[]) => unknown;
}

export const measureMemory = (): Promise<never> => Promise.reject(notAvailable("vm.measureMemory"));

export const constants = Object.freeze({
  USE_MAIN_CONTEXT_DEFAULT_LOADER: Symbol("vm_dynamic_import_main_context_default"),
});

export default {
  compileFunction,
  constants,
  createContext,
  createScript,
  isContext,
  measureMemory,
  runInContext,
  runInNewContext,
  runInThisContext,
  Script,
};
