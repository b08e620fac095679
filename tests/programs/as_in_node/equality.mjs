import assert from "node:assert";
import { formatWithOptions, isDeepStrictEqual } from "node:util";

const symbol = Symbol("s");
const cycle = (value) => {
  const it = { value };
  it.self = it;
  return it;
};
const tagged = Object.defineProperty(Object.setPrototypeOf(new Number(42), String.prototype), Symbol.toStringTag, { value: "String" });
const pairs = [
  [1, 1], [0, -0], [NaN, NaN], [1, "1"], [null, undefined], [[], {}], [[1], ["1"]], [[, 1], [undefined, 1]],
  [{ a: 1 }, { a: 1 }], [{ a: 1, b: 2 }, { b: 2, a: 1 }], [{ a: undefined }, {}], [{ a: undefined }, { b: undefined }],
  [{ [symbol]: 1 }, { [symbol]: 1 }], [{ [symbol]: 1 }, { [symbol]: 2 }], [{ [symbol]: 1 }, {}],
  [new Date(1), new Date(1)], [new Date(1), new Date(2)], [new Date(NaN), new Date(NaN)], [/a/g, /a/g], [/a/, /a/i],
  [new Error("a"), new Error("a")], [new Error("a"), new TypeError("a")], [new Error("a"), new Error("b")],
  [new Set([1, { a: 1 }]), new Set([{ a: 1 }, 1])], [new Set([{ a: 1 }, { a: 2 }]), new Set([{ a: 1 }, { a: 1 }])],
  [new Set([1]), new Set(["1"])], [new Map([[{ k: 1 }, 1]]), new Map([[{ k: 1 }, 1]])], [new Map([["k", 1]]), new Map([["k", 2]])],
  [new Map([["k", undefined]]), new Map([["l", undefined]])], [new Number(1), new Number(1)], [new Number(1), new Number(2)],
  [new String("a"), new String("a")], [tagged, new String("42")], [Object(symbol), Object(symbol)], [Object(symbol), Object(Symbol())],
  [new Uint8Array([1]), new Uint8Array([1])], [new Uint8Array([1]), Buffer.from([1])], [new Float32Array([0]), new Float32Array([-0])],
  [new ArrayBuffer(2), new ArrayBuffer(2)], [new ArrayBuffer(2), new SharedArrayBuffer(2)], [Object.assign(new Uint8Array(1), { a: 1 }), new Uint8Array(1)],
  [Object.create(null), {}], [new (class A {})(), new (class B {})()], [cycle(1), cycle(1)], [cycle(1), cycle(2)],
  [() => {}, () => {}], [new WeakSet(), new WeakSet()], [Object.assign([1], { a: 1 }), [1]],
];
const isLoose = (a, b) => {
  try {
    assert.deepEqual(a, b);
    return true;
  } catch {
    return false;
  }
};
pairs.forEach(([a, b], index) => console.log(index, isDeepStrictEqual(a, b), isDeepStrictEqual(b, a), isLoose(a, b), isLoose(b, a)));

for (const options of [undefined, null, "text"]) {
  try {
    formatWithOptions(options, 1);
  } catch (error) {
    console.log(error.code, error.message);
  }
}
