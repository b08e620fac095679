import { createRequire, Module } from "./commonjs.js";
/** Names without `node:`. */
export declare const builtinModules: string[];
export declare const isBuiltin: (name: string) => boolean;
export { createRequire, Module };
declare const _default: typeof Module & {
    builtinModules: string[];
    createRequire: typeof createRequire;
    isBuiltin: typeof isBuiltin;
    Module: typeof Module;
};
export default _default;
