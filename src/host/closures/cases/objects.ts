//# plain and nested
const data = { name: "a", list: [1, , 3], "a b": { c: null }, 7: true };
export const handler = () => data;
//# null prototype, extra on array, sparse
const bare = Object.create(null); bare.x = 1;
const list: any = [1]; list.extra = 2; list.length = 5;
export const handler = () => [bare, list];
//# attributes
const odd = {};
Object.defineProperty(odd, "hidden", { value: 1 });
Object.defineProperty(odd, "shown", { value: 2, enumerable: true, writable: true, configurable: true });
Object.defineProperty(odd, "both", { get() { return 1; }, set(value) {}, enumerable: true });
export const handler = () => odd;
//# integrity
const all = [Object.freeze({ a: 1 }), Object.seal({ a: 1 }), Object.preventExtensions({ a: 1 }), Object.freeze([1])];
export const handler = () => all;
//# symbol keys
const key = Symbol("key");
const data = { [key]: 1, [Symbol.toStringTag]: "T", [Symbol.for("x")]: 2 };
export const handler = () => data;
//# identity and cycles
const shared = { n: 1 };
const cycle: any = { shared, again: shared, list: [shared] };
cycle.self = cycle;
export const handler = () => cycle;
//# prototypes
const base = { greet() { return 1; } };
const derived = Object.create(base, { own: { value: 1 } });
const odd = Object.setPrototypeOf([1], base);
const direct = Object.create(Array.prototype);
export const handler = () => [derived, odd, direct];
//# deep
let deep: any = null;
for (let i = 0; i < 3; i++) deep = { deep };
export const handler = () => deep;

//# data and what looks like it
const shared = { a: 1 };
const hidden = Object.defineProperty({ a: 1 }, "b", { value: 2, configurable: true, writable: true });
const ring: any = { name: "ring" };
ring.self = [ring];
const list = [
  shared, { shared }, [shared], hidden, ring, Object.freeze({ a: 2 }), { get a() { return 3; } }, { "a b": -0, 7: NaN },
  [1, , 3], Object.assign([1], { extra: true }), Object.freeze([1]), { [Symbol.for("s")]: 1 }, { "\ud800": 1 },
  Object.create(null), { constructor: 5 }, { constructor: shared }, { toString() { return "x"; } }, { later: () => 1 },
  (function () { return arguments; })(), Object.setPrototypeOf(new Map(), Object.prototype), class { static a = 1; }.prototype,
  "\ud800", "text", "text", 1n, undefined, null, true, Math, Symbol.iterator,
];
const hole = Array.from({ length: 40 }, (_, index) => index);
delete hole[20];
const named = Object.assign(Array.from({ length: 40 }, () => 0), { named: "text" });
export const handler = () => [list, hole, named];

//# what stands for itself among data
const inner = { a: 1 };
const list = [{ a: 1 }, { a: 2, [Symbol.for("lumi.capture")]: () => inner }, inner, new (class Point { x = 1; })()];
export const handler = () => list;
