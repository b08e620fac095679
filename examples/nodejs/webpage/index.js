// A page in a file, with a release number that is made up once.
import * as lumi from "lumi-sdk";

/** A component: a group of resources with outputs of its own. */
class Site extends lumi.ComponentResource {
  constructor(name, { title, release }) {
    super("web:index:Site", name, { title });
    const page = new lumi.CustomResource("std:fs:File", `${name}-page`, {
      path: "out/index.html",
      content: lumi.interpolate`<h1>${title}</h1>\n<p>release ${release}</p>\n`,
    }, { parent: this });
    this.path = page.path;
    this.registerOutputs({ path: this.path });
  }
}

const title = new lumi.Config().get("title") ?? "Hello";
export const release = new lumi.CustomResource("std:random:Id", "release", { byteLength: 4 }).hex;
export const { path } = new Site("site", { title, release });
