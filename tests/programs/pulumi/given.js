// Resources of every kind that a stack is given back with: assets, archives, secrets in lists, and types of two parts.
const pulumi = require("@pulumi/pulumi");
const random = require("@pulumi/random");

class Keeper {
  async create(inputs) { return { id: "k-1", outs: { ...inputs, half: 1.5 } }; }
  async diff(_, olds, news) { return { changes: JSON.stringify(olds.list) !== JSON.stringify(news.list) }; }
}

class Kept extends pulumi.dynamic.Resource {
  constructor(name, args, options) { super(new Keeper(), name, { ...args, half: undefined }, options); }
}

class Page extends pulumi.ComponentResource {
  constructor(name, options) {
    super("acme:Page", name, { lines: [1, { b: pulumi.secret("hunter2") }] }, options);
    this.uuid = new random.RandomUuid(`${name}-uuid`, { keepers: { a: "1" } }, { parent: this });
    this.registerOutputs({ uuid: this.uuid.result });
  }
}

const provider = new random.Provider("mine");
const page = new Page("page", { providers: [provider] });
const again = new Page("again");
const text = new pulumi.asset.StringAsset("hello");
new Kept("kept", {
  list: [1, pulumi.secret({ deep: "hunter2" }), page.uuid.result],
  file: text,
  archive: new pulumi.asset.AssetArchive({ "a.txt": text }),
}, { dependsOn: [again] });

exports.uuid = page.uuid.result;
exports.secret = pulumi.secret([1, 2]);
