// The variables of process.env: those of Lumi's environment that the sandbox allows, overridden by
// the program's own changes.

import { core } from "../../web/ops.ts";

/** Variables that the program has set; null for deleted ones. */
export const overrides = new Map<string, string | null>();

function read(name: string): string | undefined {
  const own = overrides.get(name);
  return (own === undefined ? core.ops.op_lumi_env_get(name) : own) ?? undefined;
}

/** The names of the variables that may be read, which need not be all. */
function names(): string[] {
  const all = new Set(core.ops.op_lumi_env_names());
  for (const [name, value] of overrides) {
    if (value === null) all.delete(name);
    else all.add(name);
  }
  return [...all];
}

/** The value of a variable that the program may read; undefined, without an error, for any other. */
export const permitted = (name: string): string | undefined => names().includes(name) ? read(name) : undefined;

/** Members that JSON, promises and consoles look for in any object. They are variables only if they are listed. */
const protocols = ["toJSON", "then"];

function isOwn(name: string): boolean {
  return !(name in Object.prototype) && (!protocols.includes(name) || names().includes(name));
}

const handler: ProxyHandler<Record<string, string | undefined>> = {
  get(target, name) {
    return typeof name === "string" && isOwn(name) ? read(name) : Reflect.get(target, name);
  },
  has(target, name) {
    return typeof name === "symbol" ? name in target : read(name) !== undefined;
  },
  set(_target, name, value) {
    if (typeof name === "symbol") throw new TypeError("names of environment variables are strings");
    overrides.set(name, String(value));
    return true;
  },
  deleteProperty(_target, name) {
    if (typeof name === "string") overrides.set(name, null);
    return true;
  },
  defineProperty(target, name, descriptor) {
    return this.set!(target, name, descriptor.value, target);
  },
  ownKeys: names,
  getOwnPropertyDescriptor(_target, name) {
    const value = typeof name === "string" ? read(name) : undefined;
    if (value === undefined) return undefined;
    return { value, writable: true, enumerable: true, configurable: true };
  },
};

const target = {};
export const env: Record<string, string | undefined> = new Proxy(target, handler);

/** Consoles look at the target of a proxy, which has no variables. */
Object.defineProperty(target, Symbol.for("Deno.customInspect"), {
  value: (inspect: (value: unknown, options: unknown) => string, options: unknown) => inspect({ ...env }, options),
  configurable: true,
});

/** The variables that a child process gets: those of `env`, or the changes to those that Lumi has. */
export function environmentOf(env: Record<string, unknown> | undefined): [string, string | null][] {
  if (!env) return [...overrides];
  const pairs: [string, string | null][] = [];
  // With those of prototypes, as in Node.
  for (const name in env) {
    const value = env[name];
    if (value !== undefined) pairs.push([name, String(value)]);
  }
  return pairs;
}
