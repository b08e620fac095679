// Makes a component of a plugin that is a program.
const pulumi = require("@pulumi/pulumi");
const config = new pulumi.Config();
class Shed extends pulumi.ComponentResource {
  constructor(name, args, options) {
    super("sheds:index:Shed", name, { path: undefined, ...args }, options, true);
  }
}
const shed = new Shed("s", {
  text: config.get("text") ?? "bicycles",
  code: pulumi.secret("4711"),
  failure: config.get("failure"),
});
exports.path = shed.path;
exports.code = shed.code;
