const pulumi = require("@pulumi/pulumi");
const { File } = require("./file");
class Page extends pulumi.ComponentResource {
  constructor(name, text, opts) {
    super("acme:web:Page", name, {}, opts);
    this.file = new File(`${name}-file`, { path: `${name}.html`, content: text }, { parent: this });
    this.digest = this.file.sha256;
    this.registerOutputs({ digest: this.digest });
  }
}
class Site extends pulumi.ComponentResource {
  constructor(name, pages, opts) {
    super("acme:web:Site", name, {}, opts);
    this.pages = pages.map((it) => new Page(`${name}-${it}`, `<h1>${it}</h1>`, { parent: this }));
    this.registerOutputs({ count: this.pages.length });
  }
}
const site = new Site("site", ["home", "about"]);
// A resource that depends on a component depends on all that is in it.
new File("map", { path: "map.txt", content: "map" }, { dependsOn: site });
exports.digests = site.pages.map((it) => it.digest);
