// The stack `base` has outputs, and other stacks refer to them; objects that are only read, values in the state, and hooks.
const pulumi = require("@pulumi/pulumi");
const random = require("@pulumi/random");

if (pulumi.getStack() === "base") {
  exports.pet = new random.RandomPet("pet").id;
  exports.secret = pulumi.secret("hunter2");
} else {
  const base = new pulumi.StackReference("organization/web/base");
  new pulumi.Stash("stash", { input: { a: 1 } });
  const hook = new pulumi.ResourceHook("hook", async () => {});
  const hooks = { beforeCreate: [hook], afterUpdate: [hook], beforeDelete: [hook] };
  const first = new random.RandomPet("first", { prefix: base.getOutput("pet") }, { hooks });
  new random.RandomPet("second", {}, {
    replaceWith: [first], replacementTrigger: { x: 1 }, hideDiffs: ["length"], replaceOnChanges: ["prefix"],
  });
  exports.seen = random.RandomPet.get("seen", "abc-def", { length: 2 }).id;
  exports.secret = base.requireOutput("secret");
}
