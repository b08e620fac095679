import { check } from "../check.ts";

const captured = "captured";
async function asynchronous(x: number) {
  await null;
  return [captured, x];
}
function* generate(n: number) {
  for (let i = 0; i < n; i++) yield `${captured}${i}`;
}
async function* generateLater(n: number) {
  for await (const item of generate(n)) yield item;
}
const expression = function named(n: number): number {
  return n === 0 ? 0 : n + named(n - 1);
};
const anonymous = function () {
  return captured;
};
const asyncArrow = async () => {
  const { join } = await import("node:path");
  return join("a", "b");
};
const object = {
  method(x: number) {
    return [this.base, x];
  },
  base: 10,
  async later() {
    return this.base;
  },
  *items() {
    yield this.base;
    yield* [1, 2];
  },
  async *stream() {
    yield await this.later();
  },
  get twice() {
    return this.base * 2;
  },
  set twice(value: number) {
    this.base = value / 2;
  },
  [`computed${1 + 1}`]() {
    return "computed";
  },
  "quoted name"() {
    return "quoted";
  },
  42() {
    return "number";
  },
  arrow: () => captured,
  [Symbol.iterator]: function* () {
    yield "iterated";
  },
};
const standalone = {
  plain() {
    return captured;
  },
}.plain;
const getter = Object.getOwnPropertyDescriptor({ get value() { return captured; } }, "value")!.get!;
const setter = Object.getOwnPropertyDescriptor({ set value(it: string[]) { it.push(captured); } }, "value")!.set!;

await check("async", asynchronous, 1);
await check("generator", () => [...generate(2)]);
await check("async-generator", async () => {
  const found = [];
  for await (const it of generateLater(2)) found.push(it);
  return found;
});
await check("named-expression", expression, 4);
await check("anonymous", anonymous);
await check("async-arrow", asyncArrow);
await check("method", () => object.method(1));
await check("async-method", () => object.later());
await check("generator-method", () => [...object.items()]);
await check("async-generator-method", async () => (await object.stream().next()).value);
await check("accessors", () => {
  object.twice = 100;
  return [object.base, object.twice];
});
await check("computed-method", () => [(object as any).computed2(), object["quoted name"](), object[42]()]);
await check("symbol-method", () => [...object]);
await check("detached-method", standalone);
await check("method-of-object", object.arrow);
await check("getter-function", getter);
await check("setter-function", () => {
  const list: string[] = [];
  setter.call({}, list);
  return list;
});
