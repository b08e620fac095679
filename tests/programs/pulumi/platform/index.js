// Forty resources by packages of components: networks and clusters of one region each.
const pulumi = require("@pulumi/pulumi");
const random = require("@pulumi/random");
const { Network } = require("@acme/net");
const { Cluster, Record } = require("@acme/cluster");

const config = new pulumi.Config();
const size = config.getNumber("size") ?? 2;
const lookup = new Promise((resolve) => setTimeout(() => resolve({ label: "node" }), 1));

const explicit = new random.Provider("explicit");
const network = new Network("main", { cidr: config.get("cidr") });
const other = new Network("other", { zones: ["x"] }, { providers: [explicit] });
const cluster = new Cluster("prod", {
  network: network.ids, lookup, protect: true, secret: config.requireSecret("token"), pools: { web: size, batch: 1 },
});
const records = ["www", "mail"].concat(config.getBoolean("more") === false ? [] : ["old", "older"]).map((host) =>
  new Record(host, { host, value: pulumi.interpolate`${cluster.endpoint.fqdn}/${host}` }, { dependsOn: [other] }));
const admin = new random.RandomPassword("admin", { length: 16, overrideSpecial: "_" }, { provider: explicit, protect: false });
new random.RandomShuffle("order", { inputs: network.subnets.map((it) => it.route), resultCount: 2 }, { parent: cluster });
if (config.getBoolean("more") !== false) {
  for (const name of ["a", "b", "c"]) {
    new random.RandomInteger(`spare-${name}`, { min: 1, max: 9 }, { retainOnDelete: name === "c" });
  }
}

exports.kubeconfig = cluster.kubeconfig;
exports.admin = admin.result;
exports.ids = network.ids;
exports.records = records.map((it) => it.fqdn);
exports.nested = { cluster: { endpoint: cluster.endpoint.fqdn }, secret: pulumi.secret("s") };
