import { check } from "../check.ts";

const shared = { n: 1 };
const two = { a: shared, b: shared, list: [shared, shared] };
const equal = [{ x: 1 }, { x: 1 }];
const cyclic: any = { name: "root", children: [] };
cyclic.children.push({ parent: cyclic }, { parent: cyclic, sibling: cyclic.children[0] });
const ring: any[] = [1];
ring.push(ring, [ring]);
const left: any = { name: "left" };
const right: any = { name: "right", left };
left.right = right;
const self: any = { get me() { return self; }, fn: () => self };
self.fn.owner = self;
const pair = { map: new Map(), set: new Set() } as any;
pair.map.set("pair", pair);
pair.set.add(pair.map);
const symbol = Symbol("one");
const symbols = [symbol, symbol, Symbol("one")];
function node(this: any) {}
(node as any).again = node;
let deep: any = { level: 0 };
for (let level = 1; level <= 10_000; level++) deep = { level, inner: deep };
let deepList: any = [];
for (let level = 0; level < 10_000; level++) deepList = [deepList];
let chain: any = null;
for (let level = 0; level < 10_000; level++) chain = new Map([["next", chain]]);
const ten = Array.from({ length: 20_000 }, (_, index) => ({ id: index, text: "x".repeat(400) }));
const frozenCycle: any = { name: "frozen" };
frozenCycle.self = frozenCycle;
Object.freeze(frozenCycle);
const mutual = { a: { get other() { return mutual.b; } }, b: { get other(): any { return mutual.a; } } };

await check("same-object", () => [two.a === two.b, two.list[0] === two.a, shared === two.a]);
await check("same-change", () => {
  two.a.n = 5;
  return [shared.n, two.list[1].n];
});
await check("equal-objects", () => equal[0] === equal[1]);
await check("tree-cycle", () => [cyclic.children[0].parent === cyclic, cyclic.children[1].sibling === cyclic.children[0]]);
await check("array-cycle", () => [ring[1] === ring, ring[2][0] === ring, ring.length]);
await check("two-objects-cycle", () => [left.right.left === left, right.left.right === right, left.right.name]);
await check("function-cycle", () => [self.me === self, self.fn() === self, self.fn.owner === self]);
await check("collections-cycle", () => [pair.map.get("pair") === pair, pair.set.has(pair.map)]);
await check("one-symbol", () => [symbols[0] === symbols[1], symbols[0] === symbols[2], symbols[0] === symbol]);
await check("function-itself", () => (node as any).again === node);
await check("deep-object", () => {
  let levels = 0;
  for (let at = deep; at.inner; at = at.inner) levels++;
  return levels;
});
await check("deep-list", () => {
  let levels = 0;
  for (let at = deepList; at.length > 0; at = at[0]) levels++;
  return levels;
});
await check("deep-maps", () => {
  let levels = 0;
  for (let at = chain; at; at = at.get("next")) levels++;
  return levels;
});
await check("large-object", () => [ten.length, ten[19_999].id, ten[7].text.length]);
await check("frozen-cycle", () => [frozenCycle.self === frozenCycle, Object.isFrozen(frozenCycle)]);
await check("mutual-getters", () => mutual.a.other === mutual.b && mutual.b.other === mutual.a);
