// Mocks of the engine (tests/it/pulumi_sdk/routes).
/// no up
const pulumi = require("@pulumi/pulumi");
const { File } = require("./file");
const seen = [];
const mocks = (more) => ({
  newResource: (args) => { seen.push(args); return { id: `${args.name}-id`, state: { ...args.inputs, sha256: "sum" } }; },
  call: (args) => { seen.push(args); return { answer: args.token, ...args.inputs }; },
  ...more,
});
const value = (output) => new Promise((resolve) => pulumi.output(output).apply(resolve));
const file = (name, opts, args) => new File(name, { path: `${name}.txt`, content: name, ...args }, opts);
const show = (it) => console.log(JSON.stringify(it));

//// resources have the state of mocks
module.exports = async () => {
  await pulumi.runtime.setMocks(mocks());
  const a = file("a");
  show(await value([a.id, a.urn, a.path, a.sha256]));
  show(seen.filter((it) => it.type !== "pulumi:pulumi:Stack").map(({ type, name, inputs, id, provider, custom }) => [type, name, inputs, id, provider, custom]));
};
/// wants: a-id

//// functions have the answer of mocks
module.exports = async () => {
  await pulumi.runtime.setMocks(mocks());
  show(await pulumi.runtime.invoke("acme:index:get", { x: 1 }));
  show(await value(pulumi.runtime.invokeOutput("acme:index:get", { x: pulumi.output(2) })));
};
/// wants: acme:index:get

//// the names of project, stack and organization
module.exports = async () => {
  await pulumi.runtime.setMocks(mocks(), "shop", "prod", true, "acme");
  show([pulumi.getProject(), pulumi.getStack(), pulumi.getOrganization(), pulumi.runtime.isDryRun()]);
  show(await value(file("a").urn));
};
/// wants: urn:pulumi:prod::shop

//// mocks that are asynchronous
module.exports = async () => {
  await pulumi.runtime.setMocks(mocks({ newResource: async ({ name, inputs }) => { await null; return { id: `later-${name}`, state: inputs }; } }));
  show(await value(file("a").id));
};
/// wants: later-a

//// components, children and secrets
module.exports = async () => {
  await pulumi.runtime.setMocks(mocks());
  class Group extends pulumi.ComponentResource {
    constructor(name) { super("acme:web:Group", name, {}); this.child = file(`${name}-child`, { parent: this }, { content: pulumi.secret("hidden") }); this.registerOutputs({ path: this.child.path }); }
  }
  const group = new Group("group");
  show(await value([group.urn, group.child.urn, group.child.content, pulumi.isSecret(group.child.content)]));
};
/// wants: Group$std:fs:File

//// objects that are read
module.exports = async () => {
  await pulumi.runtime.setMocks(mocks());
  const read = File.get("given", "the-id");
  show(await value([read.id, read.urn]));
};

//// configuration beside mocks
module.exports = async () => {
  await pulumi.runtime.setMocks(mocks(), "shop");
  pulumi.runtime.setAllConfig({ "shop:size": "3", "acme:key": "x" });
  show([new pulumi.Config().getNumber("size"), new pulumi.Config("acme").require("key")]);
};
/// wants: [3,"x"]
