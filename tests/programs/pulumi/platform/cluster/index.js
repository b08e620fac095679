// Another one, with asynchronous data, dynamic resources, functions and transforms.
"use strict";
const pulumi = require("@pulumi/pulumi");
const random = require("@pulumi/random");

const suffix = (text) => `${text}.example.com`;

/** Records in a file in place of a server. */
class RecordProvider {
  async check(olds, news) {
    return { inputs: { ttl: 300, ...news }, failures: [] };
  }
  async diff(id, olds, news) {
    return { changes: olds.value !== news.value || olds.ttl !== news.ttl, replaces: olds.host !== news.host ? ["host"] : [] };
  }
  async create(inputs) {
    return { id: suffix(inputs.host), outs: { ...inputs, fqdn: suffix(inputs.host) } };
  }
  async update(id, olds, news) {
    return { outs: { ...news, fqdn: id } };
  }
  async read(id, props) {
    return { id, props };
  }
  async delete(id) {
    require("fs").appendFileSync("deleted", `${id}\n`);
  }
}

class Record extends pulumi.dynamic.Resource {
  constructor(name, args, opts) {
    super(new RecordProvider(), name, { fqdn: undefined, ...args }, opts, "dns", "Record");
  }
}

class NodePool extends pulumi.ComponentResource {
  constructor(name, args, opts) {
    super("acme:NodePool", name, { size: args.size }, opts);
    this.nodes = Array.from({ length: args.size }, (_, at) =>
      new random.RandomPet(`${name}-${at}`, { prefix: args.label }, { parent: this, deletedWith: args.host }));
    this.token = new random.RandomPassword(`${name}-token`, { length: 20, keepers: { role: args.role } }, { parent: this }).result;
    this.registerOutputs({ token: this.token });
  }
}

class Cluster extends pulumi.ComponentResource {
  constructor(name, args, opts) {
    super("acme:cluster/v2:Cluster", name, {}, opts);
    this.identity = new random.RandomUuid(`${name}-identity`, {}, { parent: this, protect: args.protect });
    const label = pulumi.output(args.lookup).apply((it) => it.label);
    this.pools = Object.entries(args.pools).map(([pool, size]) =>
      new NodePool(`${name}-${pool}`, { size, label, role: pool, host: this.identity }, { parent: this }));
    this.endpoint = new Record(`${name}-api`, { host: name, value: args.network.apply((it) => it.join()), secret: args.secret }, {
      parent: this, additionalSecretOutputs: ["secret"], customTimeouts: { create: "2m" },
    });
    // The text of a function, as those that are deployed have it.
    const handler = pulumi.runtime.serializeFunction(async (event) => ({ at: suffix(name), pools: args.pools, event }));
    this.handler = new random.RandomId(`${name}-handler`, { byteLength: 4, keepers: { code: pulumi.output(handler).text } }, { parent: this });
    this.kubeconfig = pulumi.secret(pulumi.jsonStringify({ server: this.endpoint.fqdn, token: this.pools[0].token }));
    this.registerOutputs({ kubeconfig: this.kubeconfig });
  }
}

module.exports = { Cluster, Record };
