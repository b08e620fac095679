const pulumi = require("@pulumi/pulumi");
const { File } = require("./file");
const config = new pulumi.Config();
const first = new File("first", { path: "first.txt", content: "1" }, { protect: config.getBoolean("protect") });
class Group extends pulumi.ComponentResource {
  constructor(name, opts) { super("acme:web:Group", name, {}, opts); }
}
const group = new Group("group", { retainOnDelete: true });
new File("kept", { path: "kept.txt", content: config.get("text") ?? "old" }, {
  parent: group,
  dependsOn: [first],
  ignoreChanges: ["content"],
  replaceOnChanges: ["mode"],
  hideDiffs: ["content"],
  deleteBeforeReplace: true,
  customTimeouts: { create: "5m", delete: "1h30m" },
  additionalSecretOutputs: ["sha256"],
  aliases: [{ name: "older" }, { parent: pulumi.rootStackResource }, "urn:pulumi:dev::web::std:fs:File::oldest"],
  deletedWith: first,
  version: "1.2.3",
});
