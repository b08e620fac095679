// Dynamic providers (tests/it/pulumi_sdk/routes).
const pulumi = require("@pulumi/pulumi");
const step = new pulumi.Config().getNumber("step") ?? 1;
class Thing extends pulumi.dynamic.Resource {
  constructor(name, provider, args, opts, ...type) { super(provider, name, args, opts, ...type); }
}

//// a provider of one method
const thing = new Thing("a", { async create(inputs) { return { id: "1", outs: { ...inputs, sum: inputs.x + 1 } }; } }, { x: 1, sum: undefined });
exports.all = [thing.id, thing.x, thing.sum];
/// wants: "sum": 2

//// inputs that the provider changes and refuses
const provider = {
  async check(olds, news) { return { inputs: { ...news, x: news.x * 2 }, failures: news.x > 5 ? [{ property: "x", reason: "it is too large" }] : [] }; },
  async create(inputs) { return { id: "1", outs: inputs }; },
};
exports.x = new Thing("a", provider, { x: 2 }).x;
/// wants: "x": 4

//// inputs that are refused
const provider = {
  async check(olds, news) { return { inputs: news, failures: [{ property: "x", reason: "it is too large" }] }; },
  async create(inputs) { return { id: "1", outs: inputs }; },
};
new Thing("a", provider, { x: 2 });
/// wants: it is too large

//// secrets in and out
const thing = new Thing("a", { async create({ token }) { return { id: "1", outs: { token, length: token.length } }; } },
  { token: pulumi.secret("hunter2"), length: undefined }, { additionalSecretOutputs: ["length"] });
exports.all = [thing.token, thing.length];

//// a type of its own
class Named extends pulumi.dynamic.Resource {
  constructor(name) { super({ async create() { return { id: "1" }; } }, name, {}, {}, "acme", "Named"); }
}
exports.urn = new Named("a").urn;
/// wants: dynamic/acme:Named
