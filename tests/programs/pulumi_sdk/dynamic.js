const pulumi = require("@pulumi/pulumi");
const config = new pulumi.Config();
const greeting = config.get("greeting") ?? "hello";
const provider = {
  async check(olds, news) { return { inputs: news, failures: news.name === "" ? [{ property: "name", reason: "it is empty" }] : [] }; },
  async diff(id, olds, news) { return { changes: olds.name !== news.name || olds.loud !== news.loud, replaces: olds.name !== news.name ? ["name"] : [], deleteBeforeReplace: true }; },
  async create({ name, loud }) { return { id: `hello-${name}`, outs: { name, loud, text: `${greeting} ${name}${loud ? "!" : ""}` } }; },
  async update(id, olds, { name, loud }) { return { outs: { name, loud, text: `${greeting} ${name}${loud ? "!" : ""}` } }; },
  async read(id, props) { return { id, props }; },
  async delete(id) { require("fs").appendFileSync("deleted", `${id}\n`); },
};
class Hello extends pulumi.dynamic.Resource {
  constructor(name, args, opts) { super(provider, name, { ...args, text: undefined }, opts); }
}
const a = new Hello("a", { name: config.get("who") ?? "you", loud: config.getBoolean("loud") ?? false });
exports.text = a.text;
