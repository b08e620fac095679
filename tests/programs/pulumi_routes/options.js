// Resource options (tests/it/pulumi_sdk/routes).
const pulumi = require("@pulumi/pulumi");
const { File } = require("./file");
const config = new pulumi.Config();
const step = config.getNumber("step") ?? 1;
const file = (name, opts, args) => new File(name, { path: `${name}.txt`, content: name, ...args }, opts);
class Group extends pulumi.ComponentResource {
  constructor(name, opts) { super("acme:web:Group", name, {}, opts); }
}

//// parents of three generations
const first = new Group("first");
const second = new Group("second", { parent: first });
exports.urn = file("leaf", { parent: second }).urn;
exports.own = file("child", { parent: file("mother") }).urn;

//// a parent that is undefined, and the stack as a parent
exports.urns = [file("a", { parent: undefined }).urn, file("b", { parent: pulumi.rootStackResource }).urn];

//// dependsOn of all forms
const a = file("a"), b = file("b"), c = file("c");
file("one", { dependsOn: a });
file("list", { dependsOn: [a, b] });
file("promise", { dependsOn: Promise.resolve([a]) });
file("output", { dependsOn: a.sha256.apply(() => b) });
file("mixed", { dependsOn: [a, Promise.resolve(b), pulumi.output(c)] });
file("nothing", { dependsOn: [] });

//// dependsOn of components that contain others
const outer = new Group("outer");
const inner = new Group("inner", { parent: outer });
file("deep", { parent: inner });
file("after", { dependsOn: outer });
new Group("later", { dependsOn: [inner] });

//// dependsOn that is no resource
/// own words: the SDK words a failure by whether it comes before the end of the module
file("a", { dependsOn: ["b"] });
/// wants: [exit 1]

//// protect of a resource and of what is in a component
/// up: -c web:protect=true
/// up: -c web:protect=false
const group = new Group("group", { protect: config.getBoolean("protect") });
file("inside", { parent: group });
file("open", { parent: group, protect: false });
file("later", { protect: pulumi.runtime.isDryRun() ? undefined : config.getBoolean("protect") });

//// deleteBeforeReplace when the path changes
/// up: -c web:step=1
/// up: -c web:step=2
/// wants: "content": "two"
file("a", { deleteBeforeReplace: true }, { path: `a${step}.txt`, content: step === 1 ? "one" : "two" });
file("b", { deleteBeforeReplace: false }, { path: `b${step}.txt` });

//// ignoreChanges by names and paths
/// up: -c web:step=1
/// up: -c web:step=2
file("a", { ignoreChanges: ["content"] }, { content: `content ${step}` });
file("b", { ignoreChanges: ["nothing", "list[0].x", "map[\"a.b\"]"] }, { content: `content ${step}` });
file("c", { ignoreChanges: ["*"] }, { content: `content ${step}` });

//// ignoreChanges of no valid path
/// up: -c web:step=1
/// up: -c web:step=2
file("a", { ignoreChanges: ["a["] });

//// replaceOnChanges by names and with an asterisk
/// up: -c web:step=1
/// up: -c web:step=2
file("a", { replaceOnChanges: ["content"] }, { content: `content ${step}` });
file("b", { replaceOnChanges: ["*"] }, { content: `content ${step}` });
file("c", { replaceOnChanges: ["mode"] }, { content: `content ${step}` });

//// additionalSecretOutputs
const a = file("a", { additionalSecretOutputs: ["sha256", "size"] });
exports.sum = a.sha256;
exports.size = a.size;
exports.path = a.path;
exports.isSecret = pulumi.output(pulumi.isSecret(a.size));
/// wants: "$lumi": "secret"

//// retainOnDelete of a resource that goes
/// up: -c web:step=1
/// up: -c web:step=2
/// wants: kept
if (step === 1) {
  file("kept", { retainOnDelete: true });
  file("gone", { retainOnDelete: false });
}
exports.left = require("fs").readdirSync(".").filter((it) => it.endsWith(".txt"));

//// deletedWith
/// up: -c web:step=1
/// up: -c web:step=2
if (step === 1) {
  const host = file("host");
  file("guest", { deletedWith: host });
}

//// customTimeouts of all kinds
file("a", { customTimeouts: { create: "1m", update: "90s", delete: "1h30m" } });
file("b", { customTimeouts: {} });
file("c", { customTimeouts: { create: "500ms" } });

//// customTimeouts of no valid time
file("a", { customTimeouts: { create: "soon" } });
/// wants: [exit 1]

//// version and pluginDownloadURL
file("a", { version: "1.2.3" });
new pulumi.ProviderResource("random", "mine", {}, { version: "4.21.2", pluginDownloadURL: "https://example.com/plugins" });
/// no up

//// an explicit provider and providers of components
const random = require("@pulumi/random");
const mine = new random.Provider("mine");
const other = new random.Provider("other");
const pet = (name, opts) => new random.RandomPet(name, {}, opts);
pet("own", { provider: mine });
pet("by-list", { parent: new Group("list", { providers: [mine] }) });
pet("by-name", { parent: new Group("named", { providers: { random: mine } }) });
pet("by-one", { parent: new Group("one", { provider: mine }) });
pet("overridden", { parent: new Group("both", { provider: mine }), provider: other });
pet("inherited", { parent: new Group("in", { parent: new Group("out", { providers: [other] }) }) });
file("unrelated", { parent: new Group("foreign", { providers: [mine] }) });
/// no up

//// a provider of another package
const random = require("@pulumi/random");
file("a", { provider: new random.Provider("mine") });
/// no up

//// transformations of a resource, of a component and of the stack
pulumi.runtime.registerStackTransformation(({ type, props, opts }) =>
  type === "std:fs:File" ? { props: { ...props, content: `${props.content} of the stack` }, opts } : undefined);
const group = new Group("group", {
  transformations: [({ props, opts, name }) => ({ props: { ...props, content: `${name} in a group` }, opts })],
});
exports.texts = [
  file("a", { parent: group }).content,
  file("b", { transformations: [() => undefined, ({ props, opts }) => ({ props, opts: { ...opts, protect: true } })] }).content,
];
/// wants: a in a group of the stack

//// a transformation that changes the parent
const group = new Group("group");
file("a", { transformations: [({ props, opts }) => ({ props, opts: { ...opts, parent: group } })] });
/// no up
/// wants: Transformations cannot currently be used to change the `parent`

//// a transformation that throws
file("a", { transformations: [() => { throw new Error("not so"); }] });
/// wants: not so

//// hideDiffs
/// up: -c web:step=1
/// up: -c web:step=2
file("a", { hideDiffs: ["content"] }, { content: `content ${step}` });
file("b", {}, { content: `content ${step}` });

//// replaceWith
/// up: -c web:step=1
/// up: -c web:step=2
const a = file("a", { replaceOnChanges: ["content"] }, { content: `content ${step}` });
file("b", { replaceWith: [a] });

//// replacementTrigger
/// up: -c web:step=1
/// up: -c web:step=1
/// up: -c web:step=2
file("a", { replacementTrigger: step });
file("b", { replacementTrigger: { deep: [step, pulumi.output("x")] } });
file("c", { replacementTrigger: file("d").sha256 });

//// envVarMappings of a provider
new pulumi.ProviderResource("random", "mine", {}, { envVarMappings: { OWN: "PROVIDERS" } });
/// no up

//// options that are merged
exports.merged = pulumi.mergeOptions(
  { dependsOn: [file("a")], protect: true, ignoreChanges: ["x"], aliases: [{ name: "old" }] },
  { dependsOn: file("b"), protect: false, ignoreChanges: ["y"], version: "1.0.0" },
);
exports.providers = Object.keys(pulumi.mergeOptions({ provider: new pulumi.ProviderResource("std", "p", {}) }, {}));
/// no up

//// options that do not exist, and those of another kind
file("a", { nothing: 1, protekt: true });
new Group("b", { deleteBeforeReplace: true, ignoreChanges: ["x"], version: "1.0.0" });

//// options of wrong types
/// own words: the SDK words a failure by whether it comes before the end of the module
for (const opts of [{ protect: "yes" }, { ignoreChanges: "content" }, { parent: "a" }, { aliases: "a" }, { version: 1 }, { deletedWith: "a" }]) {
  const name = Object.keys(opts)[0];
  try {
    file(name, opts);
    exports[name] = "is taken";
  } catch (error) {
    exports[name] = error.message;
  }
}
/// no up
