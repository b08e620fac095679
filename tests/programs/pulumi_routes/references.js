// Stacks that read the outputs of others (tests/it/pulumi_sdk/routes).
const pulumi = require("@pulumi/pulumi");
const { File } = require("./file");
const role = new pulumi.Config().get("role") ?? "user";
const file = (name, opts, args) => new File(name, { path: `${name}.txt`, content: name, ...args }, opts);

//// outputs of all kinds
/// up: -s base --create -c web:role=base
/// up:
if (role === "base") {
  Object.assign(exports, { text: "a", number: 1.5, yes: true, list: [1, { a: null }], path: file("a").path, hidden: pulumi.secret("hunter2") });
} else {
  const base = new pulumi.StackReference("organization/web/base");
  for (const name of ["text", "number", "yes", "list", "path", "hidden", "nothing"]) exports[name] = base.getOutput(name);
  exports.required = base.requireOutput("text");
  exports.all = base.outputs;
  exports.secrets = base.secretOutputNames;
  exports.name = base.name;
}
/// wants: hunter2

//// a required output that is not there
/// own words: the SDK words a failure by whether it comes before the end of the module
/// up: -s base --create -c web:role=base
/// up:
if (role === "base") exports.text = "a";
else exports.none = new pulumi.StackReference("organization/web/base").requireOutput("none");
/// wants: none

//// values and details
/// up: -s base --create -c web:role=base
/// up:
module.exports = async () => {
  if (role === "base") return { text: "a", hidden: pulumi.secret("hunter2") };
  const base = new pulumi.StackReference("organization/web/base");
  const details = await base.getOutputDetails("hidden");
  return {
    text: await base.getOutputValue("text"),
    needed: await base.requireOutputValue("text"),
    plain: (await base.getOutputDetails("text")).value,
    hidden: details.secretValue.length,
    none: (await base.getOutputDetails("none")).value === undefined,
    refused: await base.getOutputValue("hidden").catch((error) => error.message),
  };
};
/// wants: refused

//// a stack that is not there
/// own words: the SDK words a failure by whether it comes before the end of the module
exports.text = new pulumi.StackReference("organization/web/nowhere").getOutput("text");
/// wants: nowhere

//// references by name, by input and by output
/// up: -s base --create -c web:role=base
/// up:
if (role === "base") exports.text = "a";
else {
  const one = new pulumi.StackReference("one", { name: "organization/web/base" });
  const two = new pulumi.StackReference("two", { name: pulumi.output("organization/web/base") });
  exports.texts = [one.getOutput("text"), two.getOutput(pulumi.output("text"))];
}
/// wants: "a"

//// an output becomes an input of a resource, and changes
/// up: -s base --create -c web:role=base -c web:text=one
/// up:
/// up: -s base -c web:role=base -c web:text=two
/// up:
if (role === "base") exports.text = new pulumi.Config().require("text");
else {
  const base = new pulumi.StackReference("organization/web/base", {}, { parent: undefined });
  exports.content = file("a", { dependsOn: base }, { content: base.requireOutput("text") }).content;
}
/// wants: two

//// a reference within a component
/// up: -s base --create -c web:role=base
/// up:
class Group extends pulumi.ComponentResource {
  constructor(name) {
    super("acme:web:Group", name);
    this.base = new pulumi.StackReference(`${name}-base`, { name: "organization/web/base" }, { parent: this });
    this.text = this.base.getOutput("text");
    this.registerOutputs({ text: this.text });
  }
}
if (role === "base") exports.text = pulumi.secret("a");
else exports.text = new Group("group").text;
/// wants: acme:web:Group

//// a stack refers to itself
/// up:
/// up:
exports.count = new pulumi.StackReference("organization/web/dev").getOutput("count").apply((it) => (it ?? 0) + 1);
