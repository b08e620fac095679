"use strict";
// Functions that run before and after steps. Their arguments are in `told.txt`.
const fs = require("node:fs");
const pulumi = require("@pulumi/pulumi");
const { File } = require("./file");

const step = new pulumi.Config().require("step");
const told = (line) => fs.appendFileSync("told.txt", `${line}\n`);
const content = async (properties) => {
  const value = properties?.content ?? "nothing";
  return await pulumi.isSecret(pulumi.output(value)) ? "a secret" : value;
};
const hook = (name, options) => new pulumi.ResourceHook(name, async (args) => {
  const id = args.id ? "with" : "without";
  const change = `${await content(args.oldInputs)} -> ${await content(args.newInputs)}`;
  told(`${name} ${args.name}, a ${args.type}, ${id} an id: ${change}`);
  if (name === "afterDelete") console.log("the hook has the last word");
}, options);

const kinds = ["beforeCreate", "afterCreate", "beforeUpdate", "afterUpdate", "beforeDelete", "afterDelete"];
const hooks = Object.fromEntries(kinds.map((kind) => [kind, [hook(kind, { onDryRun: kind === "beforeCreate" })]]));

if (step === "create") {
  new File("a", { path: "a.txt", content: "one" }, { hooks });
}
if (step === "update") {
  new File("a", { path: "a.txt", content: pulumi.secret("two") }, { hooks });
}
if (step === "refused") {
  const refused = () => { throw new Error("not on a Friday"); };
  new File("b", { path: "b.txt", content: "b" }, { hooks: { beforeCreate: [refused] } });
}
if (step === "ignored") {
  const careless = new pulumi.ResourceHook("careless", () => { throw new Error("never mind"); }, { ignoreErrors: true });
  new File("b", { path: "b.txt", content: "b" }, { hooks: { afterCreate: [careless] } });
}
if (step === "failed") {
  fs.writeFileSync("blocked", "in the way");
  const onError = new pulumi.ErrorHook("unblock", (args) => {
    told(`${args.failedOperation} of ${args.name} failed ${args.errors.length} times`);
    fs.rmSync("blocked", { force: true });
    return args.errors.length < 3;
  });
  new File("c", { path: "blocked/c.txt", content: "c" }, { hooks: { onError: [onError] } });
}
if (step === "component") {
  class Group extends pulumi.ComponentResource {
    constructor(name, options) {
      super("acme:index:Group", name, {}, options);
      new File("d", { path: "d.txt", content: "d" }, { parent: this });
      this.registerOutputs({ size: 1 });
    }
  }
  const complete = (args) => told(`${args.name} is complete with ${JSON.stringify(args.newOutputs)}`);
  new Group("g", { hooks: { afterCreate: [complete] } });
}
