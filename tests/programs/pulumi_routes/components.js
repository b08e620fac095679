// Components and their children (tests/it/pulumi_sdk/routes).
const pulumi = require("@pulumi/pulumi");
const { File } = require("./file");
const file = (name, opts, args) => new File(name, { path: `${name}.txt`, content: name, ...args }, opts);
class Group extends pulumi.ComponentResource {
  constructor(name, args, opts) { super("acme:web:Group", name, args, opts); }
}

//// a component with outputs of all kinds
class Site extends Group {
  constructor(name) {
    super(name, {});
    this.page = file(`${name}-page`, { parent: this });
    this.url = pulumi.interpolate`https://${this.page.path}`;
    this.registerOutputs({ url: this.url, secret: pulumi.secret("hidden"), list: [1, this.page.size], page: this.page, nothing: undefined });
  }
}
const site = new Site("site");
exports.url = site.url;
exports.page = site.page;
/// wants: https://site-page.txt

//// a component without registered outputs
class Bare extends Group {
  constructor(name) { super(name, { unused: 1 }); this.child = file(`${name}-child`, { parent: this }); }
}
exports.path = new Bare("bare").child.path;

//// registered outputs that are a promise and an output
class Later extends Group {
  constructor(name, outputs) { super(name, {}); this.registerOutputs(outputs); }
}
new Later("promise", Promise.resolve({ a: 1 }));
new Later("output", pulumi.output({ b: pulumi.secret("two") }));
/// wants: "b"

//// outputs that are registered twice
const group = new Group("group", {});
group.registerOutputs({ a: 1 });
group.registerOutputs({ a: 2 });

//// a component whose constructor throws after its child
class Broken extends Group {
  constructor(name) { super(name, {}); file(`${name}-child`, { parent: this }); throw new Error("half made"); }
}
new Broken("broken");
/// no up
/// wants: half made

//// initialize and getData
class Loaded extends pulumi.ComponentResource {
  constructor(name, args) { super("acme:web:Loaded", name, args); }
  async initialize({ size }) { await null; return { size: size * 2 }; }
  async total() { return (await this.getData()).size + 1; }
}
exports.total = new Loaded("loaded", { size: 2 }).total();
/// wants: 5

//// getData of a component that fails to initialize
class Loaded extends pulumi.ComponentResource {
  constructor(name) { super("acme:web:Loaded", name, {}); }
  async initialize() { throw new Error("not loaded"); }
}
exports.data = new Loaded("loaded").getData();
/// no up
/// own words: the SDK words a failure by whether it comes before the end of the module
/// wants: not loaded

//// inputs of a component are in its state
class Kept extends pulumi.ComponentResource {
  constructor(name, args) { super("acme:web:Kept", name, args); this.registerOutputs(); }
}
new Kept("kept", { text: "a", secret: pulumi.secret("b"), file: file("c").sha256, nested: [{ d: null }] });

//// options of a component reach its children
const parent = new Group("parent", {}, { protect: false, retainOnDelete: true, customTimeouts: { create: "1m" }, ignoreChanges: ["content"] });
const inner = new Group("inner", {}, { parent });
file("leaf", { parent: inner });
file("own", { parent: inner, retainOnDelete: false });

//// a component that is made in apply
const made = file("a").sha256.apply((sum) => new Group(`late-${sum.length}`, {}));
exports.urn = made.urn;

//// a component depends on a component, and a resource on both
const first = new Group("first", {});
file("in-first", { parent: first });
const second = new Group("second", {}, { dependsOn: [first] });
file("in-second", { parent: second });
file("last", { dependsOn: [first, second] });

//// components move
/// up: -c web:step=1
/// up: -c web:step=2
const step = new pulumi.Config().getNumber("step") ?? 1;
const outer = new Group("outer", {});
const group = new Group(step === 1 ? "old" : "new", {}, step === 1 ? {} : { parent: outer, aliases: [{ name: "old", parent: pulumi.rootStackResource }] });
file("child", { parent: group });
/// wants: acme:web:Group$acme:web:Group

//// what a component is
const group = new Group("group", {});
exports.is = [pulumi.ComponentResource.isInstance(group), pulumi.CustomResource.isInstance(group), pulumi.Resource.isInstance(group),
  pulumi.ComponentResource.isInstance(file("a")), group.__name, group.__pulumiType];
exports.keys = Object.keys(group).sort();
