// The variables of process.env: those of Lumi's environment that the sandbox allows, overridden by
// the program's own changes.

import { core } from "../web/ops.ts";

/** Variables that the program has set; null for deleted ones. */
export const overrides = new Map<string, string | null>();

function read(name: string): string | undefined {
  const own = overrides.get(name);
  return (own === undefined ? core.ops.op_lumi_env_get(name) : own) ?? undefined;
}

function names(): string[] {
  const all = new Set(core.ops.op_lumi_env_names());
  for (const [name, value] of overrides) {
    if (value === null) all.delete(name);
    else all.add(name);
  }
  return [...all];
}

const handler: ProxyHandler<Record<string, string | undefined>> = {
  get(target, name) {
    return typeof name === "symbol" || name in Object.prototype ? Reflect.get(target, name) : read(name);
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

export const env: Record<string, string | undefined> = new Proxy({}, handler);
