// node:module: `require` for ES modules, and the list of built-in modules.

import { core } from "../web/ops.ts";
import { createRequire, Module } from "./commonjs.ts";

/** Names without `node:`. */
export const builtinModules: string[] = core.ops.op_lumi_builtin_names();

export const isBuiltin = (name: string): boolean => builtinModules.includes(name.replace(/^node:/, ""));

export { createRequire, Module };
export default Object.assign(Module, { builtinModules, createRequire, isBuiltin, Module });
