// The shop of a team: services of a package, buckets by a dynamic provider, what the stack `base` shares, and everything
// that options can do to resources. `step` is the age of the program.
const fs = require("fs");
const pulumi = require("@pulumi/pulumi");
const random = require("@pulumi/random");
const { Queue, Service } = require("@acme/kit");

const config = new pulumi.Config();
const step = config.getNumber("step") ?? 1;

if (pulumi.getStack() === "base") {
  exports.zone = new random.RandomPet("zone", { length: 1 }).id;
  exports.password = pulumi.secret("correct horse");
  exports.limits = { small: 1, large: 5 };
  return;
}

/** Objects in files in place of a cloud. */
const place = (id) => `buckets/${id}.json`;
class BucketProvider {
  async check(_, news) {
    const failures = news.region === "moon" ? [{ property: "region", reason: "there is no air" }] : [];
    return { inputs: { region: "here", ...news }, failures };
  }
  async diff(_, olds, news) {
    const replaces = olds.region !== news.region ? ["region"] : [];
    const names = ["region", "tags", "token"];
    const changes = names.some((it) => JSON.stringify(olds[it]) !== JSON.stringify(news[it]));
    return { changes, replaces, deleteBeforeReplace: true };
  }
  async create(inputs) {
    const id = `${inputs.region}-${inputs.label}`;
    fs.mkdirSync("buckets", { recursive: true });
    fs.writeFileSync(place(id), JSON.stringify(inputs));
    return { id, outs: { ...inputs, arn: `arn:${id}` } };
  }
  async read(id, props) {
    if (!fs.existsSync(place(id))) return {};
    return { id, props: { ...props, ...JSON.parse(fs.readFileSync(place(id), "utf8")) } };
  }
  async update(id, _, news) {
    fs.writeFileSync(place(id), JSON.stringify(news));
    return { outs: { ...news, arn: `arn:${id}` } };
  }
  async delete(id) {
    fs.rmSync(place(id));
  }
}
class Bucket extends pulumi.dynamic.Resource {
  constructor(name, args, opts) {
    super(new BucketProvider(), name, { arn: undefined, ...args }, opts, "cloud", "Bucket");
  }
}

// All buckets have the tag of the team, and all pets at least two words.
pulumi.runtime.registerResourceTransform(({ type, props, opts }) => {
  if (type !== "pulumi-nodejs:dynamic/cloud:Bucket") return undefined;
  return { props: { ...props, tags: { ...props.tags, team: "shop" } }, opts };
});
pulumi.runtime.registerStackTransformation(({ type, props, opts }) =>
  type === "random:index/randomPet:RandomPet" ? { props: { length: 2, ...props }, opts } : undefined
);
const note = new pulumi.ResourceHook("note", async ({ name, newOutputs }) => {
  fs.appendFileSync("notes", `${name} ${Object.keys(newOutputs ?? {}).includes("arn")}\n`);
});

const base = new pulumi.StackReference("base", { name: "organization/web/base" });
const zone = base.requireOutput("zone");
const east = new random.Provider("east");
const west = new random.Provider("west", {}, { aliases: [{ name: "far" }] });

const web = new Service("web", {
  replicas: step > 1 ? 3 : 2, label: zone, secret: config.requireSecret("token"), queue: { prefix: "web" },
}, { provider: east });
const jobs = new Service("jobs", { replicas: 2, queue: { dead: false } }, { providers: { random: west }, dependsOn: [web] });
const office = new Service("office", { replicas: 4, label: "desk", queue: { prefix: "office" } }, { provider: west, dependsOn: jobs });
// It was `mail`, without a parent, before it became a part of the service.
const mail = step > 1
  ? new Queue("letters", { prefix: "mail" }, { parent: web, provider: east, aliases: [{ name: "mail", parent: pulumi.rootStackResource }] })
  : new Queue("mail", { prefix: "mail" }, { provider: east });

const buckets = ["images", "invoices", "logs"].map((label) =>
  new Bucket(label, { label, tags: { zone }, token: label === "invoices" ? config.requireSecret("token") : "none" }, {
    protect: label === "invoices" && step < 3,
    hooks: label === "logs" ? { afterCreate: [note], afterUpdate: [note] } : undefined,
    additionalSecretOutputs: ["token"],
    customTimeouts: { create: "5m" },
  }));
const moved = new Bucket("archive", { label: "archive", region: step > 1 ? "there" : "here" }, { dependsOn: buckets });

const password = new random.RandomPassword("admin", { length: 16 + (step > 1 ? 4 : 0) }, { ignoreChanges: ["length"] });
const order = new random.RandomShuffle("order", { inputs: buckets.map((it) => it.arn), seed: "s" }, { parent: jobs });
new random.RandomUuid("forgotten", {}, { retainOnDelete: true });
const trigger = new random.RandomInteger("trigger", { min: 1, max: 1000, keepers: { step: String(Math.min(step, 2)) } });
new random.RandomInteger("follower", { min: 1, max: 9 }, { replaceWith: [trigger], deletedWith: web });
for (const label of step > 1 ? ["a", "b"] : ["a", "b", "c", "d"]) {
  new random.RandomString(`extra-${label}`, { length: 8 }, { parent: mail });
}

exports.urls = [web, jobs, office].map((it) => it.url);
exports.key = web.key.result;
exports.admin = password.result;
exports.order = order.results;
exports.limits = base.getOutput("limits").apply((it) => it.large);
exports.base = base.requireOutput("password");
exports.moved = moved.arn;
exports.bucketIds = pulumi.output(buckets.map((it) => it.id));
