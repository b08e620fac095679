// Uses much of the SDK, and no method of a built-in object itself.
import { found, later, say } from "./patch.ts";
import { ComponentResource, Config, CustomResource, all, interpolate, secret } from "lumi";
import * as std from "lumi/std";
class Group extends ComponentResource {
  constructor(name: string) {
    super("my:index:Group", name);
    const inner = new CustomResource<{ url: string }>("std:index:Extra", `${name}-inner`, { sizes: [1, 2, { a: null }], on: true }, { parent: this });
    this.registerOutputs({ inner: inner.id });
  }
}
const first = new CustomResource<{ url: string; size: number }>("std:index:Extra", "first", { size: 1, password: secret("hush"), tags: { a: "b" } }, { protect: true, ignoreChanges: ["size"] });
const second = new CustomResource<{ url: string }>("std:index:Extra", "second", { of: first.id, text: interpolate`x${first.url}y`, list: [first.size, secret(3)] }, { dependsOn: [first], aliases: ["old"] });
const group = new Group("group");
const pet = new std.random.Pet("pet", { length: 2 }, { parent: group });
const file = new std.fs.File("file", { path: "out.txt", content: interpolate`${pet.id}` });
const both = all([first.id, second.id, secret("x")]).then(([a, b, c]) => a + b + c);
const config = new Config();
later(() => say(`leaks: ${found.leaks}, calls: ${found.calls > 0}`), 1);

export const outputs = { both, url: second.url, later: (async () => { await null; return first.id; })(), name: config.get("name"), group: group };
