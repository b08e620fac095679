// Replaces every property of every built-in object that a program can reach, before the program runs:
// by what throws, answers undefined, or notes what it is given and does as before.

const mode: string = "record";

const { ownKeys, apply, getPrototypeOf: prototypeOf } = Reflect;
const { getOwnPropertyDescriptor: describe, defineProperty: define } = Object;

/** The originals, for what programs do themselves. */
export const { setTimeout: later, fetch: get, process: own, console: { log: say } } = globalThis;
const Thrown = Error;

/** How often a replaced function was given an object of Lumi's own. */
export const found = { leaks: 0, calls: 0 };

function isInternal(value: unknown): boolean {
  return typeof value === "object" && value !== null && ("op_lumi_urn" in value || "evalContext" in value);
}

function replaced(original: (...args: unknown[]) => unknown): (...args: unknown[]) => unknown {
  if (mode === "throw") return () => { throw new Thrown("patched"); };
  if (mode === "lie") return () => undefined;
  return function (this: unknown, ...args: unknown[]) {
    found.calls++;
    if (isInternal(this)) found.leaks++;
    for (let index = 0; index < args.length; index++) if (isInternal(args[index])) found.leaks++;
    return apply(original, this, args);
  };
}

const names = [
  "AggregateError", "Array", "ArrayBuffer", "BigInt", "Boolean", "DataView", "Date", "Error",
  "FinalizationRegistry", "Function", "Map", "Number", "Object", "Promise", "RangeError", "RegExp", "Set",
  "String", "Symbol", "TypeError", "Uint8Array", "WeakMap", "WeakRef", "WeakSet",
  "BigInt64Array", "BigUint64Array", "EvalError", "Float32Array", "Float64Array", "Int16Array", "Int32Array",
  "Int8Array", "Iterator", "ReferenceError", "SharedArrayBuffer", "SyntaxError", "URIError", "Uint16Array",
  "Uint32Array", "Uint8ClampedArray",
  "AbortController", "AbortSignal", "Blob", "Event", "EventTarget", "Headers", "ReadableStream", "Request",
  "Response", "TextDecoder", "TextEncoder", "URL", "URLSearchParams",
];
const namespaces = ["Atomics", "Intl", "WebAssembly", "console"];
const roots: object[] = [
  Reflect, JSON, Math, prototypeOf([][Symbol.iterator]())!, prototypeOf(new Map().entries())!,
  prototypeOf(new Set().values())!, prototypeOf(""[Symbol.iterator]())!,
  prototypeOf(prototypeOf([][Symbol.iterator]())!)!, prototypeOf(Uint8Array.prototype)!, prototypeOf(Uint8Array)!,
  prototypeOf(/a/[Symbol.matchAll](""))!, prototypeOf(function* () {})!, prototypeOf(function* () {}.prototype)!,
  prototypeOf(async function* () {}.prototype)!, prototypeOf(async () => {})!,
];
function addClass(constructor: any): void {
  roots[roots.length] = constructor;
  if (typeof constructor.prototype === "object") roots[roots.length] = constructor.prototype;
}
for (let index = 0; index < names.length; index++) {
  const constructor = (globalThis as any)[names[index]!];
  if (constructor !== undefined) addClass(constructor);
}
for (let index = 0; index < namespaces.length; index++) {
  const namespace = (globalThis as any)[namespaces[index]!];
  if (namespace === undefined) continue;
  const keys = ownKeys(namespace);
  for (let at = 0; at < keys.length; at++) {
    const member = describe(namespace, keys[at]!)!.value;
    if (typeof member === "function" && typeof member.prototype === "object") addClass(member);
  }
  roots[roots.length] = namespace;
}
// Last: the loop below uses no global.
roots[roots.length] = globalThis;
for (let index = 0; index < roots.length; index++) {
  const root = roots[index]!;
  const keys = ownKeys(root);
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at]!;
    const { configurable, get, set, value } = describe(root, key)!;
    if (!configurable) continue;
    if (get !== undefined || set !== undefined) {
      define(root, key, {
        get: get === undefined ? undefined : replaced(get),
        set: set === undefined ? undefined : replaced(set),
        configurable,
      });
    } else if (typeof value === "function") define(root, key, { value: replaced(value), writable: true, configurable });
  }
}
