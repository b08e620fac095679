import { isDeepStrictEqual } from "../assert/deep_equal.js";
import { parseEnv } from "./env.js";
import { format, formatWithOptions } from "./format.js";
import { inspect } from "./inspect.js";
import { parseArgs } from "./parse_args.js";
import { styleText } from "./style.js";
import types from "./types.js";
type AnyFunction = (...args: any[]) => any;
declare const customPromisify: unique symbol;
/** Converts a function with a callback of an error or a value to one that returns a promise. */
export declare function promisify(original: AnyFunction): (...args: unknown[]) => Promise<unknown>;
export declare namespace promisify {
    export { customPromisify as custom };
}
/** Converts a function that returns a promise to one with a callback. */
export declare function callbackify(original: (...args: unknown[]) => Promise<unknown>): (...args: unknown[]) => void;
/** Makes instances of `constructor` inherit from `parent`, as before ES classes. */
export declare function inherits(constructor: AnyFunction, parent: AnyFunction): void;
/** Warns at the first call; messages with the same code are shown once. */
export declare function deprecate<F extends AnyFunction>(original: F, message: string, code?: string): F;
/** @deprecated Prints with the time of day. */
export declare function log(...args: unknown[]): void;
type DebugLog = ((...args: unknown[]) => void) & {
    enabled: boolean;
};
/** Silent: NODE_DEBUG is not supported. */
export declare const debuglog: (_section: string) => DebugLog;
export declare const debug: typeof debuglog;
export declare const stripVTControlCharacters: (text: string) => string;
export declare const toUSVString: (text: string) => string;
/** Resolves when the signal aborts; the object that the wait is for must be kept by the caller. */
export declare function aborted(signal: AbortSignal, resource: object): Promise<void>;
/** @deprecated Copies the members of `source`, the last first, as old packages expect. */
export declare function _extend(target: object, source: unknown): object;
export declare const isArray: (value: unknown) => value is unknown[];
type Test = (value: unknown) => boolean;
export declare const isBoolean: Test;
export declare const isBuffer: Test;
export declare const isDate: Test;
export declare const isError: Test;
export declare const isFunction: Test;
export declare const isNull: Test;
export declare const isNullOrUndefined: Test;
export declare const isNumber: Test;
export declare const isObject: Test;
export declare const isPrimitive: Test;
export declare const isRegExp: Test;
export declare const isString: Test;
export declare const isSymbol: Test;
export declare const isUndefined: Test;
/** The name of the error of the system with this negative number. */
export declare function getSystemErrorName(number: number): string | undefined;
declare const WebTextDecoder: {
    new (label?: string, options?: TextDecoderOptions): TextDecoder;
    prototype: TextDecoder;
}, WebTextEncoder: {
    new (): TextEncoder;
    prototype: TextEncoder;
};
type WebTextDecoder = TextDecoder;
type WebTextEncoder = TextEncoder;
export { format, formatWithOptions, inspect, isDeepStrictEqual, parseArgs, parseEnv, styleText };
export type { InspectOptions } from "./inspect.js";
export { types, WebTextDecoder as TextDecoder, WebTextEncoder as TextEncoder };
declare const _default: {
    _extend: typeof _extend;
    aborted: typeof aborted;
    callbackify: typeof callbackify;
    debug: typeof debuglog;
    debuglog: typeof debuglog;
    deprecate: typeof deprecate;
    format: typeof format;
    formatWithOptions: typeof formatWithOptions;
    getSystemErrorName: typeof getSystemErrorName;
    inherits: typeof inherits;
    inspect: typeof inspect;
    isArray: (value: unknown) => value is unknown[];
    isBoolean: Test;
    isBuffer: Test;
    isDate: Test;
    isDeepStrictEqual: typeof isDeepStrictEqual;
    isError: Test;
    isFunction: Test;
    isNull: Test;
    isNullOrUndefined: Test;
    isNumber: Test;
    isObject: Test;
    isPrimitive: Test;
    isRegExp: Test;
    isString: Test;
    isSymbol: Test;
    isUndefined: Test;
    log: typeof log;
    parseArgs: typeof parseArgs;
    parseEnv: typeof parseEnv;
    promisify: typeof promisify;
    stripVTControlCharacters: typeof stripVTControlCharacters;
    styleText: typeof styleText;
    TextDecoder: {
        new (label?: string, options?: TextDecoderOptions): TextDecoder;
        prototype: TextDecoder;
    };
    TextEncoder: {
        new (): TextEncoder;
        prototype: TextEncoder;
    };
    toUSVString: typeof toUSVString;
    types: {
        isAnyArrayBuffer: (value: unknown) => boolean;
        isArgumentsObject: (value: unknown) => boolean;
        isArrayBuffer: (value: unknown) => boolean;
        isArrayBufferView: (value: unknown) => boolean;
        isAsyncFunction: (value: unknown) => boolean;
        isBigInt64Array: (value: unknown) => boolean;
        isBigIntObject: (value: unknown) => boolean;
        isBigUint64Array: (value: unknown) => boolean;
        isBooleanObject: (value: unknown) => boolean;
        isBoxedPrimitive: (value: unknown) => boolean;
        isDataView: (value: unknown) => boolean;
        isDate: (value: unknown) => boolean;
        isFloat32Array: (value: unknown) => boolean;
        isFloat64Array: (value: unknown) => boolean;
        isGeneratorFunction: (value: unknown) => boolean;
        isGeneratorObject: (value: unknown) => boolean;
        isInt16Array: (value: unknown) => boolean;
        isInt32Array: (value: unknown) => boolean;
        isInt8Array: (value: unknown) => boolean;
        isMap: (value: unknown) => boolean;
        isMapIterator: (value: unknown) => boolean;
        isModuleNamespaceObject: (value: unknown) => boolean;
        isNativeError: (value: unknown) => boolean;
        isNumberObject: (value: unknown) => boolean;
        isPromise: (value: unknown) => boolean;
        isProxy: (value: unknown) => boolean;
        isRegExp: (value: unknown) => boolean;
        isSet: (value: unknown) => boolean;
        isSetIterator: (value: unknown) => boolean;
        isSharedArrayBuffer: (value: unknown) => boolean;
        isStringObject: (value: unknown) => boolean;
        isSymbolObject: (value: unknown) => boolean;
        isTypedArray: (value: unknown) => boolean;
        isUint16Array: (value: unknown) => boolean;
        isUint32Array: (value: unknown) => boolean;
        isUint8Array: (value: unknown) => boolean;
        isUint8ClampedArray: (value: unknown) => boolean;
        isWeakMap: (value: unknown) => boolean;
        isWeakSet: (value: unknown) => boolean;
    };
};
export default _default;
