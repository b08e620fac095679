// lumi/testing itself: running programs against mocks, outputs, assertions.

import { ComponentResource, CustomResource, Property, Resource } from "lumi";
import {
  assert,
  assertArrayIncludes,
  assertEquals,
  assertInstanceOf,
  AssertionError,
  assertMatch,
  assertNotEquals,
  assertObjectMatch,
  assertRejects,
  assertStrictEquals,
  assertStringIncludes,
  assertThrows,
  run,
  test,
  value,
} from "lumi/testing";

const mocks = {
  resource: ({ name, inputs }: any) => ({
    id: `id-of-${name}`,
    outputs: { url: `https://${inputs.content}/` },
  }),
};

test("a module's exports are its outputs", async () => {
  const { outputs, secrets, logs, resource } = await run(() => import("./program.ts"), {
    mocks,
    config: { content: "c" },
  });
  assertEquals(outputs.id, "id-of-page");
  assertEquals(outputs.url, "https://c/");
  assertEquals(outputs.nested.list, ["id-of-page"]);
  assertInstanceOf(outputs.nested.page, Resource);
  assertEquals(outputs.password, "pw");
  assertEquals(secrets, ["password"]);
  assertEquals(resource("page").inputs, { content: "c" });
  assertEquals(logs.map(({ message }) => message), [
    'export "Helper" is a class, so it is not an output of the stack',
    'export "helper" is a function, so it is not an output of the stack',
  ]);
});

test("runs do not see each other", async () => {
  const program = () => void new CustomResource("acme:fs:File", "same");
  for (let i = 0; i < 3; i++) assertEquals((await run(program)).resources.length, 1);
});

test("outputs of every kind", async () => {
  const { outputs } = await run(() => ({
    n: 1,
    s: "x",
    none: undefined,
    nil: null,
    list: [new Property(1)],
    date: new Date(0),
    deep: { a: Promise.resolve([1]) },
  }));
  assertEquals(outputs, {
    n: 1,
    s: "x",
    nil: null,
    list: [1],
    date: "1970-01-01T00:00:00.000Z",
    deep: { a: [1] },
  });
  assertEquals((await run(() => "text")).outputs, { default: "text" });
  assertEquals((await run(() => undefined)).outputs, {});
});

test("what is no data in an output is named", async () => {
  const outputs = (value: unknown) => () => run(() => ({ a: value }));
  await assertRejects(outputs({ f: [() => 1] }), TypeError, 'output "a.f[0]" of the stack is a function');
  await assertRejects(outputs(Symbol()), TypeError, 'output "a" of the stack is a symbol');
  await assertRejects(
    outputs(Promise.resolve(new Map())),
    TypeError,
    'output "a" of the stack is an instance of Map',
  );
  await assertRejects(outputs(Promise.reject(new RangeError("no"))), RangeError, "no");
  await assertRejects(outputs(new Promise(() => {})), Error, '"outputs.a" of the stack waits for a promise');
});

test("a program that throws fails its run", async () => {
  await assertRejects(
    () =>
      run(() => {
        throw new RangeError("no");
      }),
    RangeError,
    "no",
  );
  await assertRejects(
    () =>
      run(async () => {
        throw new RangeError("no");
      }),
    RangeError,
    "no",
  );
  await assertRejects(() => run(() => new Promise(() => {})), Error, "the program never ends");
  assertEquals((await run(() => ({ after: 1 }))).outputs, { after: 1 });
});

test("a run waits for timers", async () => {
  const { resources } = await run(() => {
    new CustomResource("acme:fs:File", "a", { x: new Promise((resolve) => setTimeout(resolve, 5, 1)) });
  });
  assertEquals(resources[0]!.inputs, { x: 1 });
});

test("resources of a result are found by name", async () => {
  const result = await run(() => {
    new CustomResource("acme:fs:File", "page");
    new ComponentResource("a:b:C", "twice");
    new ComponentResource("a:b:D", "twice");
  });
  assertEquals(result.resource("page").type, "acme:fs:File");
  assertEquals(result.resource("twice", "a:b:D").custom, false);
  assertThrows(() => result.resource("pages"), Error, 'did you mean "page"?');
  assertThrows(() => result.resource("twice"), Error, "say of which type, a:b:C, a:b:D");
});

test("value unwraps, and fails on what is unknown", async () => {
  assertEquals(await value({ a: [new Property(1)] }), { a: [1] });
  await run(async () => {
    const a: any = new CustomResource("acme:fs:File", "a");
    await assertRejects(() => value(a.tags.owner), Error, 'it comes from output "tags.owner"');
  }, { dryRun: true });
});

test("equality looks inside", () => {
  const cyclic: any = { list: [1] };
  cyclic.self = cyclic;
  const same: any = { list: [1] };
  same.self = same;
  const equal: [unknown, unknown][] = [
    [{ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }],
    [NaN, NaN],
    [new Date(1), new Date(1)],
    [/x/g, /x/g],
    [new Set([{ a: 1 }]), new Set([{ a: 1 }])],
    [new Map([["a", [1]]]), new Map([["a", [1]]])],
    [new Uint8Array([1]), new Uint8Array([1])],
    [cyclic, same],
    [Object.create(null), {}],
    [new URL("a:b"), new URL("a:b")],
    [new TypeError("x"), new TypeError("x")],
  ];
  for (const [a, b] of equal) assertEquals(a, b);
  const different: [unknown, unknown][] = [
    [1, "1"],
    [{ a: 1 }, { a: 2 }],
    [{ a: undefined }, {}],
    [[1], [1, 2]],
    [null, undefined],
    [new Date(1), new Date(2)],
    [new Set([1]), new Set([2])],
    [new Map([["a", 1]]), new Map([["b", 1]])],
    [new (class A {})(), new (class B {})()],
    [new TypeError("x"), new RangeError("x")],
    [[], {}],
  ];
  for (const [a, b] of different) assertNotEquals(a, b);
  assertThrows(() => assertEquals(new Property(1), new Property(1)), TypeError, "await value(property)");
});

test("a failed comparison shows where the values differ", () => {
  const { message } = assertThrows(
    () => assertEquals({ name: "a", port: 80, tags: ["x", "y"] }, { name: "a", port: 443, tags: ["x"] }, "ports"),
    AssertionError,
  );
  assertEquals(
    message,
    [
      "ports: the values differ (- expected, + actual)",
      "  {",
      '    name: "a",',
      "-   port: 443,",
      "+   port: 80,",
      "    tags: [",
      '      "x",',
      '+     "y",',
      "    ],",
      "  }",
    ].join("\n"),
  );
});

test("assertions fail when they should", async () => {
  const failing: (() => unknown)[] = [
    () => assert(0),
    () => assertStrictEquals({}, {}),
    () => assertStringIncludes("abc", "x"),
    () => assertMatch("a", /b/),
    () => assertArrayIncludes([{ a: 1 }], [{ a: 2 }]),
    () => assertObjectMatch({ a: { b: 1 } }, { a: { b: 2 } }),
    () => assertInstanceOf({}, Date),
    () => assertThrows(() => {}),
    () => assertThrows(async () => {}),
    () =>
      assertThrows(() => {
        throw new Error("x");
      }, TypeError),
    () =>
      assertThrows(
        () => {
          throw new Error("x");
        },
        Error,
        "y",
      ),
  ];
  for (const assertion of failing) assertThrows(assertion, AssertionError);
  await assertRejects(() => assertRejects(async () => {}), AssertionError);
  assertObjectMatch({ a: { b: 1, c: 2 }, d: 3 }, { a: { b: 1 } });
  assertArrayIncludes([{ a: 1 }, 2], [2, { a: 1 }]);
});
