const pulumi = require("@pulumi/pulumi");
const { File } = require("./file");
const config = new pulumi.Config();
class Page extends pulumi.ComponentResource {
  constructor(name, opts) {
    super("acme:web:Page", name, {}, opts);
    this.file = new File(`${name}-file`, { path: `${name}.html`, content: config.require("text") }, { parent: this });
    this.digest = this.file.sha256;
    this.registerOutputs({ digest: this.digest });
  }
}
class Site extends pulumi.ComponentResource {
  constructor(name, opts) {
    super("acme:web:Site", name, {}, opts);
    this.page = new Page(`${name}-page`, { parent: this });
    this.registerOutputs({});
  }
}
const site = new Site("site", { protect: config.getBoolean("protect") ?? false });
const map = new File("map", { path: "map.txt", content: pulumi.interpolate`see ${site.page.digest}` },
  { dependsOn: site, ignoreChanges: ["mode"], aliases: [{ name: "plan" }] });
const read = File.get("given", "given.txt");
exports.digest = site.page.digest;
exports.size = map.size;
exports.read = read.size;
exports.urn = site.page.file.urn;
exports.secret = config.requireSecret("token").apply((it) => it.length);
exports.dry = pulumi.runtime.isDryRun();
exports.own = pulumi.runtime.invoke("pulumi:pulumi:nothing", {}).catch((e) => e.message);
