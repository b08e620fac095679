const pulumi = require("@pulumi/pulumi");
class Bag extends pulumi.CustomResource {
  constructor(name, args) { super("acme:store:Bag", name, args); }
}
const text = new pulumi.asset.StringAsset("hello");
const archive = new pulumi.asset.AssetArchive({
  "a.txt": text,
  "nested": new pulumi.asset.FileArchive("./folder"),
});
new Bag("bag", {
  text,
  file: new pulumi.asset.FileAsset("given.txt"),
  remote: new pulumi.asset.RemoteAsset("https://example.com/a"),
  archive,
  secret: pulumi.secret(text),
});
exports.asset = text;
exports.archive = archive;
