const pulumi = require("@pulumi/pulumi");
const { File } = require("./file");
pulumi.runtime.registerResourceModule("std", "fs", {
  version: undefined,
  construct: (name, type, urn) => new File(name, {}, { urn }),
});
const a = new File("a", { path: "a.txt", content: "one" });
const known = a.urn.apply((urn) => new File("again", {}, { urn }));
exports.path = known.apply((it) => it.path);
exports.id = known.apply((it) => it.id);
