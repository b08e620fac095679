// Functions that the engine calls to change what is registered (tests/it/pulumi_sdk/routes).
const pulumi = require("@pulumi/pulumi");
const { File } = require("./file");
const file = (name, opts, args) => new File(name, { path: `${name}.txt`, content: name, ...args }, opts);
class Group extends pulumi.ComponentResource {
  constructor(name, opts) { super("acme:web:Group", name, {}, opts); }
}

//// a transform of a resource
exports.text = file("a", { transforms: [({ props, opts, name, type, custom }) =>
  ({ props: { ...props, content: `${name} ${type} ${custom}` }, opts })] }).content;

//// an asynchronous transform
exports.text = file("a", { transforms: [async ({ props, opts }) => {
  await new Promise((resolve) => setTimeout(resolve, 5));
  return { props: { ...props, content: "later" }, opts };
}] }).content;
/// wants: later

//// transforms of the stack, of a component and of a resource, in their order
const mark = (sign) => ({ type, props, opts }) =>
  type === "std:fs:File" ? { props: { ...props, content: props.content + sign }, opts } : undefined;
pulumi.runtime.registerResourceTransform(mark(" stack"));
const group = new Group("group", { transforms: [mark(" group")] });
exports.texts = [file("a", { parent: group, transforms: [mark(" own"), mark(" twice")] }).content, file("b").content];

//// a transform of options
file("a", { transforms: [({ props, opts }) => ({
  props,
  opts: { ...opts, protect: true, ignoreChanges: ["content"], customTimeouts: { create: "3m" }, version: "2.0.0", aliases: [{ name: "old" }, "urn:pulumi:dev::web::std:fs:File::b"] },
})] });

//// a transform that sees the options
const group = new Group("group");
file("a", {
  parent: group, protect: true, ignoreChanges: ["x"], dependsOn: [group], aliases: [{ name: "old" }, { parent: undefined }],
  customTimeouts: { create: "1m" }, additionalSecretOutputs: ["size"], retainOnDelete: true, deleteBeforeReplace: true,
  transforms: [({ opts }) => { console.log(JSON.stringify(Object.entries(opts).map(([key, value]) => [key, typeof value]).sort())); }],
});

//// a transform that adds a dependency and a parent of its own
const b = file("b");
file("a", { transforms: [({ props, opts }) => ({ props, opts: { ...opts, dependsOn: [b], deletedWith: b } })] });

//// a transform that throws
/// own words: the SDK words a failure by whether it comes before the end of the module
file("a", { transforms: [() => { throw new Error("not so"); }] });
/// wants: not so

//// a transform that rejects
/// own words: the SDK words a failure by whether it comes before the end of the module
file("a", { transforms: [async () => { throw new TypeError("not so"); }] });
/// wants: not so

//// a transform that answers nothing and null
file("a", { transforms: [() => undefined] });
file("b", { transforms: [() => null] });

//// a transform that answers something else
/// own words: the SDK words a failure by whether it comes before the end of the module
file("a", { transforms: [() => ({})] });

//// a transform that sees outputs and secrets
const a = file("a");
exports.text = file("b", { transforms: [({ props, opts }) =>
  ({ props: { ...props, content: pulumi.output(props.content).apply((it) => it.toUpperCase()) }, opts })] },
  { content: pulumi.interpolate`${a.sha256} ${pulumi.secret("hidden")}` }).content.apply((it) => it.length);

//// a transform that removes an input
exports.mode = file("a", { transforms: [({ props: { mode, ...props }, opts }) => ({ props, opts })] }, { mode: "0600" }).mode;

//// a transform of a component
class Own extends pulumi.ComponentResource {
  constructor(name, args, opts) { super("acme:web:Own", name, args, opts); }
}
new Own("own", { a: 1 }, { transforms: [({ props, opts }) => ({ props: { ...props, b: 2 }, opts })] });

//// a transform of functions
pulumi.runtime.registerInvokeTransform(({ token, args, opts }) => {
  console.log(`${token} ${JSON.stringify(args)}`);
  return { args: { ...args, added: true }, opts };
});
exports.echo = pulumi.runtime.invokeOutput("random:index/echo:echo", { a: 1 });

//// a transform of functions that throws
pulumi.runtime.registerInvokeTransform(() => { throw new Error("not so"); });
exports.echo = pulumi.runtime.invokeOutput("random:index/echo:echo", { a: 1 });
/// own words: the SDK words a failure by whether it comes before the end of the module
/// wants: not so

//// a transform that makes resources
file("a", { transforms: [({ name, props, opts }) => {
  if (name === "a") file("made", {}, { content: "by a transform" });
  return { props, opts };
}] });

//// transforms and transformations of one resource
file("a", {
  transformations: [({ props, opts }) => ({ props: { ...props, content: `${props.content} one` }, opts })],
  transforms: [({ props, opts }) => ({ props: { ...props, content: `${props.content} two` }, opts })],
});

//// a transform is registered after resources
file("a");
pulumi.runtime.registerStackTransform(({ props, opts }) => ({ props: { ...props, content: "changed" }, opts }));
exports.text = file("b").content;
