import { assert, assertEquals, assertThrows, test } from "lumi/testing";
import util, {
  callbackify,
  deprecate,
  format,
  inherits,
  inspect,
  isDeepStrictEqual,
  promisify,
  types,
} from "node:util";
import { isDate } from "node:util/types";

test("inspect shows values as consoles do", () => {
  assertEquals(inspect({ a: { b: { c: { d: 1 } } } }, { breakLength: Infinity }), "{ a: { b: { c: [Object] } } }");
  assertEquals(inspect({ a: { b: { c: { d: 1 } } } }, { depth: null, compact: true, breakLength: Infinity }),
    "{ a: { b: { c: { d: 1 } } } }");
  assertEquals(inspect({ a: { b: 1 } }, { depth: 0 }), "{ a: [Object] }");
  assertEquals(inspect("a'b"), `"a'b"`);
  assertEquals(inspect(new Map([["a", 1]])), "Map(1) { 'a' => 1 }");
  assertEquals(inspect({ [inspect.custom]: () => "mine" }), "mine");
});

test("format fills placeholders", () => {
  const table: [string, unknown[]][] = [
    ["a b 1", ["a %s %d", "b", 1]],
    ['100% of {"a":1}', ["100%% of %j", { a: 1 }]],
    ["7 1.5 NaN", ["%i %f %d", "7.9", "1.5x", "x"]],
    ["%s", ["%s"]],
    ["a b { c: 1 }", ["a", "b", { c: 1 }]],
    ["1 2", [1, 2]],
    ["[ 1 ]-1n", ["%s-%d", [1], 1n]],
    ["[Circular]", ["%j", circular()]],
  ];
  for (const [wanted, [first, ...rest]] of table) assertEquals(format(first, ...rest), wanted);
});

function circular(): object {
  const it: Record<string, unknown> = {};
  it["self"] = it;
  return it;
}

test("promisify and callbackify", async () => {
  const later = (value: number, callback: (error: unknown, value?: number) => void) =>
    queueMicrotask(() => (value < 0 ? callback(new Error("negative")) : callback(null, value * 2)));
  assertEquals(await promisify(later)(2), 4);
  assertEquals(await promisify(later)(-1).catch((error) => (error as Error).message), "negative");
  const custom = Object.assign(() => {}, { [promisify.custom]: () => Promise.resolve("own") });
  assertEquals(await promisify(custom)(), "own");
  const back = callbackify(async (value) => `${value}!`);
  assertEquals(await new Promise((resolve) => back("a", (_: unknown, value: unknown) => resolve(value))), "a!");
  assertThrows(() => promisify(1 as never), TypeError);
});

test("inherits is that of functions", () => {
  function Parent(this: unknown) {}
  Parent.prototype.hello = () => "hello";
  function Child(this: unknown) {}
  inherits(Child, Parent);
  const child = Reflect.construct(Child, []) as { hello(): string };
  assertEquals(child.hello(), "hello");
  assertEquals((Child as unknown as { super_: unknown }).super_, Parent);
});

test("deprecate warns once and passes on", () => {
  const add = deprecate((a: number, b: number) => a + b, "add is old", "DEP0");
  assertEquals([add(1, 2), add(3, 4)], [3, 7]);
});

test("types see through claims", () => {
  assert(types.isDate(new Date()) && isDate(new Date()));
  assert(!types.isDate({ [Symbol.toStringTag]: "Date" }));
  assert(types.isPromise(Promise.resolve()) && types.isRegExp(/a/) && types.isProxy(new Proxy({}, {})));
  assert(types.isUint8Array(Buffer.from("a")) && !types.isUint8Array(new Uint16Array()));
  assert(types.isNativeError(new TypeError()) && types.isAsyncFunction(async () => {}));
});

test("deep equality is strict", () => {
  assert(isDeepStrictEqual({ a: [new Date(1)] }, { a: [new Date(1)] }));
  assert(!isDeepStrictEqual({ a: 1 }, { a: "1" }));
  assert(util.isDeepStrictEqual(new Map([[1, { a: 1 }]]), new Map([[1, { a: 1 }]])));
});
