// The same as main.py beside it.
import * as lumi from "lumi";

class Network extends lumi.ComponentResource {
  readonly subnet: lumi.CustomResource<{ cidr: string }>;
  constructor(name: string, inputs: lumi.Inputs, options?: lumi.ComponentResourceOptions) {
    super("acme:net:Network", name, inputs, options);
    this.subnet = new lumi.CustomResource("aws:ec2:Subnet", `${name}-subnet`, { cidr: inputs.cidr, az: 2 }, {
      parent: this,
    });
    new lumi.CustomResource("aws:ec2:Route", `${name}-route`, { via: this.subnet.id }, { parent: this });
    this.registerOutputs({ subnetId: this.subnet.id, cidr: this.subnet.cidr });
  }
}

const config = new lumi.Config();
const aws = new lumi.ProviderResource("aws", "west", { region: "us-west-2" });
const network = new Network("main", { cidr: "10.0.0.0/16" }, { providers: [aws], protect: true });
const password = config.requireSecret("password");
const server = new lumi.CustomResource("aws:ec2:Server", "web", {
  name: lumi.concat("web-", config.require("suffix")),
  subnet: network.subnet.id,
  tags: { owner: "me", "a.b/c": network.subnet.urn, deep: [[network.subnet.id], { x: network.subnet.gateway }] },
  count: 3,
  ratio: 0.25,
  huge: 1e300,
  special: [NaN, Infinity, -Infinity, -0],
  flag: true,
  nothing: null,
  text: "ünïcode 🎉",
  userdata: new lumi.StringAsset("#!/bin/sh\n"),
  code: new lumi.AssetArchive({ "a.txt": new lumi.FileAsset("a.txt"), "dir/b": new lumi.StringAsset("b") }),
  folder: new lumi.FileArchive("folder"),
  remote: new lumi.RemoteAsset("https://example.com/x"),
  data: new Uint8Array([0, 255, 1]),
  password,
  derived: password.then((it) => it.length),
  ofComponent: network,
  ofServer: network.subnet,
  $lumi: "mine",
}, {
  dependsOn: [network, aws],
  ignoreChanges: ["tags.owner"],
  replaceOnChanges: ["name"],
  deleteBeforeReplace: true,
  aliases: [{ name: "old", parent: network }, "urn:lumi:dev::demo::index::aws:ec2:Server::older"],
  retainOnDelete: true,
  deletedWith: network,
  customTimeouts: { create: "5m", delete: "90s" },
  additionalSecretOutputs: ["token"],
  version: "1.2.3",
  provider: aws,
});
const taken = new lumi.CustomResource("aws:ec2:Server", "taken", {}, { import: "i-123" });
const found = lumi.CustomResource.get("aws:ec2:Server", "found", "i-456", { x: 1 });
const image = lumi.invoke("aws:ec2:getImage", { name: "debian", near: server.id });
const loud = new lumi.CustomResource("aws:ec2:Disk", "disk", {
  image: image.id,
  both: lumi.all([found.id, taken.id]).then(([a, b]) => `${a}${b}`),
});
let deep: unknown = loud.id;
for (let level = 0; level < 100; level++) deep = level % 2 === 0 ? [deep] : { level: deep };
new lumi.CustomResource("aws:ec2:Deep", "deep", { deep });
const other = new lumi.StackReference("demo/prod");

export const token = server.token;
export const id = found.id;
export const cidr = network.subnet.cidr;
export const size = password.then((it) => it.length);
export const shared = other.getOutput("x");
export const plain = { list: [1, "two"], nested: { password } };
