import { createRequire, Module } from "./commonjs.js";
/** Names without `node:`, which each of them can be required by. */
export declare const builtinModules: string[];
export declare const isBuiltin: (name: string) => boolean;
/** Source maps are read for errors alone. */
export declare const findSourceMap: (_path: string) => undefined;
/** Names that are imported are those of the module itself. */
export declare const syncBuiltinESMExports: () => void;
export declare function register(): never;
export { createRequire, Module };
declare const _default: typeof Module & {
    builtinModules: string[];
    createRequire: typeof createRequire;
    findSourceMap: typeof findSourceMap;
    isBuiltin: typeof isBuiltin;
    Module: typeof Module;
    register: typeof register;
    syncBuiltinESMExports: typeof syncBuiltinESMExports;
};
export default _default;
