// Deploys resources of std and of its own, and uses no method of a built-in object itself.
import "./patch.ts";
import { ComponentResource, Config, interpolate, secret } from "lumi";
import type { Property } from "lumi";
import * as dynamic from "lumi/dynamic";
import * as std from "lumi/std";

const token = new Config().requireSecret("token");
const provider = {
  async create(inputs: any) {
    return { id: "made", outs: { size: inputs.size, token: secret(await token) } };
  },
  async update(_id: string, _olds: any, news: any) {
    return { outs: { size: news.size, token: secret(await token) } };
  },
  async delete() {
    await token;
  },
};
class Thing extends dynamic.Resource {
  declare readonly size: Property<number>;
  constructor(name: string, size: number, parent: ComponentResource) {
    super(provider, name, { size }, { parent });
  }
}
class Group extends ComponentResource {
  readonly thing: Thing;
  constructor(name: string) {
    super("my:index:Group", name);
    this.thing = new Thing(`${name}-thing`, 1, this);
    this.registerOutputs({ size: this.thing.size });
  }
}
const group = new Group("group");
const file = new std.fs.File("file", { path: "out.txt", content: interpolate`${group.thing.size}` });
export const outputs = { size: group.thing.size, sha256: file.sha256, token };
