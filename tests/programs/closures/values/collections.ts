import { check } from "../check.ts";

const key = { id: 1 };
const map = new Map<unknown, unknown>([["a", 1], [key, "object"], [NaN, "nan"], [0, "zero"], [undefined, null], [Symbol.iterator, 2]]);
const set = new Set<unknown>([1, "1", key, NaN, [1, 2]]);
const nested = new Map([["inner", new Map([["set", new Set([new Map([["deep", true]])])]])]]);
const itself = new Map<unknown, unknown>([["before", 1]]);
itself.set("self", itself);
itself.set(itself, "key");
itself.set("after", 2);
const circle = new Set<unknown>();
circle.add(circle).add("other");
const named = Object.assign(new Map([[1, 2]]), { label: "named" });
const byFunction = new Map([[Math.max, "max"], [String, "string"]] as [unknown, string][]);
const many = new Map(Array.from({ length: 1000 }, (_, index) => [`k${index}`, { index }]));
const emptyMap = new Map();
const emptySet = new Set();
class Registry extends Map<string, number> {
  total() {
    return [...this.values()].reduce((a, b) => a + b, 0);
  }
}
const registry = new Registry([["a", 1], ["b", 2]]);

await check("map", () => [map.size, map.get("a"), map.get(key), map.get(NaN), map.get(0), map.get(undefined), map.get(Symbol.iterator)]);
await check("map-order", () => [...map.keys()].map((it) => typeof it));
await check("set", () => [set.size, set.has("1"), set.has(key), set.has(NaN), [...set].length]);
await check("nested-collections", () => [...nested.get("inner")!.get("set")!][0].get("deep"));
await check("map-cycle", () => [itself.get("self") === itself, itself.get(itself), [...itself.keys()].map((it) => typeof it)]);
await check("set-cycle", () => [circle.has(circle), [...circle].length, [...circle][1]]);
await check("map-member", () => [named.label, named.get(1), Object.keys(named)]);
await check("map-of-functions", () => [byFunction.get(Math.max), byFunction.get(String)]);
await check("large-map", () => [many.size, many.get("k999")!.index]);
await check("empty-collections", () => [emptyMap.size, emptySet.size, emptyMap instanceof Map, emptySet instanceof Set]);
await check("map-subclass", () => [registry.total(), registry instanceof Registry, registry instanceof Map, registry.size]);
await check("new-entries", () => {
  map.set("new", 1);
  return map.size;
});
