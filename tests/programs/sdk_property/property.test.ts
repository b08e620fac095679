// The laws of Property: what goes in comes out, whatever it is made of.

import {
  all,
  concat,
  CustomResource,
  interpolate,
  isKnown,
  isSecret,
  jsonParse,
  jsonStringify,
  Property,
  secret,
  unsecret,
} from "lumi";
import {
  assert,
  assertEquals,
  assertRejects,
  assertStrictEquals,
  assertThrows,
  run,
  test,
  unknown,
  value,
} from "lumi/testing";

const file = "acme:fs:File";

test("a value comes out as it went in", async () => {
  for (const plain of [1, "text", true, null, undefined, 0, -0, NaN, "", [1, [2]], { a: { b: 1 } }]) {
    assertEquals(await value(new Property(plain)), plain);
  }
  const date = new Date(0);
  assertStrictEquals(await value(new Property(date)), date);
});

test("promises and properties inside are unwrapped at any depth", async () => {
  const inner = new Property(Promise.resolve({ z: new Property(3) }));
  const outer = new Property({ a: [1, inner, Promise.resolve(new Property("x"))], b: { c: inner } });
  assertEquals(await value(outer), { a: [1, { z: 3 }, "x"], b: { c: { z: 3 } } });
});

test("a property of a property is that property's value", async () => {
  assertEquals(await value(new Property(new Property(new Property(1)))), 1);
});

test("data that holds no property is passed through, not copied", async () => {
  const data = { a: [{ b: 1 }] };
  assertStrictEquals(await value(new Property(data)), data);
});

test("data that holds a property is copied, and the original is left alone", async () => {
  const inner = new Property(1);
  const data = { a: [inner], b: { c: 2 } };
  const result = await value(new Property(data));
  assertEquals(result, { a: [1], b: { c: 2 } });
  assertStrictEquals(data.a[0], inner);
});

test("then derives, and unwraps what its callback answers", async () => {
  const p = new Property(2);
  assertEquals(await value(p.then((n) => n + 1)), 3);
  assertEquals(await value(p.then((n) => new Property(n * 10))), 20);
  assertEquals(await value(p.then(async (n) => new Property(n * 100))), 200);
  assertEquals(await value(p.then((n) => ({ a: [new Property(n)] }))), { a: [2] });
});

test("then with a function that changes nothing changes nothing", async () => {
  const p = new Property({ a: 1 });
  assertStrictEquals(await value(p.then((v) => v)), await value(p));
});

test("then of then is then of the composition", async () => {
  const p = new Property(3);
  const f = (n: number) => n + 1;
  const g = (n: number) => n * 2;
  assertEquals(await value(p.then(f).then(g)), await value(p.then((n) => g(f(n)))));
});

test("callbacks never run at once", async () => {
  const order: string[] = [];
  const p = new Property(1).then(() => order.push("callback"));
  order.push("after");
  await value(p);
  assertEquals(order, ["after", "callback"]);
});

test("members are derived, and those of nothing are undefined", async () => {
  const p = new Property({ a: { b: [10, { c: "x" }] }, none: null as null | { x: number } });
  assertEquals(await value(p.a.b[0]), 10);
  assertEquals(await value((p as any).a.b[1].c), "x");
  assertEquals(await value((p as any).a.b.length), 2);
  assertEquals(await value((p as any).missing.deep.er), undefined);
  assertEquals(await value((p as any).none.x), undefined);
  assertEquals(await value((new Property("four") as any).length), 4);
});

test("members of what is not there yet are derived, too", async () => {
  const { property, resolve } = Property.pending<{ a: { b: number } }>();
  const member = property.a.b;
  resolve({ a: { b: 7 } });
  assertEquals(await value(member), 7);
});

test("members that an object inherits are not read", async () => {
  assertEquals(await value((new Property({}) as any).hasOwnProperty), undefined);
  assertEquals(await value((new Property([1]) as any).map), undefined);
});

test("await gives the value", async () => {
  assertEquals(await new Property(Promise.resolve([1])), [1]);
  assertEquals(await Promise.all([new Property(1), new Property("x")]), [1, "x"]);
  assertEquals(await Promise.resolve(new Property(5)), 5);
  assertEquals(await new Promise((resolve) => resolve(new Property(6))), 6);
  assertEquals(await (async () => new Property(7))(), 7);
  const seen = await new Promise((resolve) => new Property(8).then(resolve));
  assertEquals(seen, 8);
});

test("all keeps the shape of arrays and objects", async () => {
  assertEquals(await value(all([new Property(1), Promise.resolve("x"), true])), [1, "x", true]);
  assertEquals(await value(all({ a: new Property(1), b: { c: Promise.resolve(2) } })), { a: 1, b: { c: 2 } });
  assertEquals(await value(all([])), []);
  assertThrows(() => all(null as never), TypeError, "not null");
});

test("interpolate and concat make text", async () => {
  const host = new Property("example.org");
  assertEquals(
    await value(interpolate`https://${host}:${Promise.resolve(443)}/${"x"}`),
    "https://example.org:443/x",
  );
  assertEquals(await value(interpolate`plain`), "plain");
  assertEquals(await value(concat("a", new Property(1), true)), "a1true");
  await assertRejects(() => value(interpolate`${new Property({})}`), TypeError, "jsonStringify");
});

test("JSON goes both ways", async () => {
  const text = jsonStringify({ a: new Property([1]) }, null, 1);
  assertEquals(await value(text), '{\n "a": [\n  1\n ]\n}');
  assertEquals(await value(jsonParse(text)), { a: [1] });
  await assertRejects(() => value(jsonParse(new Property("{"))), SyntaxError);
  const resource = new CustomResource(file, "a");
  await assertRejects(
    () => value(jsonStringify({ list: [resource] })),
    TypeError,
    'resource "a" (acme:fs:File) has no JSON form',
  );
});

test("what stands beside a secret is none", async () => {
  const token = secret("pw");
  const shallow = new Property({ token, host: "h", list: [token, 1] }) as any;
  const deep = new Property(Promise.resolve({ db: { token, host: "h" }, port: 1 })) as any;
  const both = all({ shallow, host: "h" }) as any;
  for (
    const open of [shallow.host, shallow.list[1], deep.db.host, deep.port, both.host, both.shallow.host, both.missing]
  ) {
    assertEquals(await value(isSecret(open)), false);
  }
  const made = token.then((it) => ({ it, host: "h" })) as any;
  const marked = secret({ token, host: "h" }) as any;
  const kept = [shallow.token, shallow.list, shallow.list[0], deep.db, deep.db.token, both.shallow, made.host,
    marked.host];
  for (const hidden of [shallow, deep, both, ...kept, shallow.then((it: any) => it.host)]) {
    assertEquals(await value(isSecret(hidden)), true);
  }
  assertEquals(await value(deep.db.host), "h");
  const opened: any = unsecret(deep);
  assertEquals(await value(isSecret((unsecret(shallow) as any).token)), false);
  // It stays so among values that are secret, and the value that it was made of is secret still.
  const among: any = all([opened, secret("other")]);
  for (const open of [opened, opened.db.token, among[0], among[0].db, among[0].db.token]) {
    assertEquals(await value(isSecret(open)), false);
  }
  assertEquals(await value(opened), await value(deep));
  assertEquals(await value(isSecret(deep.db.token)), true);
  assertEquals(await value(isSecret(among[1])), true);
});

test("secretness flows through everything", async () => {
  const s = secret("pw");
  const derived: Property<unknown>[] = [
    s,
    s.then((v) => v),
    new Property(s),
    new Property({ a: [s] }),
    all([1, s]),
    interpolate`${s}`,
    concat("x", s),
    jsonStringify({ deep: { s } }),
    secret({ a: 1 }).a,
    new Property(1).then(() => s),
    new Property(1).then(async () => ({ s: [s] })),
    secret(new Property({ a: { b: 1 } })).a.b,
  ];
  for (const property of derived) assertEquals(await value(isSecret(property)), true);
  assertEquals(await value(isSecret(new Property(1))), false);
  assertEquals(await value(isSecret(unsecret(s))), false);
  assertEquals(await value(unsecret(s)), "pw");
  assertEquals(await value(isSecret(isSecret(s))), false);
});

test("dependencies flow through everything", async () => {
  const result = await run(() => {
    const a = new CustomResource(file, "a");
    const b = new CustomResource(file, "b");
    new CustomResource(file, "c", {
      plain: a.id,
      then: a.id.then((id) => id + "!"),
      inner: new Property(1).then(() => b.id),
      both: all([a.id, { b: b.id }]),
      text: interpolate`${a.id} ${b.id}`,
      list: [{ port: a.port }, b.id],
      "dotted.key": { deep: [[b.id]] },
      secret: secret(a.id),
      json: jsonStringify({ b: b.id }),
      member: a.address.street.then((x: unknown) => x),
    });
  });
  const c = result.resource("c");
  const names = (path: string) =>
    c.edges.filter(({ property }) => property === path).map(({ to }) => to.at(-1)).join("");
  assertEquals(c.edges.length, 13);
  for (const path of ["plain", "then", "list[0].port", "secret", "member"]) {
    assertEquals(names(path), "a", path);
  }
  for (const path of ["inner", "list[1]", "json", '["dotted.key"].deep[0][0]']) {
    assertEquals(names(path), "b", path);
  }
  for (const path of ["both", "text"]) assertEquals(names(path), "ab", path);
});

test("a long chain of derivations stays cheap", async () => {
  let p: Property<number> = new Property(0);
  for (let i = 0; i < 20_000; i++) p = p.then((n) => n + 1);
  assertEquals(await value(p), 20_000);
  const { property, resolve } = Property.pending<any>();
  let member: any = property;
  for (let i = 0; i < 20_000; i++) member = member.next;
  resolve(undefined);
  assertEquals(await value(member), undefined);
});

test("a property that text is made of says what to do", () => {
  const p: any = new Property("x");
  assertThrows(() => `${p}`, TypeError, "lumi.interpolate");
  assertThrows(() => "a" + p, TypeError, "lumi.interpolate");
  assertThrows(() => p * 2, TypeError, "property.then");
  assertThrows(() => p < 2, TypeError, "property.then");
  assertThrows(() => String(p), TypeError, "lumi.interpolate");
  assertThrows(() => p.toString(), TypeError, "lumi.interpolate");
  assertThrows(() => JSON.stringify({ p }), TypeError, "lumi.jsonStringify");
  assertThrows(() => ({ ...p }), TypeError, "property.then");
  assertThrows(() => (p.a = 1), TypeError, "property.then");
  assertThrows(() => delete p.a, TypeError, "property.then");
  assertThrows(() => p.then(1), TypeError, "takes a function");
});

test("a property that is used as if it were its value says what to do", async () => {
  const p: any = new Property({ list: [1], text: "x", n: 1 });
  const { list } = p;
  for (const use of [() => [...list], () => new Set(list), () => Array.from(list), () => Math.max(...list)]) {
    assertThrows(use, TypeError, "a Property cannot be iterated: its value may not be known yet");
  }
  assertThrows(() => {
    const [first] = list;
    return first;
  }, TypeError, "property.then((list) =>");
  await assertRejects(async () => {
    for await (const item of list) item;
  }, TypeError, "cannot be iterated");
  assertThrows(() => list.map(() => 1), TypeError, 'a Property has no method "map"');
  assertThrows(() => list.filter(Boolean), TypeError, "use property.then((value) => value.filter(...))");
  assertThrows(() => p.text.toUpperCase(), TypeError, "value.toUpperCase(...)");
  assertThrows(() => p.n.toFixed(1), TypeError, "value.toFixed(...)");
  assertThrows(() => p.catch(() => 1), TypeError, "use property.then(null, (error) => ...)");
});

test("a member with the name of a method is a member", async () => {
  const { outputs, resources, logs } = await run(() => {
    const r = new CustomResource(file, "a", { rule: { filter: { values: ["x"] } }, map: 1 }) as any;
    const { filter } = r.rule;
    assertEquals([filter instanceof Property, Property.isInstance(filter)], [true, true]);
    assertEquals(Property.isInstance(new Property([1] as any).map), true);
    assertEquals(Object.keys({ filter }), ["filter"]);
    assertThrows(() => assertEquals(filter, 1 as any), TypeError, "cannot be compared");
    assertThrows(() => `${filter}`, TypeError, "lumi.interpolate");
    assertThrows(() => JSON.stringify({ filter }), TypeError, "lumi.jsonStringify");
    assertThrows(() => ({ ...filter }), TypeError, "property.then");
    assertThrows(() => new CustomResource(file, "x", filter), TypeError, "not a Property");
    new CustomResource(file, "b", { filter, list: [filter.values], deep: [{ filter }] });
    return { filter, all: all([filter]), twice: new Property(filter), then: filter.then((f: any) => f.values) };
  });
  const filter = { values: ["x"] };
  assertEquals(resources[1]!.inputs, { filter, list: [["x"]], deep: [{ filter }] });
  assertEquals(resources[1]!.edges.map(({ property }) => property), ["filter", "list[0]", "deep[0].filter"]);
  assertEquals(outputs, { filter, all: [filter], twice: filter, then: ["x"] });
  assertEquals(logs, []);
  const members: any = new Property({ values: { n: 1 } }).then((x) => x);
  assertEquals(await members.values.n, 1);
  assertEquals(await members.values, { n: 1 });
  assertEquals(await value(members.values), { n: 1 });
  assertEquals(members.values[Symbol.for("Deno.customInspect")](), "Property { { n: 1 } }");
  assertEquals((await run(() => new Property({ values: [1] }).then((x) => x).values)).outputs, { default: [1] });
  assertEquals(await value(secret(new Property({ at: 1 }) as any).at), 1);
});

test("every property is an instance of Property", () => {
  const r = new CustomResource(file, "a");
  for (const p of [new Property(1), r.id, r.urn, r.anything, secret(1), Property.pending().property]) {
    assert(p instanceof Property);
    assert(Property.isInstance(p));
  }
  for (const other of [1, {}, null, Promise.resolve(1), r]) assert(!Property.isInstance(other));
});

test("consoles show properties without their secrets", () => {
  const shown = (p: any) => p[Symbol.for("Deno.customInspect")]();
  assertEquals(shown(new Property("x")), 'Property { "x" }');
  assertEquals(shown(new Property({ a: [1, null, undefined] })), "Property { { a: [1, null, undefined] } }");
  assertEquals(shown(secret("pw")), "Property { [secret] }");
  assertEquals(shown(Property.pending().property), "Property { [pending] }");
  const failed = new Property(1).then(() => 1, () => 2);
  assertEquals(shown(failed), "Property { [pending] }");
});

test("errors go through to the awaiting code", async () => {
  const error = new Error("no");
  const { property, reject } = Property.pending<string>();
  const derived = [
    property.then((x) => x),
    all([property]),
    interpolate`${property}`,
    (property as any).a.b,
    secret(property),
  ];
  reject(error);
  for (const p of derived) assertStrictEquals(await assertRejects(() => value(p)), error);
  assertStrictEquals(await assertRejects(async () => await property), error);
});

test("an error in a callback is the error of what it derives", async () => {
  const error = new Error("no");
  assertStrictEquals(
    await assertRejects(() =>
      value(new Property(1).then(() => {
        throw error;
      }))
    ),
    error,
  );
});

test("then can recover", async () => {
  const failing = new Property(1).then((): number => {
    throw new Error("no");
  });
  assertEquals(
    await value(failing.then((n) => n, (error) => `caught ${(error as Error).message}`)),
    "caught no",
  );
  assertEquals(await value(new Property(1).then((n) => n, () => 2)), 1);
  assertEquals(await value(failing.then(null, () => new Property(5))), 5);
});

test("an unhandled error is reported once", async () => {
  const error = new Error("lost");
  const failed = await assertRejects(() =>
    run(() => {
      const p = new Property(Promise.reject(error));
      p.then((x) => x).then((x) => x);
      interpolate`${p}`;
    })
  );
  assertStrictEquals(failed, error);
});

test("pending settles once", async () => {
  const { property, resolve, reject } = Property.pending<number>();
  resolve(new Property(Promise.resolve(1)));
  resolve(2);
  reject(new Error("late"));
  assertEquals(await value(property), 1);
});

test("a property resolved with itself fails", async () => {
  const { property, resolve } = Property.pending<number>();
  resolve(property);
  await assertRejects(() => value(property), TypeError, "itself");
});

test("callbacks do not run on holes, and known parts of unknown values are known", async () => {
  const calls: string[] = [];
  await run(async () => {
    const r = new CustomResource(file, "a", { known: { x: 1 } });
    r.id.then(() => calls.push("id"));
    r.known.then(() => calls.push("known"));
    const mixed = all({ id: r.id, known: r.known });
    mixed.then(() => calls.push("mixed"));
    mixed.known.x.then((x: number) => calls.push(`x is ${x}`));
    assertEquals(await isKnown(r.id), false);
    assertEquals(await isKnown(mixed), false);
    assertEquals(await isKnown(mixed.known), true);
    assertEquals(await isKnown(mixed.id), false);
    assertEquals(await isKnown(r.id.then(() => 1)), false);
    assertEquals(await isKnown(interpolate`${r.id}`), false);
    assertEquals(await isKnown(isKnown(r.id)), true);
    assertEquals(await isSecret(secret(r.id)), true);
    assertEquals(await mixed.known.x, 1);
  }, { dryRun: true });
  assertEquals(calls, ["known", "x is 1"]);
});

const lacking = (): any =>
  new CustomResource(file, "a", {
    meta: { labels: { app: "x" } },
    list: [{ n: 1 }],
    s: secret({ n: 1 }),
  });

test("in a plan, what an output lacks is unknown: the provider may fill it in", async () => {
  const { outputs } = await run(() => {
    const r = lacking();
    const same = new Property(r.meta).then((meta: any) => meta);
    return {
      text: interpolate`in ${r.meta.name}`,
      holes: [
        r.meta.name,
        r.meta.name.deep,
        r.meta.labels.tier,
        r.list[1],
        r.list[1].n,
        r.list[0].x,
        r.s.m,
        same.name,
        same.labels.tier,
        all([r.meta]).then((list: any) => list)[0].name,
        secret(r.meta).name,
        r.meta.then((meta: any) => meta.labels).tier,
      ],
      known: [
        r.meta.labels.app,
        r.list[0].n,
        r.list.length,
        r.list.name,
        r.meta.labels.app.length,
        r.meta.labels.app.name,
        r.s.n,
        r.meta.then((meta: any) => ({ ...meta })).name,
        r.meta.then((meta: any) => meta.name ?? "absent"),
      ],
      secrets: [isSecret(r.s.m), isSecret(r.meta.name)],
    };
  }, { dryRun: true });
  assertEquals(outputs.text, unknown);
  assertEquals(outputs.holes, Array(12).fill(unknown));
  assertEquals(outputs.known, ["x", 1, 1, null, 1, null, 1, null, "absent"]);
  assertEquals(outputs.secrets, [true, false]);
});

test("after a deployment, what an output lacks is undefined", async () => {
  await run(async () => {
    const r = lacking();
    const lacks = [r.meta.name, r.meta.labels.tier, r.list[1], r.list[0].x, r.s.m];
    assertEquals(await value(lacks), Array(5).fill(undefined));
  });
});

test("a hole below an output is named with its path", async () => {
  await run(async () => {
    await assertRejects(() => value(lacking().list[0].x), Error, 'it comes from output "list[0].x"');
  }, { dryRun: true });
});

test("holes cross where they stand", async () => {
  const { resources, outputs, complete } = await run(() => {
    const a = new CustomResource(file, "a");
    new CustomResource(file, "b", { text: interpolate`x ${a.id}`, list: [1, a.id], s: secret(a.id) });
    return { id: a.id, part: all([a.id, 1]) };
  }, { dryRun: true });
  assertEquals(resources[1]!.inputs, { text: unknown, list: [1, unknown], s: unknown });
  assertEquals(resources[1]!.secrets, ["inputs.s", "outputs.s"]);
  assertEquals(outputs, { id: unknown, part: [unknown, 1] });
  assertEquals(complete, true);
});

test("awaiting a hole stops there, and what stands before is planned", async () => {
  const { resources, complete } = await run(async () => {
    const a = new CustomResource(file, "a");
    await a.id;
    new CustomResource(file, "never");
  }, { dryRun: true });
  assertEquals(resources.map(({ name }) => name), ["a"]);
  assertEquals(complete, false);
});

test("a hole in a promise does not stall the rest", async () => {
  const { resources, outputs } = await run(() => {
    const a = new CustomResource(file, "a");
    const late = (async () => `id ${await a.id}`)();
    const b = new CustomResource(file, "b", { late });
    const c = new CustomResource(file, "c", { both: Promise.all([a.id, b.id]), known: 1 });
    const { property, resolve } = Property.pending<string>();
    c.id.then(resolve);
    new CustomResource(file, "d", { property, deep: [new Property(late)] });
    return { late };
  }, { dryRun: true });
  assertEquals(resources.map(({ name, inputs }) => [name, inputs]), [
    ["a", {}],
    ["b", { late: unknown }],
    ["c", { both: unknown, known: 1 }],
    ["d", { property: unknown, deep: [unknown] }],
  ]);
  assertEquals(outputs, { late: unknown });
});
