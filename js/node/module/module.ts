// node:module: `require` for ES modules, and which modules are built in (src/host/modules/builtin.rs).

import { core } from "../../web/ops.ts";
import { createRequire, Module } from "./commonjs.ts";
import { notAvailable } from "../unavailable.ts";

/** Modules that have no name without `node:`. */
const prefixed = ["test"];

const names: string[] = core.ops.op_lumi_builtin_names();

/** Names without `node:`, which each of them can be required by. */
export const builtinModules: string[] = names.filter((it) => !prefixed.includes(it));

export const isBuiltin = (name: string): boolean =>
  typeof name === "string" &&
  (name.startsWith("node:") ? names.includes(name.slice(5)) : builtinModules.includes(name));

/** Source maps are read for errors alone. */
export const findSourceMap = (_path: string): undefined => undefined;

/** Names that are imported are those of the module itself. */
export const syncBuiltinESMExports = (): void => {};

export function register(): never {
  throw notAvailable("module.register");
}

const members = { builtinModules, createRequire, findSourceMap, isBuiltin, Module, register, syncBuiltinESMExports };

export { createRequire, Module };
export default Object.assign(Module, members);
