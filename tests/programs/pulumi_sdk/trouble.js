const pulumi = require("@pulumi/pulumi");
const { File } = require("./file");
class Trouble extends pulumi.CustomResource {
  constructor(name, args, opts) {
    super("random:index/trouble:Trouble", name, { size: undefined, ...args }, opts);
  }
}
const first = new File("first", { path: "first.txt", content: "1" });
const trouble = new Trouble("trouble", { value: "x", fault: new pulumi.Config().require("fault") }, { dependsOn: first });
new File("after", { path: "after.txt", content: pulumi.interpolate`${trouble.size}` });
const other = new File("other", { path: "other.txt", content: "2" });
exports.size = trouble.size;
exports.other = other.sha256;
