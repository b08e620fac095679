// node:module: `require` for ES modules, and which modules are built in (src/host/modules/builtin.rs).

import { core } from "../web/ops.ts";
import { createRequire, Module } from "./commonjs.ts";
import { notAvailable } from "./node_errors.ts";

/** Names without `node:`. */
export const builtinModules: string[] = core.ops.op_lumi_builtin_names();

export const isBuiltin = (name: string): boolean =>
  typeof name === "string" && builtinModules.includes(name.replace(/^node:/, ""));

/** Source maps are read for errors alone. */
export const findSourceMap = (_path: string): undefined => undefined;

/** Names that are imported are those of the module itself. */
export const syncBuiltinESMExports = (): void => {};

export function register(): never {
  throw notAvailable("module.register", "modules are found by the rules of lumi; packages may replace Module._load");
}

const members = { builtinModules, createRequire, findSourceMap, isBuiltin, Module, register, syncBuiltinESMExports };

export { createRequire, Module };
export default Object.assign(Module, members);
