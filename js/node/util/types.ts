// node:util/types: the actual type of a value.

import { core } from "../../web/ops.ts";

type Test = (value: unknown) => boolean;

const tests = core as unknown as Record<string, Test>;
const view = (name: string): Test => (value) =>
  ArrayBuffer.isView(value) && Object.prototype.toString.call(value) === `[object ${name}]`;

export const {
  isAnyArrayBuffer,
  isArgumentsObject,
  isArrayBuffer,
  isAsyncFunction,
  isBigIntObject,
  isBooleanObject,
  isBoxedPrimitive,
  isDataView,
  isDate,
  isGeneratorFunction,
  isGeneratorObject,
  isMap,
  isMapIterator,
  isModuleNamespaceObject,
  isNativeError,
  isNumberObject,
  isPromise,
  isProxy,
  isRegExp,
  isSet,
  isSetIterator,
  isSharedArrayBuffer,
  isStringObject,
  isSymbolObject,
  isTypedArray,
  isWeakMap,
  isWeakSet,
} = tests as Record<TestName, Test>;

type TestName =
  | "isAnyArrayBuffer"
  | "isArgumentsObject"
  | "isArrayBuffer"
  | "isAsyncFunction"
  | "isBigIntObject"
  | "isBooleanObject"
  | "isBoxedPrimitive"
  | "isDataView"
  | "isDate"
  | "isGeneratorFunction"
  | "isGeneratorObject"
  | "isMap"
  | "isMapIterator"
  | "isModuleNamespaceObject"
  | "isNativeError"
  | "isNumberObject"
  | "isPromise"
  | "isProxy"
  | "isRegExp"
  | "isSet"
  | "isSetIterator"
  | "isSharedArrayBuffer"
  | "isStringObject"
  | "isSymbolObject"
  | "isTypedArray"
  | "isWeakMap"
  | "isWeakSet";

export const isArrayBufferView: Test = (value) => ArrayBuffer.isView(value);
// A Buffer is one, too, with the same tag.
export const isUint8Array: Test = view("Uint8Array");
export const isUint16Array: Test = view("Uint16Array");
export const isUint32Array: Test = view("Uint32Array");
export const isInt8Array: Test = view("Int8Array");
export const isInt16Array: Test = view("Int16Array");
export const isInt32Array: Test = view("Int32Array");
export const isFloat32Array: Test = view("Float32Array");
export const isFloat64Array: Test = view("Float64Array");
export const isUint8ClampedArray: Test = view("Uint8ClampedArray");
export const isBigInt64Array: Test = view("BigInt64Array");
export const isBigUint64Array: Test = view("BigUint64Array");

export default {
  isAnyArrayBuffer,
  isArgumentsObject,
  isArrayBuffer,
  isArrayBufferView,
  isAsyncFunction,
  isBigInt64Array,
  isBigIntObject,
  isBigUint64Array,
  isBooleanObject,
  isBoxedPrimitive,
  isDataView,
  isDate,
  isFloat32Array,
  isFloat64Array,
  isGeneratorFunction,
  isGeneratorObject,
  isInt16Array,
  isInt32Array,
  isInt8Array,
  isMap,
  isMapIterator,
  isModuleNamespaceObject,
  isNativeError,
  isNumberObject,
  isPromise,
  isProxy,
  isRegExp,
  isSet,
  isSetIterator,
  isSharedArrayBuffer,
  isStringObject,
  isSymbolObject,
  isTypedArray,
  isUint16Array,
  isUint32Array,
  isUint8Array,
  isUint8ClampedArray,
  isWeakMap,
  isWeakSet,
};
