// Services with their queues, as a team publishes them for others: parts of parts, children that inherit a provider, and types
// that earlier versions called otherwise.
"use strict";
const pulumi = require("@pulumi/pulumi");
const random = require("@pulumi/random");

class Queue extends pulumi.ComponentResource {
  constructor(name, args, opts) {
    super("acme:kit/queue:Queue", name, args, { ...opts, aliases: [...(opts.aliases ?? []), { type: "acme:kit:Topic" }] });
    this.id = new random.RandomId(name, { byteLength: 3, prefix: args.prefix }, { parent: this }).hex;
    this.dead = args.dead === false
      ? undefined
      : new random.RandomId(`${name}-dead`, { byteLength: 3, keepers: { of: this.id } }, { parent: this }).hex;
    this.registerOutputs({ id: this.id });
  }
}

class Service extends pulumi.ComponentResource {
  constructor(name, args, opts = {}) {
    super("acme:x:kit:Service", name, { replicas: args.replicas }, opts);
    const replicas = args.replicas ?? 1;
    this.key = new random.RandomPassword(`${name}-key`, { length: 24, special: false, keepers: { of: args.secret ?? "none" } }, {
      parent: this, additionalSecretOutputs: ["keepers"],
    });
    this.instances = Array.from({ length: replicas }, (_, at) =>
      new random.RandomPet(`${name}-${at}`, { length: 2, prefix: args.label ?? name }, {
        parent: this, deleteBeforeReplace: true, dependsOn: [this.key],
      }));
    this.queue = args.queue ? new Queue(`${name}-queue`, args.queue, { parent: this }) : undefined;
    this.url = pulumi.interpolate`https://${this.instances[0].id}.example.com/${this.queue?.id ?? "none"}`;
    this.registerOutputs({ url: this.url, key: this.key.result });
  }
}

module.exports = { Queue, Service };
