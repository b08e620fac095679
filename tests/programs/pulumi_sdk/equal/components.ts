// The program of components.js, for the SDK of Lumi.
import * as lumi from "lumi";
class File extends lumi.CustomResource {
  declare sha256: lumi.Property<string>;
  constructor(name: string, inputs: object, options?: lumi.ResourceOptions) {
    super("std:fs:File", name, inputs, options);
  }
}
class Page extends lumi.ComponentResource {
  file: File;
  constructor(name: string, text: string, options?: lumi.ResourceOptions) {
    super("acme:web:Page", name, {}, options);
    this.file = new File(`${name}-file`, { path: `${name}.html`, content: text }, { parent: this });
    this.registerOutputs({ digest: this.file.sha256 });
  }
}
class Site extends lumi.ComponentResource {
  pages: Page[];
  constructor(name: string, pages: string[], options?: lumi.ResourceOptions) {
    super("acme:web:Site", name, {}, options);
    this.pages = pages.map((it) => new Page(`${name}-${it}`, `<h1>${it}</h1>`, { parent: this }));
    this.registerOutputs({ count: this.pages.length });
  }
}
const site = new Site("site", ["home", "about"]);
new File("map", { path: "map.txt", content: "map" }, { dependsOn: site.pages.map((it) => it.file) });
export const digests = site.pages.map((it) => it.file.sha256);
