const pulumi = require("@pulumi/pulumi");
const { File } = require("./file");
class Component extends pulumi.ComponentResource {
  constructor(type, name, opts) {
    super(type, name, {}, opts);
  }
}
const types = ["Site", "acme:Site", "acme::Site", "awsx:x:ecs:Cluster", "acme:a:b:c:Site"];
const components = types.map((type, index) => new Component(type, `c${index}`));
components.forEach((parent, index) => new File(`f${index}`, { path: `${index}.txt`, content: "1" }, { parent }));
// At first it has no parent, and then one that it gets with its new name.
const step = new pulumi.Config().require("step");
const moved = step === "one" ? {} : { parent: components[3], aliases: [{ parent: undefined }] };
new File("moved", { path: "moved.txt", content: "1" }, moved);
exports.urns = components.map((it) => it.urn);
