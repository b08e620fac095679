// Cranes in files, by a dynamic provider that has settings and secrets.
"use strict";
const pulumi = require("@pulumi/pulumi");

const heights = { light: 10, heavy: 40 };

class CraneProvider {
  async configure({ config }) {
    this.folder = config.require("yard");
  }
  async check(_, { load = "light", ...news }) {
    const failures = load in heights ? [] : [{ property: "load", reason: `no crane lifts ${load}` }];
    return { inputs: { ...news, load }, failures };
  }
  async diff(_, olds, news) {
    const changed = ["load", "quay", "code"].filter((it) => olds[it] !== news[it]);
    return { changes: changed.length > 0, replaces: changed.filter((it) => it === "quay"), stables: ["maker"] };
  }
  async create(inputs) {
    const fs = await import("node:fs/promises");
    const { randomBytes } = require("node:crypto");
    const id = `${inputs.quay}-${randomBytes(2).toString("hex")}`;
    const outs = { ...inputs, height: heights[inputs.load], maker: "acme" };
    await fs.mkdir(this.folder, { recursive: true });
    await fs.writeFile(`${this.folder}/${id}`, JSON.stringify(outs));
    return { id, outs };
  }
  async read(id, props) {
    const fs = require("node:fs");
    const path = `${this.folder}/${id}`;
    return fs.existsSync(path) ? { id, props: { ...props, ...JSON.parse(fs.readFileSync(path, "utf8")) } } : {};
  }
  async update(id, olds, news) {
    const outs = { ...news, height: heights[news.load], maker: olds.maker };
    require("node:fs").writeFileSync(`${this.folder}/${id}`, JSON.stringify(outs));
    return { outs };
  }
  async delete(id) {
    require("node:fs").rmSync(`${this.folder}/${id}`);
  }
}

/** A crane on a quay. */
exports.Crane = class Crane extends pulumi.dynamic.Resource {
  constructor(name, args, opts) {
    super(new CraneProvider(), name, { ...args, height: undefined, maker: undefined }, opts, "harbour", "Crane");
  }
};
