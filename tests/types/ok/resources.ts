// Resources as programs write them: untyped, described in place, described in classes.

import * as lumi from "lumi";
import type { ComponentResourceOptions, CustomResourceOptions, Input, InputsOf } from "lumi";

interface BucketArgs {
  acl?: string;
  tags?: Record<string, string>;
}

/** Described with fields of either kind. */
class Bucket extends lumi.CustomResource {
  declare readonly arn: lumi.Property<string>;
  readonly region!: lumi.Property<string>;
  #calls = 0;

  constructor(name: string, args: InputsOf<BucketArgs> = {}, options?: CustomResourceOptions) {
    super("aws:s3:Bucket", name, { acl: "private", ...args }, options);
  }

  endpoint(): lumi.Property<string> {
    this.#calls++;
    return lumi.interpolate`https://${this.region}/${this.id}`;
  }
}

/** Described by a type. */
class Queue extends lumi.CustomResource<{ url: string; policy: { rules: string[] } }> {}

interface SiteArgs {
  domain: Input<string>;
  bucket?: Bucket;
}

class Site extends lumi.ComponentResource {
  readonly url: lumi.Property<string>;
  private readonly bucket: Bucket;

  constructor(name: string, args: SiteArgs, options?: ComponentResourceOptions) {
    super("acme:web:Site", name, args, options);
    this.bucket = args.bucket ?? new Bucket(`${name}-bucket`, {}, { parent: this, protect: true });
    this.url = lumi.interpolate`https://${args.domain}/${this.bucket.arn}`;
    this.registerOutputs({ url: this.url });
  }
}

const bucket = new Bucket("logs", { tags: lumi.all({ a: Promise.resolve("x") }) });
export const arn: lumi.Property<string> = bucket.arn;
export const endpoint = bucket.endpoint();
export const id: lumi.Property<string> = bucket.id;
export const urn: lumi.Property<string> = bucket.urn;

const queue = new Queue("aws:sqs:Queue", "jobs");
export const rule: lumi.Property<string> = queue.policy.rules[0]!;

const described = new lumi.CustomResource<{ arn: string; port: number }>("aws:x:Y", "y", {
  a: { b: [bucket.arn] },
});
export const describedArn: lumi.Property<string> = described.arn;
export const port: lumi.Property<number> = described.port;

// Without a description any name is an output.
const untyped = new lumi.CustomResource("aws:x:Z", "z", { bucket, queue: queue.url, when: new Date() });
export const outputs: lumi.Property<any>[] = [untyped.anything, untyped.other];
export const asText: lumi.Property<string> = untyped.name.then((name) => name + "!");
declare const token: string;
export const alsoUntyped = new lumi.CustomResource(token, "w").something;

const site = new Site("www", { domain: bucket.region, bucket }, {
  dependsOn: [bucket, Promise.resolve(queue)],
});
export const url: lumi.Property<string> = site.url;
const group = new lumi.ComponentResource<{ vpc: string }>("acme:net:Group", "g");
export const vpc: lumi.Property<string> = group.vpc;
export const any = new lumi.ComponentResource("acme:net:Group", "h").subnets;

const provider = new lumi.ProviderResource("aws", "west", { region: "us-west-2" });
export const all: lumi.Resource[] = [bucket, queue, described, untyped, site, group, provider];
const goodbye = new lumi.ResourceHook("goodbye", async ({ urn }) => console.log(urn), { ignoreErrors: true });
export const first: lumi.Property<string> = new lumi.Stash("first", { input: queue.url }).output;
new Bucket("b", {}, {
  parent: site,
  dependsOn: site,
  provider,
  aliases: ["urn:lumi:a::b::index::c:d:E::f", { name: "old", parent: site }],
  customTimeouts: { create: "5m" },
  ignoreChanges: ["tags.owner"],
  replaceOnChanges: [],
  hideDiffs: ["content"],
  additionalSecretOutputs: ["arn"],
  deletedWith: queue,
  replaceWith: [queue],
  replacementTrigger: { of: [queue.url, 1] },
  hooks: {
    beforeCreate: [({ newInputs }) => console.log(newInputs?.tags), goodbye],
    afterDelete: [goodbye],
    onError: [
      new lumi.ErrorHook("again",
        async ({ errors, failedOperation }) => failedOperation === "create" && errors.length < 3),
    ],
  },
  deleteBeforeReplace: true,
  retainOnDelete: true,
  import: "existing",
  version: "1.2.3",
  transforms: [({ inputs, options }) => ({ inputs: { ...inputs, x: 1 }, options }), () => undefined],
});
new lumi.ComponentResource("a:b:C", "c", {}, { providers: [provider] });
class Cluster extends lumi.RemoteComponent<{ address: string }> {
  constructor(name: string, size: lumi.Input<number>) {
    super("eks:index:Cluster", name, { size }, { provider, providers: [provider], protect: true });
  }
}
export const address: lumi.Property<string> = new Cluster("made", provider.id.then((it) => it.length)).address;
new lumi.ComponentResource("a:b:C", "d", {}, { providers: { aws: provider } });

const existing = lumi.CustomResource.get<{ arn: string }>("aws:s3:Bucket", "e", bucket.id);
export const existingArn: lumi.Property<string> = existing.arn;
export const existingAny = lumi.CustomResource.get("aws:s3:Bucket", "f", "id").anything;

const network = new lumi.StackReference("acme/network/prod");
export const subnet: lumi.Property<string> = network.requireOutput("subnet");
export const vpcId = network.getOutput("vpc").then((vpc) => vpc.id);

const config = new lumi.Config();
export const size: number = config.requireNumber("size", { min: 1 });
export const mode: "on" | "off" | undefined = config.get("mode", { allowedValues: ["on", "off"] });
export const password: lumi.Property<string> = config.requireSecret("password");
export const shape = config.requireObject<{ a: number }>("shape").a;

export const image = lumi.invoke<{ id: string }>("aws:ec2:getAmi", { owner: bucket.arn }, { parent: site }).id;
export const called: lumi.Property<number> = lumi.call<number>("aws:s3:Bucket/size", bucket);
new lumi.CustomResource("a:b:C", "assets", {
  code: new lumi.AssetArchive({ "index.html": new lumi.FileAsset("a"), lib: new lumi.FileArchive("lib") }),
  text: new lumi.StringAsset("x"),
  far: new lumi.RemoteArchive(new URL("https://a.b/c.zip")),
});
lumi.log.warn("careful", bucket);
lumi.registerStackTransform((args) => {
  if (args.type === "aws:s3:Bucket") return { inputs: { ...args.inputs, tags: {} }, options: args.options };
});
export default async function main() {
  return { project: lumi.getProject(), dry: lumi.isDryRun(), args: lumi.args().map((arg) => arg.length) };
}
