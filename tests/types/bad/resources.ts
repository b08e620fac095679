// Mistakes with resources that the compiler sees. Each line below a comment must not compile.

import {
  AssetArchive,
  ComponentResource,
  Config,
  CustomResource,
  FileAsset,
  invoke,
  log,
  Property,
  ProviderResource,
  RemoteComponent,
  StringAsset,
} from "lumi";

const described = new CustomResource<{ arn: string }>("a:b:C", "c");
class Bucket extends CustomResource {
  declare readonly arn: Property<string>;
}
const bucket = new Bucket("aws:s3:Bucket", "b");
const text = new Property("x");

// @ts-expect-error: not among the described outputs
described.size;
// @ts-expect-error: not among the declared fields
bucket.size;
// @ts-expect-error: an output is a Property
const arn: string = bucket.arn;
// @ts-expect-error: an output cannot be set
described.arn = text;
// @ts-expect-error: the name is missing
new CustomResource("a:b:C");
// @ts-expect-error: the type is a string
new CustomResource(1, "c");
// @ts-expect-error: unknown option
new CustomResource("a:b:C", "c", {}, { protct: true });
// @ts-expect-error: a parent is a resource
new CustomResource("a:b:C", "c", {}, { parent: "b" });
// @ts-expect-error: a flag
new CustomResource("a:b:C", "c", {}, { protect: "yes" });
// @ts-expect-error: resources only
new CustomResource("a:b:C", "c", {}, { dependsOn: ["b"] });
// @ts-expect-error: no meaning for a component
new ComponentResource("a:b:C", "c", {}, { import: "id" });
// @ts-expect-error: a provider is needed
new CustomResource("a:b:C", "c", {}, { provider: bucket });
// @ts-expect-error: only components register outputs
bucket.registerOutputs({});
// @ts-expect-error: inputs are an object
new CustomResource("a:b:C", "c", "inputs");
// @ts-expect-error: an asset's text is settled
new StringAsset(text);
// @ts-expect-error: an archive holds assets
new AssetArchive({ a: "text" });
// @ts-expect-error: one path
new FileAsset(["a"]);
// @ts-expect-error: not one of the allowed values
const mode: "on" = new Config().require("mode", { allowedValues: ["on", "off"] });
// @ts-expect-error: a secret is a Property
const password: string = new Config().requireSecret("password");
// @ts-expect-error: a message is text
log.info(text);
// @ts-expect-error: unknown option
invoke("a:b:c", {}, { protect: true });
// @ts-expect-error: a provider has a name
new ProviderResource("aws");
// @ts-expect-error: not among the described outputs
new RemoteComponent<{ address: string }>("eks:index:Cluster", "c").size;
// @ts-expect-error: only objects are imported
new RemoteComponent("eks:index:Cluster", "c", {}, { import: "i" });

export { arn, mode, password };
