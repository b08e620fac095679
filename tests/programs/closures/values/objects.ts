import { check } from "../check.ts";

let reads = 0;
const accessors = {
  base: 2,
  get double() {
    return this.base * 2;
  },
  set double(value: number) {
    this.base = value / 2;
  },
  get only() {
    return "get";
  },
};
const throwing = {
  ok: 1,
  get trap(): number {
    reads++;
    throw new Error("read");
  },
};
const defined = Object.defineProperties({}, {
  hidden: { value: 1 },
  fixed: { value: 2, enumerable: true },
  kept: { value: 3, enumerable: true, writable: true },
  computed: { get: () => 4, enumerable: false, configurable: true },
}) as any;
const frozen = Object.freeze({ a: 1, inner: { b: 2 } });
const sealed = Object.seal({ a: 1 });
const closed = Object.preventExtensions({ a: 1 } as any);
const frozenList = Object.freeze([1, 2]);
const bare = Object.assign(Object.create(null), { a: 1, toString: "text" });
const parent = { greet() { return `hi ${(this as any).name}`; }, shared: [1] };
const child = Object.create(parent, { name: { value: "child", enumerable: true } });
const grandChild = Object.create(child);
const sparse = [1, , 3, , ,] as (number | undefined)[];
const veryShort = new Array(5);
const far: number[] = [];
far[100_000] = 1;
const decorated = Object.assign([1, 2], { label: "list", "-1": "minus" });
const named = Object.assign((x: number) => x + named.offset, { offset: 10 });
const symbol = Symbol("tag");
const bySymbol = { [symbol]: "unique", [Symbol.for("shared")]: "shared", [Symbol.toStringTag]: "Tagged", plain: 1 };
const dates = { a: { when: new Date(1) } };

await check("accessors", () => {
  accessors.double = 10;
  return [accessors.base, accessors.double, accessors.only, Object.keys(accessors)];
});
await check("getter-not-called", () => {
  const own = Object.getOwnPropertyDescriptor(throwing, "trap");
  return [throwing.ok, reads, typeof own?.get];
});
await check("attributes", () => [defined.hidden, defined.fixed, defined.kept, defined.computed, Object.keys(defined), Object.entries(Object.getOwnPropertyDescriptors(defined)).map(([key, it]: any) => [key, it.writable, it.enumerable, it.configurable])]);
await check("frozen", () => [Object.isFrozen(frozen), Object.isFrozen(frozen.inner), frozen.inner.b]);
await check("sealed", () => [Object.isSealed(sealed), Object.isFrozen(sealed)]);
await check("not-extensible", () => [Object.isExtensible(closed), Object.isSealed(closed), closed.a]);
await check("frozen-list", () => [Object.isFrozen(frozenList), frozenList]);
await check("null-prototype", () => [Object.getPrototypeOf(bare), bare.a, bare.toString, Object.keys(bare)]);
await check("prototype-object", () => [child.greet(), Object.keys(child), Object.getPrototypeOf(child) === parent, grandChild.greet(), child.shared === parent.shared]);
await check("sparse", () => [sparse.length, 1 in sparse, 0 in sparse, sparse[2], Object.keys(sparse)]);
await check("only-holes", () => [veryShort.length, 0 in veryShort]);
await check("far-index", () => [far.length, far[100_000], Object.keys(far)]);
await check("list-members", () => [decorated.label, (decorated as any)["-1"], decorated.length, Object.keys(decorated)]);
await check("function-members", () => [named(1), named.offset, Object.keys(named), named.name]);
await check("symbol-keys", () => [bySymbol[symbol], (bySymbol as any)[Symbol.for("shared")], String(bySymbol), Object.getOwnPropertySymbols(bySymbol).length]);
await check("date-inside", () => dates.a.when.getTime());
