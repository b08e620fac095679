// A package in the manner of `eks`: one class makes a whole harbour, by parts of parts, with a provider of its own that is
// configured by what the first part has made.
"use strict";
const pulumi = require("@pulumi/pulumi");
const random = require("@pulumi/random");
const { Crane } = require("./crane");

/** Things of the plugin `shop`, as its SDK has them. */
class Provider extends pulumi.ProviderResource {
  constructor(name, args, opts) {
    super("shop", name, { folder: args.folder, token: args.token && pulumi.secret(args.token) }, opts);
  }
}

class Item extends pulumi.CustomResource {
  constructor(name, args, opts) {
    super("shop:index:Item", name, { ...args, code: args.code && pulumi.secret(args.code), serial: undefined }, opts);
  }
}

class Shelf extends pulumi.CustomResource {
  constructor(name, args, opts) {
    super("shop:store/shelf:Shelf", name, { ...args, serial: undefined }, opts);
  }
}

/** A component that the plugin itself makes. */
class Box extends pulumi.ComponentResource {
  constructor(name, args, opts) {
    super("shop:index:Box", name, { ...args, label: undefined }, opts, true);
  }

  priceIn(currency) {
    return pulumi.runtime.call("shop:index:Box/priceIn", { __self__: this, currency }, this).price;
  }
}

class Crew extends pulumi.ComponentResource {
  constructor(name, args, opts) {
    super("harbour:index:Crew", name, args, opts);
    this.members = Array.from({ length: args.size }, (_, at) =>
      new random.RandomPet(`${name}-${at}`, { length: 1, prefix: args.ship }, { parent: this, ignoreChanges: ["length"] }));
    this.names = pulumi.all(this.members.map((it) => it.id));
    this.registerOutputs({ names: this.names });
  }
}

class Quay extends pulumi.ComponentResource {
  constructor(name, args, opts) {
    // A later version of the package has moved it into a module.
    super("harbour:quays/quay:Quay", name, {}, { ...opts, aliases: [{ type: "harbour:index:Quay" }] });
    this.number = new random.RandomInteger(`${name}-number`, { min: 1, max: 999, keepers: { side: args.side } }, { parent: this });
    this.crane = new Crane(`${name}-crane`, { quay: this.number.result, load: args.load, code: args.code }, {
      parent: this, additionalSecretOutputs: ["code"], customTimeouts: { create: "3m", delete: "1m" },
    });
    this.crew = new Crew(`${name}-crew`, { size: args.crew, ship: args.side }, { parent: this, dependsOn: [this.crane] });
    this.store = new Shelf(`${name}-store`, { level: 0, items: this.crew.names }, { parent: this, deletedWith: this.crane });
    this.registerOutputs({ number: this.number.result });
  }
}

class Harbour extends pulumi.ComponentResource {
  constructor(name, args, opts) {
    super("harbour:index:Harbour", name, args, opts);
    this.identity = new random.RandomUuid(`${name}-identity`, {}, { parent: this, protect: args.protect ?? true });
    this.key = new random.RandomPassword(`${name}-key`, { length: 20, keepers: { of: args.token } }, {
      parent: this, additionalSecretOutputs: ["keepers"],
    });
    // Known when the harbour is: everything below is made with it.
    const folder = this.identity.result.apply((it) => `stores/${it.slice(0, 0)}${name}`);
    this.provider = new Provider(`${name}-provider`, { folder, token: this.key.result }, { parent: this });
    this.quays = Object.entries(args.quays).map(([side, quay]) =>
      new Quay(`${name}-${side}`, { side, code: this.key.result, ...quay }, { parent: this, providers: { shop: this.provider } }));
    const total = pulumi.runtime.invokeOutput("shop:index:sum", { numbers: this.quays.map((it) => it.number.result) }, {
      parent: this, provider: this.provider,
    });
    this.total = total.apply((it) => it.total);
    this.manual = new Item(`${name}-manual`, {
      title: "manual", size: "L", price: args.price, code: this.key.result, tags: args.tags,
      manual: new pulumi.asset.StringAsset("pull twice"), dimensions: { width: 2, inner: { heights: [1, 2] } },
    }, { parent: this, provider: this.provider, replaceOnChanges: ["price"] });
    // The text of a function, as those that are deployed have it.
    const { load } = args;
    const text = pulumi.runtime.serializeFunction((ships) => ships.filter((it) => it.load < (load ?? 7)));
    this.filter = new random.RandomId(`${name}-filter`, { byteLength: 2, keepers: { code: pulumi.output(text).text } }, { parent: this });
    this.pass = pulumi.secret(pulumi.jsonStringify({ id: this.identity.result, key: this.key.result }));
    this.registerOutputs({ pass: this.pass, total: this.total });
  }
}

module.exports = { Box, Crew, Harbour, Item, Provider, Shelf };
