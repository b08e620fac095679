import { check } from "../check.ts";

const empty = {};
const nested = { a: [1, [2, [3, {}]], []], b: { c: { d: null } }, e: "x", f: false };
const list = [1, "two", true, null, undefined, [[]], {}];
const numbers = [0, 1.5, -1, 1e21, 1e-7, Number.MAX_SAFE_INTEGER, Number.MIN_VALUE, 0.1 + 0.2];
const strings = ["", " ", "\0\b\t\v\f\r", "'\"`\\", "${x}", "</script><!--", "日本 🎉", "\u2029\ufeff"];
const holder = { undefined: undefined, missing: null };
const keys = {
  "a-b": 1, "": 2, "with space": 3, class: 4, "1a": 5, "ключ": 6, "\n": 7, "\u2028": 8, $: 9, _: 10, constructor: 11,
  toString: 12, "quote\"": 13, "-1": 14, "1.5": 15, "01": 16, 4294967295: 17,
};
const order = { b: 1, 10: "ten", a: 2, 2: "two", 0: "zero", "-1": 3, c: 4 };
const own = JSON.parse('{"__proto__": {"polluted": true}, "a": 1}');
const long = Array.from({ length: 300 }, (_, index) => ({ id: index, name: `item ${index}`, tags: [index % 3, "x"] }));

await check("empty", () => [Object.keys(empty), Object.getPrototypeOf(empty) === Object.prototype]);
await check("nested", () => nested);
await check("list", () => [list.length, typeof list[4], list]);
await check("numbers", () => numbers);
await check("strings", () => strings);
await check("undefined-member", () => ["undefined" in holder, holder.undefined === undefined, Object.keys(holder)]);
await check("odd-keys", () => Object.entries(keys));
await check("key-order", () => Object.keys(order));
await check("proto-key", () => [
  Object.hasOwn(own, "__proto__"), Object.getPrototypeOf(own) === Object.prototype, (own as any).polluted === undefined,
  JSON.stringify(own),
]);
await check("long", () => [long.length, long[299], long.reduce((sum, it) => sum + it.id, 0)]);
await check("member-of", () => nested.b.c.d);
await check("computed-member", (key: string) => (nested as any)[key], "e");
