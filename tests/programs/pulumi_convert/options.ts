import * as pulumi from "@pulumi/pulumi";
import * as random from "@pulumi/random";

const first = new random.RandomPet("first", {}, { protect: true, aliases: [{ name: "old" }, { type: "a:b:C" }] });
const second = new random.RandomUuid("second", {}, {
  dependsOn: first,
  retainOnDelete: true,
  deletedWith: first,
  customTimeouts: { create: "5m", delete: "90s" },
});
new random.RandomString("third", { length: 4 }, {
  dependsOn: [first, second],
  ignoreChanges: ["length"],
  replaceOnChanges: ["special"],
  deleteBeforeReplace: true,
  additionalSecretOutputs: ["result"],
  replaceWith: [first],
  replacementTrigger: "1",
  parent: second,
});
new random.RandomId("moved", { byteLength: 4 }, { parent: first, aliases: [{ parent: pulumi.rootStackResource }] });
