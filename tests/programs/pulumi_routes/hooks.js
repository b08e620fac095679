// Functions of the program that run before and after steps (tests/it/pulumi_sdk/routes).
const pulumi = require("@pulumi/pulumi");
const { File } = require("./file");
const step = new pulumi.Config().getNumber("step") ?? 1;
const file = (name, opts, args) => new File(name, { path: `${name}.txt`, content: name, ...args }, opts);
const shown = (args) => console.log(JSON.stringify(args, (_, value) => typeof value === "function" ? "function" : value));

//// hooks of a create, with their arguments
const hook = new pulumi.ResourceHook("hook", shown);
file("a", { hooks: { beforeCreate: [hook], afterCreate: [hook] } });

//// hooks of an update
/// up: -c web:step=1
/// up: -c web:step=2
const hook = new pulumi.ResourceHook("hook", shown);
file("a", { hooks: { beforeUpdate: [hook], afterUpdate: [hook] } }, { content: `content ${step}` });

//// hooks of a delete
/// up: -c web:step=1
/// up: -c web:step=2
const hook = new pulumi.ResourceHook("hook", shown);
if (step === 1) file("a", { hooks: { beforeDelete: [hook], afterDelete: [hook] } });

//// hooks of a replacement
/// up: -c web:step=1
/// up: -c web:step=2
const hook = new pulumi.ResourceHook("hook", ({ name }) => console.log(`a step of ${name}`));
file("a", { deleteBeforeReplace: true, hooks: { beforeCreate: [hook], afterCreate: [hook], beforeDelete: [hook], afterDelete: [hook] } },
  { path: `a${step}.txt` });

//// a hook that throws before a create
file("a", { hooks: { beforeCreate: [new pulumi.ResourceHook("refuses", () => { throw new Error("not on a Friday"); })] } });
/// wants: not on a Friday

//// a hook that throws after a create
file("a", { hooks: { afterCreate: [new pulumi.ResourceHook("complains", async () => { throw new Error("too late"); })] } });
/// wants: too late

//// a hook that throws no error
file("a", { hooks: { beforeCreate: [new pulumi.ResourceHook("refuses", () => { throw "a text"; })] } });

//// a hook in a preview
const hook = new pulumi.ResourceHook("hook", () => console.log("in a preview, too"), { onDryRun: true });
file("a", { hooks: { beforeCreate: [hook] } });
/// wants: in a preview, too

//// hooks as plain functions
file("a", { hooks: { beforeCreate: [() => console.log("first"), async () => { await null; console.log("second"); }] } });

//// two hooks of one name
/// own words: the SDK words a failure by whether it comes before the end of the module
module.exports = async () => {
  new pulumi.ResourceHook("same", () => {});
  new pulumi.ResourceHook("same", () => {});
  await new Promise((resolve) => setTimeout(resolve, 1000));
};

//// a hook of a component
class Group extends pulumi.ComponentResource {
  constructor(name, opts) {
    super("acme:web:Group", name, {}, opts);
    file("inside", { parent: this });
    this.registerOutputs({ size: 1 });
  }
}
const hook = new pulumi.ResourceHook("hook", ({ name, newOutputs }) => console.log(`${name} ${JSON.stringify(newOutputs)}`));
new Group("group", { hooks: { afterCreate: [hook] } });

//// a hook that sees secrets
const hook = new pulumi.ResourceHook("hook", async ({ newInputs }) => {
  console.log(`content is ${await pulumi.isSecret(pulumi.output(newInputs.content)) ? "secret" : "open"}`);
});
file("a", { hooks: { beforeCreate: [hook] } }, { content: pulumi.secret("hunter2") });

//// hooks that take time run one after the other
const wait = (time) => new Promise((resolve) => setTimeout(resolve, time));
const slow = new pulumi.ResourceHook("slow", async () => { await wait(30); console.log("slow"); });
const fast = new pulumi.ResourceHook("fast", () => console.log("fast"));
file("a", { hooks: { beforeCreate: [slow, fast] } });

//// hooks of no valid kind
file("a", { hooks: { beforeBreakfast: [() => {}] } });

//// an error hook
require("fs").rmSync("blocked", { recursive: true, force: true });
require("fs").writeFileSync("blocked", "in the way");
const onError = new pulumi.ErrorHook("unblock", ({ name, failedOperation, errors }) => {
  console.log(`${failedOperation} of ${name}: ${errors.length}`);
  require("fs").rmSync("blocked", { force: true });
  return errors.length < 3;
});
file("a", { hooks: { onError: [onError] } }, { path: "blocked/a.txt" });
