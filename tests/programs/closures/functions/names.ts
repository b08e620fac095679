import { check } from "../check.ts";

function declared(a: number, b: number) {
  return [a, b];
}
const arrow = (a: unknown, b = 1, ...c: unknown[]) => [a, b, c];
const inner = function other(_a: unknown) {};
const object = { method(a: unknown, b: unknown) { return [a, b]; }, property: () => 1, get value() { return 1; } };
const key = Symbol("key");
const symbols = { [key]() {}, [`c${1}`]: () => {} };
const anonymous = (() => () => 1)();
const list = [() => 1, function () {}];
class Klass { static method() {} field = () => 1; #hidden() {} }
const Expression = class {};
const Named = class Inner {};
const instance = new Klass();
const renamed = Object.defineProperty(() => 1, "name", { value: "custom name" });
const relength = Object.defineProperty((a: unknown) => a, "length", { value: 7 });
let assigned;
assigned = () => 1;
const { fromDefault = () => 1 } = {} as { fromDefault?: () => number };
export default function () {
  return 1;
}
import self from "./names.ts";

await check("declared", () => [declared.name, declared.length]);
await check("arrow", () => [arrow.name, arrow.length]);
await check("expression", () => [inner.name, inner.length]);
await check("members", () => [object.method.name, object.method.length, object.property.name, Object.getOwnPropertyDescriptor(object, "value")!.get!.name]);
await check("symbol-names", () => [symbols[key].name, (symbols as any).c1.name]);
await check("anonymous", () => [anonymous.name, list[0].name, list[1].name]);
await check("classes", () => [Klass.name, Klass.length, Expression.name, Named.name, Klass.method.name, instance.field.name]);
await check("custom-name", () => [renamed.name, renamed()]);
await check("custom-length", () => [relength.length, relength.name]);
await check("assigned-name", () => [assigned!.name, fromDefault.name]);
await check("default-export", () => [self.name, self()]);
await check("own-text", () => declared.toString().includes("return"));
await check("no-prototype", () => ["prototype" in arrow, "prototype" in declared, "prototype" in object.method]);
