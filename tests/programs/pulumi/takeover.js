// Resources of every kind that a stack is taken over with.
const pulumi = require("@pulumi/pulumi");
const random = require("@pulumi/random");

const config = new pulumi.Config();

class Greeter {
  async create({ name }) { return { id: `id-${name}`, outs: { name, text: `hello ${name}` } }; }
  async diff(_, olds, news) { return { changes: olds.name !== news.name }; }
  async update(_, __, { name }) { return { outs: { name, text: `hello ${name}` } }; }
}

class Greeting extends pulumi.dynamic.Resource {
  constructor(name, args, options) { super(new Greeter(), name, { ...args, text: undefined }, options); }
}

class Zoo extends pulumi.ComponentResource {
  constructor(name, options) {
    super("acme:zoo:Zoo", name, { size: 2 }, options);
    this.pet = new random.RandomPet(`${name}-pet`, { length: 2 }, { parent: this });
    this.registerOutputs({ pet: this.pet.id });
  }
}

class Cage extends pulumi.ComponentResource {
  constructor(name, options) {
    super("acme:Cage", name, {}, options);
    this.number = new random.RandomInteger(`${name}-number`, { min: 1, max: 9 }, { parent: this });
    this.registerOutputs({});
  }
}

const zoo = new Zoo("zoo");
const cage = new Cage("cage", { parent: zoo });
const provider = new random.Provider("explicit");
const password = new random.RandomPassword("password", { length: 12 }, { provider, additionalSecretOutputs: ["length"] });
const shuffled = new random.RandomShuffle("shuffled", { inputs: ["a", "b", zoo.pet.id], seed: "x" }, {
  dependsOn: [cage], customTimeouts: { create: "5m", delete: "90s" }, ignoreChanges: ["seed"], aliases: [{ name: "mixed" }],
});
new random.RandomUuid("kept", {}, { protect: true, retainOnDelete: true, deletedWith: zoo.pet });
new Greeting("greeting", { name: config.requireSecret("token") }, { parent: zoo });

exports.pet = zoo.pet.id;
exports.password = password.result;
exports.order = shuffled.results;
