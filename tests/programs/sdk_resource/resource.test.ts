// Resources, components, providers and their options.

import {
  ComponentResource,
  CustomResource,
  getResource,
  invoke,
  isKnown,
  isSecret,
  Property,
  ProviderResource,
  registerStackTransform,
  RemoteComponent,
  Resource,
  ResourceHook,
  secret,
  StackReference,
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
  unknown,
  value,
} from "lumi/testing";

const file = "acme:fs:File";

class Site extends ComponentResource {
  readonly url: Property<string>;
  readonly page: CustomResource;
  helper: string | undefined;

  constructor(name: string, options?: any) {
    super("acme:web:Site", name, { name }, options);
    this.page = new CustomResource(file, `${name}-page`, { content: "hi" }, { parent: this });
    this.url = (this.page as any).content;
    this.registerOutputs({ url: this.url, count: 1, late: Promise.resolve("x") });
  }
}

test("outputs are read by name, at once", async () => {
  const r = new CustomResource<{ content: string; size: number }>(file, "a", { content: "x" });
  assertEquals(await value(r.content), "x");
  assertEquals(await value(r.id), "a-id");
  assertEquals(await value(r.urn), "urn:lumi:test::project::index::acme:fs:File::a");
  assertStrictEquals(r.content, r.content);
  assertEquals(await value((r as any).nothing), undefined);
});

test("then, toJSON, constructor and symbols are no outputs", async () => {
  const r: any = new CustomResource(file, "a");
  assertEquals(r.then, undefined);
  assertEquals(r.toJSON, undefined);
  assertEquals(r[Symbol.iterator], undefined);
  assertStrictEquals(r.constructor, CustomResource);
  assertStrictEquals(await r, r);
});

test("fields that only describe outputs do not hide them", async () => {
  class Described extends CustomResource {
    readonly content!: Property<string>;
    declare readonly size: Property<number>;
    readonly own = 5;
    #hidden = 6;
    get sum() {
      return this.own + this.#hidden;
    }
  }
  const r = new Described(file, "a", { content: "x", size: 1 });
  assertEquals(await value(r.content), "x");
  assertEquals(await value(r.size), 1);
  assertEquals(r.own, 5);
  assertEquals(r.sum, 11);
  assertInstanceOf(r, Described);
  assertInstanceOf(r, CustomResource);
  assertInstanceOf(r, Resource);
  assert(Resource.isInstance(r));
});

test("components answer what they registered", async () => {
  const site = new Site("s");
  assertEquals(await value(site.url), "hi");
  assertEquals(await value((site as any).count), 1);
  assertEquals(await value((site as any).late), "x");
  assertEquals(await value((site as any).missing), undefined);
  assertEquals(site.helper, undefined);
  assertThrows(() => site.registerOutputs(), Error, "already");
});

test("an output of a component can be read before it is registered", async () => {
  let early: any;
  class Early extends ComponentResource {
    constructor(name: string) {
      super("acme:web:Early", name);
      early = (this as any).url;
      this.registerOutputs({ url: new Property("u") });
    }
  }
  new Early("e");
  assertEquals(await value(early), "u");
});

test("what a component answers depends on its children", async () => {
  const { resources, outputs } = await run(() => {
    const site = new Site("s");
    new CustomResource(file, "user", { url: (site as any).url, same: site.url }, { dependsOn: site });
    return { site };
  });
  const [site, page, user] = resources;
  assertEquals(page!.parent, site!.urn);
  assertEquals(page!.urn, "urn:lumi:test::project::index$acme:web:Site::acme:fs:File::s-page");
  assertEquals(user!.edges, [{ property: "url", to: page!.urn }, { property: "same", to: page!.urn }]);
  assertEquals(user!.dependsOn, [site!.urn]);
  assertEquals(site!.outputs, { url: "hi", count: 1, late: "x" });
  assert(Resource.isInstance(outputs.site));
});

test("a component that never registers outputs says so when one is used", async () => {
  class Silent extends ComponentResource {}
  const problem = await assertRejects(() =>
    run(() => {
      new CustomResource(file, "a", { x: (new Silent("acme:web:Silent", "quiet") as any).url });
    })
  );
  assertStringIncludes(
    String((problem as Error).message),
    'resource "quiet" (acme:web:Silent) has no output "url"',
  );
});

test("components that a provider makes are like others", async () => {
  const mocks = { resource: ({ inputs, custom }: any) => ({ outputs: { address: `${inputs.size}-${custom}` } }) };
  const { outputs, resource } = await run(() => {
    class Cluster extends RemoteComponent<{ address: string }> {
      constructor(name: string, size: number) {
        super("acme:web:Cluster", name, { size }, { protect: true });
      }
    }
    const cluster = new Cluster("made", 3);
    assertInstanceOf(cluster, Resource);
    assert(RemoteComponent.isInstance(cluster));
    const child = new CustomResource(file, "child", { path: cluster.address }, { parent: cluster });
    return { address: cluster.address, urn: child.urn };
  }, { mocks });
  assertEquals(outputs.address, "3-false");
  assertEquals(outputs.urn, "urn:lumi:test::project::index$acme:web:Cluster::acme:fs:File::child");
  assertEquals(resource("made").id, undefined);
  assertEquals(resource("child").inputs, { path: "3-false" });
  assertEquals(resource("child").protect, true);
});

test("children take over protection and providers", async () => {
  const { resource } = await run(() => {
    const west = new ProviderResource("acme", "west", { region: "west" });
    const east = new ProviderResource("acme", "east", { region: "east" });
    const site = new Site("s", { protect: true, providers: [west] });
    new CustomResource(file, "own", {}, { parent: site, provider: east, protect: false });
    new CustomResource("other:x:Y", "other", {}, { parent: site });
    new Site("t", { parent: site, provider: east });
  });
  assertEquals(resource("s-page").protect, true);
  assertEquals(resource("own").protect, false);
  assertEquals(resource("s-page").provider, resource("west").urn);
  assertEquals(resource("own").provider, resource("east").urn);
  assertEquals(resource("other").provider, undefined);
  assertEquals(resource("t-page").provider, resource("east").urn);
  assertEquals(resource("west").type, "lumi:providers:acme");
});

test("dependsOn takes resources, lists, promises and properties of them", async () => {
  const { resources } = await run(() => {
    const [a, b, c] = ["a", "b", "c"].map((name) => new CustomResource(file, name));
    new CustomResource(file, "d", {}, { dependsOn: a! });
    new CustomResource(file, "e", {}, { dependsOn: [a!, Promise.resolve(b!), new Property(c!)] });
    new CustomResource(file, "f", {}, { dependsOn: Promise.resolve([a!, b!]) });
    new CustomResource(file, "g", {}, { dependsOn: [] });
  });
  const names = resources.map(({ dependsOn }) => dependsOn.map((urn) => urn.at(-1)).join(""));
  assertEquals(names, ["", "", "", "a", "abc", "ab", ""]);
});

test("dependsOn behind a hole is taken as unknown", async () => {
  const { resources } = await run(() => {
    const a = new CustomResource(file, "a");
    const late = (async () => (await a.id, a))();
    new CustomResource(file, "b", {}, { dependsOn: [a, late] });
    new CustomResource(file, "c", {}, { dependsOn: late });
  }, { dryRun: true });
  assertEquals(resources.map(({ dependsOn }) => dependsOn.length), [0, 1, 0]);
});

test("dependsOn takes over what a value was made of, known or not", async () => {
  for (const dryRun of [true, false]) {
    const { resources } = await run(() => {
      const [a, b, c] = ["a", "b", "c"].map((name) => new CustomResource(file, name));
      const late: any = a!.id.then(() => b);
      new CustomResource(file, "d", {}, { dependsOn: late });
      new CustomResource(file, "e", {}, { dependsOn: [c!, [late]] as any });
      new CustomResource(file, "f", {}, { dependsOn: Promise.resolve([late, c]) as any });
      new CustomResource(file, "g", {}, { dependsOn: [late, late, a!, c!] });
    }, { dryRun });
    const names = resources.map(({ dependsOn }) => dependsOn.map((urn) => urn.at(-1)).sort().join(""));
    assertEquals(names.slice(3), dryRun ? ["a", "ac", "ac", "ac"] : ["ab", "abc", "abc", "abc"]);
  }
});

test("dependsOn on what is no resource is an error", async () => {
  const declare = (dependsOn: any) => new CustomResource(file, "x", {}, { dependsOn });
  assertThrows(() => declare("a"), TypeError, "must be a resource, not a value of type string");
  assertThrows(() => declare([new Property(1)]), TypeError, "must be a resource, not a value of type number");
  await assertRejects(() => run(() => void declare(Promise.resolve(1))), Error, "must be a resource");
  const dryRun = { dryRun: true, mocks: { invoke: () => unknown } };
  await assertRejects(
    () => run(() => void declare([invoke("std:fs:read")]), dryRun),
    TypeError,
    'option "dependsOn" of resource "x" (acme:fs:File) is a Property that is unknown and comes from no resource',
  );
  assertThrows(
    () => new CustomResource(file, "x", {}, { parent: new Property(1) as any }),
    TypeError,
    'option "parent" of resource "x" (acme:fs:File) must be a resource, not a Property',
  );
});

test("options cross as the engine reads them", async () => {
  const { resource } = await run(() => {
    const old = new ComponentResource("acme:web:Site", "old");
    const a = new CustomResource(file, "a");
    const again = new ResourceHook("again", () => {});
    new CustomResource(file, "b", {}, {
      aliases: ["urn:lumi:x", { name: "was", parent: old, type: undefined }, { parent: a.urn }],
      customTimeouts: { create: "5m", update: undefined },
      deletedWith: a,
      hooks: { beforeCreate: [() => {}, again], afterUpdate: [], onError: undefined },
      replaceWith: [a],
      replacementTrigger: { of: [a.urn, secret(1), undefined] },
      ignoreChanges: ["tags.owner"],
      hideDiffs: ["content"],
      import: "existing",
      retainOnDelete: true,
      version: "1.2.3",
      deleteBeforeReplace: undefined,
    });
    new CustomResource(file, "plain", {}, {});
  });
  assertEquals(resource("b").options, {
    aliases: ["urn:lumi:x", { name: "was", parent: resource("old").urn }, { parent: resource("a").urn }],
    customTimeouts: { create: "5m" },
    deletedWith: resource("a").urn,
    hooks: { beforeCreate: [`${resource("b").urn}::beforeCreate[0]`, "again"] },
    dependsOn: [resource("a").urn],
    replaceWith: [resource("a").urn],
    replacementTrigger: { of: [resource("a").urn, 1, null] },
    ignoreChanges: ["tags.owner"],
    hideDiffs: ["content"],
    import: "existing",
    retainOnDelete: true,
    version: "1.2.3",
  });
  assertEquals(resource("b").id, "existing");
  assertEquals(resource("plain").options, {});
  const create = (options: any) => () => new CustomResource(file, "c", {}, options);
  assertThrows(create({ aliases: [1] }), TypeError, "an alias of resource");
  assertThrows(create({ aliases: [{ nam: "x" }] }), TypeError, '"nam"');
  assertThrows(create({ customTimeouts: { create: 5 } }), TypeError, "as text such as");
});

test("unknown options name the nearest known one", () => {
  const create = (options: any) => () => new CustomResource(file, "a", {}, options);
  assertThrows(create({ protct: true }), TypeError, 'did you mean "protect"?');
  assertThrows(create({ dependson: [] }), TypeError, 'did you mean "dependsOn"?');
  assertThrows(create({ somethingElse: 1 }), TypeError, 'no option "somethingElse"');
  assertThrows(create({ protect: "yes" }), TypeError, "must be true or false");
  assertThrows(create({ ignoreChanges: "tags" }), TypeError, "list of input paths");
  assertThrows(create({ parent: {} }), TypeError, "must be a resource");
  assertThrows(create({ dependsOn: ["a"] }), TypeError, 'option "dependsOn" of resource "a"');
  assertThrows(
    create({ provider: new CustomResource(file, "p") }),
    TypeError,
    "must be a ProviderResource, not resource",
  );
  assertThrows(
    () => new ComponentResource("a:b:C", "c", {}, { import: "id" } as any),
    TypeError,
    "no meaning for a component",
  );
  assertThrows(create([]), TypeError, "plain object");
  create({ protect: undefined, parent: undefined })();
});

test("type and name are checked", () => {
  assertThrows(() => new CustomResource("", "a"), TypeError, "the type of a new CustomResource");
  assertThrows(() => new (class extends CustomResource {})("t:x:Y", ""), TypeError, "the name of a new resource");
  assertThrows(
    () => new (class Bucket extends CustomResource {})(file, undefined as never),
    TypeError,
    "the name of a new Bucket",
  );
});

test("the same resource twice is an error", () => {
  new CustomResource(file, "a");
  assertThrows(() => new CustomResource(file, "a"), Error, "twice");
});

test("additional secret outputs are secret", async () => {
  const r: any = new CustomResource(file, "a", { password: "x", open: 1 }, {
    additionalSecretOutputs: ["password"],
  });
  assertEquals(await value(isSecret(r.password)), true);
  assertEquals(await value(isSecret(r.open)), false);
});

test("secret inputs are secret outputs", async () => {
  const r: any = new CustomResource(file, "a", { password: secret("x"), open: { deep: [secret(1)] } });
  assertEquals(await value(isSecret(r.password)), true);
  assertEquals(await value(r.open.deep[0]), 1);
  assertEquals(await value(isSecret(r.open)), true);
  assertEquals(await value(isSecret(r.id)), false);
});

test("resources as inputs come back as the same resource", async () => {
  const a = new CustomResource(file, "a");
  const b: any = new CustomResource(file, "b", { nested: [{ a }] });
  assertStrictEquals(await value(b.nested[0].a), a);
  assertEquals(await value(b.nested[0].a.id), "a-id");
  assertEquals(await value((new Property(a) as any).id), "a-id");
});

test("get reads an existing resource", async () => {
  const asked: unknown[] = [];
  const mocks = {
    resource: ({ id, inputs }: any) => {
      asked.push([id, inputs]);
      return { outputs: { arn: `arn-${id}` } };
    },
  };
  const { outputs } = await run(() => {
    const r = CustomResource.get<{ arn: string }>(file, "a", new Property("i-1"), { hint: 1 });
    return { arn: r.arn, id: r.id };
  }, { mocks });
  assertEquals(asked, [["i-1", { hint: 1 }]]);
  assertEquals(outputs, { arn: "arn-i-1", id: "i-1" });
});

test("a stack reference reads the outputs of another stack", async () => {
  const mocks = { resource: ({ id }: any) => ({ outputs: { outputs: { stack: id, vpc: "v" } } }) };
  const { outputs } = await run(() => {
    const network = new StackReference("network", { name: "acme/network/prod" });
    return { all: network.outputs, vpc: network.requireOutput("vpc"), none: network.getOutput("none") };
  }, { mocks });
  assertEquals(outputs, { all: { stack: "acme/network/prod", vpc: "v" }, vpc: "v" });
  const mixed = { resource: () => ({ outputs: { outputs: { open: 1, hidden: secret(2) } } }) };
  const { secrets } = await run(() => {
    const other = new StackReference("other");
    return { open: other.getOutput("open"), hidden: other.getOutput("hidden"), all: other.outputs };
  }, { mocks: mixed });
  assertEquals(secrets, ["hidden", "all"]);
  const problem = await assertRejects(() =>
    run(() => ({ x: new StackReference("n").requireOutput("vcp") }), { mocks })
  ) as Error;
  assertStringIncludes(problem.message, 'stack "n" has no output "vcp"; it has stack, vpc');
});

class Bucket extends CustomResource<{ arn: string; key: string }> {
  constructor(name: string, args: { given: string }) {
    super("acme:s3:Bucket", name, args);
    assert(args.given === "x", "the constructor of a reference does not run");
  }

  get size(): number {
    return 7;
  }
}

test("a reference is an instance of the class of a resource of another stack", async () => {
  const urn = "urn:lumi:prod::network::index$acme:web:Site::acme:s3:Bucket::logs";
  const mocks = {
    resource: ({ type, inputs, id }: any) =>
      type === "lumi:lumi:ResourceReference" && inputs.urn === urn && id === urn
        ? { id: "logs-7", outputs: { arn: "arn:7", key: secret("k") } }
        : undefined,
  };
  const { outputs, secrets, resource, resources } = await run(() => {
    const logs = getResource(Bucket, urn);
    assertInstanceOf(logs, Bucket);
    assertStrictEquals(getResource(Bucket, urn), logs);
    assertStrictEquals(getResource(CustomResource, urn) as unknown, logs);
    new CustomResource(file, "a", { bucket: logs.arn }, { dependsOn: [logs] });
    return { id: logs.id, arn: logs.arn, key: logs.key, size: logs.size };
  }, { mocks });
  assertEquals(outputs, { id: "logs-7", arn: "arn:7", key: "k", size: 7 });
  assertEquals(secrets, ["key"]);
  assertEquals(resources.length, 2);
  assertEquals(resource("network/prod/index$acme:web:Site$acme:s3:Bucket/logs").inputs, { urn });
  assertEquals(resource("a").inputs, { bucket: "arn:7" });
});

test("what is no reference is refused where it is written", async () => {
  const urn = "urn:lumi:prod::network::index::acme:s3:Bucket::logs";
  const refused = async (program: () => unknown, part: string) => {
    const error = await assertRejects(() => run(() => void program())) as Error;
    assertStringIncludes(error.message, part);
  };
  for (
    const text of ["", "logs", "urn:lumi:prod::network", `${urn}::x`, "urn:pulumi:prod::net::a:b:C::x",
      "urn:lumi:::::::::"]
  ) {
    await refused(() => getResource(CustomResource, text), "is not the URN of a resource");
  }
  await refused(() => getResource(CustomResource, secret(urn) as any), "not a Property");
  await refused(() => getResource(Object as any, urn), "needs the class of the resource");
  await refused(() => getResource("acme:s3:Buckets", urn), "is a acme:s3:Bucket, not a acme:s3:Buckets");
  await refused(() => getResource(CustomResource, urn.replace("prod::network", "test::project")), "of this stack");
  await refused(() => [getResource(CustomResource, urn), getResource(Bucket, urn)], "with another class before");
  for (const option of ["parent", "provider", "deletedWith", "replaceWith"]) {
    await refused(() => {
      const logs = getResource(Bucket, urn);
      new CustomResource(file, "a", {}, { [option]: option === "replaceWith" ? [logs] : logs });
    }, `option "${option}" of resource "a" (acme:fs:File) is resource "network/prod/acme:s3:Bucket/logs"`);
  }
});

test("transforms see and change what is declared, child to parent to stack", async () => {
  const order: string[] = [];
  const note = (who: string) => ({ name, inputs, options }: any) => {
    order.push(`${who}:${name}`);
    return { inputs: { ...inputs, by: [...(inputs.by ?? []), who] }, options: { ...options, protect: true } };
  };
  const { resource } = await run(() => {
    registerStackTransform(note("stack"));
    const site = new ComponentResource("acme:web:Site", "s", {}, { transforms: [note("parent")] });
    new CustomResource(file, "a", {}, { parent: site, transforms: [note("own"), () => undefined] });
  });
  assertEquals(order, ["parent:s", "stack:s", "own:a", "parent:a", "stack:a"]);
  assertEquals(resource("a").inputs, { by: ["own", "parent", "stack"] });
  assertEquals(resource("a").protect, true);
});

test("transforms may change what they are given, for that resource alone", async () => {
  const { resource } = await run(() => {
    const protect = ({ options }: any) => void (options.protect = true);
    registerStackTransform((args: any) => (args.name === "a" ? protect(args) : undefined));
    for (const name of ["a", "b"]) new CustomResource(file, name);
  });
  assertEquals([resource("a").protect, resource("b").protect], [true, false]);
});

test("transforms are checked", () => {
  const create = (transform: any) => () => new CustomResource(file, "a", {}, { transforms: [transform] });
  assertThrows(create(1), TypeError, "must be a function");
  assertThrows(create(async () => {}), TypeError, "must not be async");
  assertThrows(create(() => ({ inputs: {} })), TypeError, "both inputs and options");
  assertThrows(
    create(({ inputs }: any) => ({ inputs, options: { parent: new CustomResource(file, "p") } })),
    TypeError,
    "parent",
  );
});

test("a resource whose input failed is not registered, and fails what uses it", async () => {
  const error = new Error("no input");
  let later: Promise<unknown> | undefined;
  const { resources } = await run(async () => {
    const a = new CustomResource(file, "a", { deep: [Promise.reject(error)] });
    const b = new CustomResource(file, "b", { a: a.id });
    const problem = await assertRejects(() => value(a.id)) as Error;
    assertEquals(
      problem.message,
      'resource "a" (acme:fs:File) was not registered because its input "deep[0]" failed: no input',
    );
    assertStrictEquals(problem.cause, error);
    later = assertRejects(() => value(b.id));
    assertStringIncludes(
      (await later as Error).message,
      'resource "b" (acme:fs:File) was not registered because its input "a" failed',
    );
    assertRejects(() => value((a as any).another));
  });
  assertEquals(resources.map(({ name }) => name), []);
});

test("a failed registration fails the run, once", async () => {
  const mocks = {
    resource: () => {
      throw new Error("quota");
    },
  };
  const problem = await assertRejects(() =>
    run(() => {
      const a = new CustomResource(file, "a");
      new CustomResource(file, "b", { a: a.id });
    }, { mocks })
  ) as any;
  assertEquals(problem.message, "quota");
  assertEquals(problem.lumiSerial, 0);
});

test("children wait for a parent that waits", async () => {
  const { resources } = await run(() => {
    const { property, resolve } = Property.pending<string>();
    const parent = new CustomResource(file, "parent", { property });
    const child = new CustomResource(file, "child", {}, { parent });
    setTimeout(() => resolve("x"), 1);
    return { child: child.id };
  });
  assertEquals(resources.map(({ name }) => name), ["parent", "child"]);
});

test("resources in a circle are named", async () => {
  const problem = await assertRejects(() =>
    run(() => {
      const { property, resolve } = Property.pending<string>();
      const a = new CustomResource(file, "a", { x: property });
      const b = new CustomResource(file, "b", { y: [a.id] });
      resolve(b.id);
    })
  ) as Error;
  assertStringIncludes(problem.message, "these wait for each other");
  assertStringIncludes(
    problem.message,
    '"x" of resource "a" (acme:fs:File) waits for resource "b" (acme:fs:File)',
  );
});

test("a value that never comes is explained", async () => {
  const problem = await assertRejects(() =>
    run(() => {
      new CustomResource(file, "a", { x: { y: new Promise(() => {}) } });
    })
  ) as Error;
  assertStringIncludes(
    problem.message,
    '"x.y" of resource "a" (acme:fs:File) waits for a promise that nothing settles',
  );
});

test("urn and name members are known without a deployment", async () => {
  await run(async () => {
    const a = new CustomResource(file, "a");
    assertEquals(await isKnown(a.urn), true);
    assertEquals(await isKnown(a.id), false);
    assertEquals(await isKnown((new Site("s") as any).count), true);
  }, { dryRun: true });
});
