// Valid inputs, and the errors about others.

import {
  AssetArchive,
  CustomResource,
  FileArchive,
  FileAsset,
  FunctionAsset,
  Property,
  RemoteAsset,
  secret,
  StringAsset,
} from "lumi";
import {
  assert,
  assertEquals,
  assertInstanceOf,
  assertRejects,
  assertStrictEquals,
  assertStringIncludes,
  assertThrows,
  run,
  test,
  value,
} from "lumi/testing";

const file = "acme:fs:File";
const create = (inputs: any) => () => void new CustomResource(file, "a", inputs);

async function inputsOf(inputs: any): Promise<any> {
  const { resources } = await run(create(inputs));
  return resources[0]!.inputs;
}

test("plain data crosses as it is", async () => {
  const data = {
    text: "x",
    n: 1.5,
    neg: -0,
    nan: NaN,
    inf: -Infinity,
    yes: true,
    no: null,
    list: [1, [{}]],
    empty: {},
  };
  assertEquals(await inputsOf(data), data);
  assert(Object.is((await inputsOf({ n: -0 })).n, -0));
});

test("undefined members are dropped, undefined elements are null", async () => {
  assertEquals(await inputsOf({ a: undefined, b: { c: undefined, d: 1 }, e: [undefined, 1, , 2] }), {
    b: { d: 1 },
    e: [null, 1, null, 2],
  });
  assertEquals(await inputsOf({ a: Promise.resolve(undefined), b: [new Property(undefined)] }), {
    b: [null],
  });
  assertEquals(await inputsOf(undefined), {});
});

test("dates, big integers, URLs and bytes have a plain form", async () => {
  const inputs = await inputsOf({
    d: new Date(0),
    b: 2n ** 53n - 1n,
    u: new URL("https://a.b/c"),
    bytes: new Uint8Array([104, 105]),
  });
  assertEquals(inputs.d, "1970-01-01T00:00:00.000Z");
  assertEquals(inputs.b, 9007199254740991);
  assertEquals(inputs.u, "https://a.b/c");
  assertInstanceOf(inputs.bytes, Uint8Array);
  assertEquals([...inputs.bytes], [104, 105]);
});

test("objects without a prototype and __proto__ keys are plain data", async () => {
  const bare = Object.assign(Object.create(null), { a: 1 });
  const odd = JSON.parse('{"__proto__": {"x": 1}, "constructor": 2}');
  const inputs = await inputsOf({ bare, odd, late: new Property(odd) });
  assertEquals(inputs.bare, { a: 1 });
  for (const result of [inputs.odd, inputs.late]) {
    assertEquals(Object.keys(result), ["__proto__", "constructor"]);
    assertEquals(Object.getOwnPropertyDescriptor(result, "__proto__")!.value, { x: 1 });
    assertStrictEquals(Object.getPrototypeOf(result), Object.prototype);
  }
});

test("the inputs are taken as they are when the resource is declared", async () => {
  const { resources } = await run(() => {
    const tags = { a: 1 };
    const list = [1];
    new CustomResource(file, "a", { tags, list, late: Promise.resolve(1) });
    tags.a = 2;
    list.push(2);
  });
  assertEquals(resources[0]!.inputs, { tags: { a: 1 }, list: [1], late: 1 });
});

test("the same object may stand in two places", async () => {
  const shared = { x: [1] };
  assertEquals(await inputsOf({ a: shared, b: [shared, shared.x] }), { a: { x: [1] }, b: [{ x: [1] }, [1]] });
});

test("assets and archives cross", async () => {
  const inputs = await inputsOf({
    s: new StringAsset("x"),
    f: new FileAsset("a/b.txt"),
    g: new FileAsset(new URL("file:///a%20b/c.txt")),
    r: new RemoteAsset(new URL("https://a.b/c")),
    z: new AssetArchive({ "a.txt": new StringAsset("y"), dir: new FileArchive("dir") }),
  });
  assertEquals(inputs.s.text, "x");
  assertEquals(inputs.f.path, "a/b.txt");
  assertEquals(inputs.g.path, "/a b/c.txt");
  assertEquals(inputs.r.uri, "https://a.b/c");
  assertEquals(Object.keys(inputs.z.assets), ["a.txt", "dir"]);
  assertThrows(() => new StringAsset(new Property("x") as never), TypeError, "must be a string");
  assertThrows(() => new AssetArchive({ a: "x" as never }), TypeError, '"a" in an AssetArchive');
  assertThrows(() => new FunctionAsset(1 as never), TypeError, "takes a function");
});

test("what is no data is refused with its path", () => {
  const where = (path: string) => `input "${path}" of resource "a" (acme:fs:File)`;
  assertThrows(create({ a: { b: [1, Symbol("s")] } }), TypeError, `${where("a.b[1]")} is a symbol`);
  assertThrows(create({ "x.y": Symbol("s") }), TypeError, `${where('["x.y"]')} is a symbol`);
  assertThrows(create({ n: 2n ** 64n }), TypeError, `${where("n")} is a bigint beyond 2^53`);
  assertThrows(create({ m: new Map() }), TypeError, "Object.fromEntries(map)");
  assertThrows(create({ m: new Set() }), TypeError, "[...set]");
  assertThrows(create({ m: new WeakMap() }), TypeError, "an instance of WeakMap");
  assertThrows(create({ m: new Float64Array(1) }), TypeError, "Uint8Array");
  assertThrows(create({ m: /x/ }), TypeError, "an instance of RegExp");
  assertThrows(
    create({
      m: new (class Foo {
        x = 1;
      })(),
    }),
    TypeError,
    "an instance of Foo, which is not plain data",
  );
  assertThrows(create({ d: new Date(NaN) }), TypeError, `${where("d")} is an invalid Date`);
  assertThrows(
    create([]),
    TypeError,
    'the inputs of resource "a" (acme:fs:File) must be a plain object, not an array',
  );
  assertThrows(create("x"), TypeError, "not a string");
  assertThrows(create(new Property({})), TypeError, "not a Property");
});

test("however deep the problem, the stack shows who declared the resource", () => {
  const declareDeep = () => create({ a: { b: { c: { d: { e: { f: { g: { h: Symbol("s") } } } } } } } })();
  const { stack } = assertThrows(declareDeep, TypeError, "a.b.c.d.e.f.g.h");
  assertStringIncludes(stack!, "declareDeep");
});

test("a cycle is refused where it closes", () => {
  const root: any = { list: [{ x: {} }] };
  root.list[0].x.back = root.list;
  assertThrows(
    create(root),
    TypeError,
    'input "list[0].x.back" of resource "a" (acme:fs:File) contains itself: it is "list" again',
  );
  const self: any = {};
  self.self = self;
  assertThrows(create(self), TypeError, "it is the inputs themselves again");
});

test("what cannot be read keeps its cause", () => {
  const boom = new Error("boom");
  const cases: [any, string][] = [
    [{
      a: {
        get b() {
          throw boom;
        },
      },
    }, 'input "a.b"'],
    [{
      a: {
        ok: 1,
        get b() {
          throw boom;
        },
        c: undefined,
      },
    }, 'input "a.b"'],
    [{
      a: [
        new Proxy({}, {
          ownKeys() {
            throw boom;
          },
        }),
      ],
    }, 'input "a[0]"'],
    [{
      a: new Proxy({}, {
        getPrototypeOf() {
          throw boom;
        },
      }),
    }, 'input "a"'],
  ];
  for (const [inputs, path] of cases) {
    const error = assertThrows(create(inputs), TypeError, path);
    assertStrictEquals(error.cause, boom);
    assertStringIncludes(error.message, "boom");
  }
});

test("depth has a limit, and no depth overflows the stack", async () => {
  const deep = (levels: number) => {
    let value: any = 1;
    for (let i = 0; i < levels; i++) value = i % 2 ? [value] : { a: value };
    return { value };
  };
  await inputsOf(deep(499));
  for (const levels of [501, 10_000, 200_000]) {
    assertThrows(create(deep(levels)), TypeError, "nested deeper than 500 levels");
    await assertRejects(
      () => run(create({ late: Promise.resolve(deep(levels)) })),
      TypeError,
      "nested deeper than 500 levels",
    );
    assert(await value(new Property(deep(levels))));
  }
});

test("large inputs cross whole", async () => {
  const text = "x".repeat(50_000_000);
  const keys = Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`key${i}`, i]));
  const list = Array.from({ length: 100_000 }, (_, i) => ({ i }));
  const inputs = await inputsOf({ text, keys, list });
  // Compared piece by piece: a failure that shows all of it would be of no use.
  assert(inputs.text === text);
  assertEquals(Object.keys(inputs.keys).length, 100_000);
  assert(Object.entries(inputs.keys).every(([key, i]) => key === `key${i}`));
  assertEquals(inputs.list.length, 100_000);
  assert(inputs.list.every((item: { i: number }, i: number) => item.i === i));
});

test("problems with late values name the resource and its line", async () => {
  const error = await assertRejects(() => run(create({ a: { b: Promise.resolve([Symbol("s")]) } }))) as any;
  assertInstanceOf(error, TypeError);
  assertStringIncludes(error.message, 'input "a.b[0]" of resource "a" (acme:fs:File) is a symbol');
  assertEquals((error as any).lumiSerial, 0);
});

test("secrets keep their place", async () => {
  const { resources } = await run(
    create({ a: { b: [secret("x"), 1] }, c: secret({ d: 1 }), e: secret(undefined) }),
  );
  assertEquals(resources[0]!.inputs, { a: { b: ["x", 1] }, c: { d: 1 } });
  assertEquals(resources[0]!.secrets, ["inputs.a.b[0]", "inputs.c", "outputs.a.b[0]", "outputs.c"]);
});
