// Assets and archives (tests/it/pulumi_sdk/routes).
/// no up
const fs = require("fs");
const pulumi = require("@pulumi/pulumi");
const { asset } = pulumi;
fs.mkdirSync("folder/deep", { recursive: true });
fs.writeFileSync("given.txt", "given");
fs.writeFileSync("folder/a.txt", "a");
fs.writeFileSync("folder/deep/b.txt", "b");
class Bag extends pulumi.CustomResource {
  constructor(name, args, opts) { super("acme:store:Bag", name, args, opts); }
}

//// a text as an asset
new Bag("bag", { text: new asset.StringAsset("hello"), signs: new asset.StringAsset("ä\u{1f600}\n") });

//// a text that is a promise and a secret
new Bag("bag", { later: new asset.StringAsset(Promise.resolve("later")), secret: pulumi.secret(new asset.StringAsset("hidden")) });

//// a file as an asset
new Bag("bag", { file: new asset.FileAsset("given.txt"), here: new asset.FileAsset("./folder/../given.txt"), later: new asset.FileAsset(Promise.resolve("given.txt")) });

//// a file that does not exist
new Bag("bag", { file: new asset.FileAsset("missing.txt") });

//// an address as an asset and as an archive
new Bag("bag", { one: new asset.RemoteAsset("https://example.com/a"), many: new asset.RemoteArchive("https://example.com/a.zip") });

//// a folder as an archive
new Bag("bag", { folder: new asset.FileArchive("folder"), slash: new asset.FileArchive("./folder/") });

//// an archive of assets and archives
new Bag("bag", { all: new asset.AssetArchive({
  "a.txt": new asset.StringAsset("a"), "b/c.txt": new asset.FileAsset("given.txt"), folder: new asset.FileArchive("folder"),
  deeper: new asset.AssetArchive({ "d.txt": new asset.StringAsset("d") }), "": new asset.StringAsset("no name"),
}) });

//// an archive of what comes later
new Bag("bag", { all: new asset.AssetArchive(Promise.resolve({ "a.txt": new asset.StringAsset(Promise.resolve("a")) })) });

//// assets within lists and objects
new Bag("bag", { list: [new asset.StringAsset("a"), [new asset.StringAsset("b")]], object: { deep: { it: new asset.FileAsset("given.txt") } } });

//// assets as outputs of the stack
exports.text = new asset.StringAsset("hello");
exports.archive = new asset.AssetArchive({ "a.txt": new asset.StringAsset("a") });
exports.file = pulumi.output(new asset.FileAsset("given.txt"));

//// assets in apply and all
const text = new asset.StringAsset("hello");
exports.kind = pulumi.output(text).apply((it) => [asset.Asset.isInstance(it), asset.Archive.isInstance(it), it instanceof asset.StringAsset]);
new Bag("bag", { all: pulumi.all([text, "x"]).apply(([it, x]) => ({ it, x })) });

//// what an asset is
const all = [new asset.StringAsset("a"), new asset.FileAsset("a"), new asset.RemoteAsset("a"), new asset.FileArchive("a"), new asset.AssetArchive({})];
exports.is = all.map((it) => [asset.Asset.isInstance(it), asset.Archive.isInstance(it), Object.keys(it).sort().join()]);

//// an asset of nothing and of a number
for (const it of [undefined, null, 3]) {
  try { new Bag(`bag-${it}`, { it: new asset.StringAsset(it) }); } catch (error) { console.log(error.message); }
}
/// own words: the encoder of messages names its own classes
