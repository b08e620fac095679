// A package of components, as people publish them to npm.
"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
const pulumi = require("@pulumi/pulumi");
const random = require("@pulumi/random");

class Subnet extends pulumi.ComponentResource {
  constructor(name, args, opts) {
    super("acme:net/subnet:Subnet", name, args, opts);
    this.id = new random.RandomId(name, { byteLength: 4, keepers: { zone: args.zone, vpc: args.vpc } }, { parent: this }).hex;
    this.route = new random.RandomPet(`${name}-route`, { length: 2, prefix: args.zone }, {
      parent: this,
      // The former name, before the package had components of its own.
      aliases: [{ name: `${name}-table`, parent: pulumi.rootStackResource }],
    }).id;
    this.registerOutputs({ id: this.id, route: this.route });
  }
}

class Network extends pulumi.ComponentResource {
  constructor(name, args = {}, opts = {}) {
    super("acme:net:Network", name, args, { ...opts, aliases: [...(opts.aliases ?? []), { type: "acme:network:Network" }] });
    this.vpc = new random.RandomUuid(`${name}-vpc`, { keepers: { cidr: args.cidr ?? "10.0.0.0/16" } }, { parent: this });
    const zones = args.zones ?? ["a", "b", "c"];
    this.subnets = zones.map((zone) => new Subnet(`${name}-${zone}`, { zone, vpc: this.vpc.result }, { parent: this }));
    this.gateway = new random.RandomPet(`${name}-gateway`, {}, { parent: this, dependsOn: this.subnets, ignoreChanges: ["prefix"] });
    this.ids = pulumi.all(this.subnets.map((it) => it.id));
    this.registerOutputs({ ids: this.ids, vpc: this.vpc.result });
  }
}

exports.Network = Network;
exports.default = Network;
