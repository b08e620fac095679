import { check } from "../check.ts";

const names = { first: "computedFirst" };
const key = Symbol("key");
let made = 0;
const nextName = () => `made${++made}`;
class Names {
  [names.first]() { return "computed"; }
  [key] = "symbol field";
  ["literal name"]() { return "literal"; }
  static [`${names.first}Static`] = "static computed";
  static [names.first + "Method"]() { return "static method"; }
  1() { return "one"; }
  get [`${names.first}Getter`]() { return "getter"; }
}
class Counted {
  [nextName()]() { return "counted"; }
}
const instance: any = new Names();

await check("computed-method", () => [instance.computedFirst(), (new Names() as any).computedFirst()]);
await check("symbol-field", () => [instance[key], new Names()[key]]);
await check("literal", () => [instance["literal name"](), instance[1]()]);
await check("computed-statics", () => [(Names as any).computedFirstStatic, (Names as any).computedFirstMethod()]);
await check("computed-getter", () => [instance.computedFirstGetter, (new Names() as any).computedFirstGetter]);
await check("key-with-effect", () => [(new Counted() as any).made1(), made]);
