import { check } from "../check.ts";

const unique = Symbol("unique");
const anonymous = Symbol();
const emptyName = Symbol("");
const registered = Symbol.for("lumi/registered");
const odd = Symbol("with \"quotes\" \n");
const holder = { [unique]: 1, [anonymous]: 2, [registered]: { [unique]: 3 } };
const set = new Set([unique, registered]);
const bySymbol = new Map<symbol, string>([[unique, "u"], [registered, "r"]]);
class Tagged {
  static readonly key = Symbol("key");
  readonly [unique] = "field";
  [Symbol.toPrimitive](hint: string) {
    return hint === "number" ? 7 : "seven";
  }
}
const tagged = new Tagged();

await check("keys", () => [holder[unique], holder[anonymous], (holder[registered] as any)[unique]]);
await check("descriptions", () => [unique.description, anonymous.description === undefined, emptyName.description, odd.description]);
await check("in-set", () => [set.has(unique), set.has(Symbol.for("lumi/registered")), set.size]);
await check("map-of-symbols", () => [bySymbol.get(unique), bySymbol.get(Symbol.for("lumi/registered"))]);
await check("symbol-members", () => [tagged[unique], +(tagged as any), `${tagged as any}`, Tagged.key.description]);
await check("symbol-reads", () => Object.getOwnPropertySymbols(holder).length);
