// The effects of options on existing objects, step by step.
const pulumi = require("@pulumi/pulumi");
const config = new pulumi.Config();
const step = config.getNumber("step") ?? 1;
class Trouble extends pulumi.CustomResource {
  constructor(name, args, opts) {
    super("random:index/trouble:Trouble", name, { size: undefined, token: undefined, ...args }, opts);
  }
}
const tags = { a: `${step}`, b: `${step}` };
const ignoring = new Trouble("ignoring", { value: "x", tags }, { ignoreChanges: ["tags.a"] });
const secret = new Trouble("secret", { value: "hunter2" }, { additionalSecretOutputs: ["size"] });
const replaced = new Trouble("replaced", { value: "z", kind: `${step}` },
  { replaceOnChanges: ["kind"], deleteBeforeReplace: true });
new Trouble("gone", { value: "d" }, { deletedWith: replaced });
const renamed = step === 1
  ? new Trouble("before", { value: "w" })
  : new Trouble("after", { value: "w" }, { aliases: [{ name: "before" }], retainOnDelete: true });
exports.tags = ignoring.tags;
exports.size = secret.size;
exports.id = renamed.id;
