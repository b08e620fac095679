// Former identities of resources, in every form (tests/it/pulumi_sdk/routes).
const pulumi = require("@pulumi/pulumi");
const { File } = require("./file");
const step = new pulumi.Config().getNumber("step") ?? 1;
const file = (name, opts, args) => new File(name, { path: "a.txt", content: "a", ...args }, opts);
class Group extends pulumi.ComponentResource {
  constructor(name, opts, type = "acme:web:Group") { super(type, name, {}, opts); }
}

//// an alias of a name
/// up: -c web:step=1
/// up: -c web:step=2
file(step === 1 ? "old" : "new", { aliases: [{ name: "old" }] });
/// wants: 1 unchanged

//// an alias of a URN
/// up: -c web:step=1
/// up: -c web:step=2
file(step === 1 ? "old" : "new", { aliases: step === 1 ? [] : ["urn:pulumi:dev::web::std:fs:File::old"] });
/// wants: 1 unchanged

//// an alias that is an output of a URN
/// up: -c web:step=1
/// up: -c web:step=2
const urn = pulumi.output("old").apply((name) => `urn:pulumi:dev::web::std:fs:File::${name}`);
file(step === 1 ? "old" : "new", { aliases: step === 1 ? [] : [urn, Promise.resolve(urn)] });
/// wants: 1 unchanged

//// an alias whose parts are outputs and promises
/// up: -c web:step=1
/// up: -c web:step=2
file(step === 1 ? "old" : "new", { aliases: step === 1 ? [] : [{ name: pulumi.output("old") }, Promise.resolve({ name: "older" })] });

//// an alias of a parent that is a resource
/// up: -c web:step=1
/// up: -c web:step=2
const [first, second] = [new Group("first"), new Group("second")];
file("child", step === 1 ? { parent: first } : { parent: second, aliases: [{ parent: first }] });
/// wants: 3 unchanged

//// an alias of a parent that is a URN
/// up: -c web:step=1
/// up: -c web:step=2
const group = new Group("group");
file("child", step === 1 ? { parent: group } : { aliases: [{ parent: group.urn }] });
/// wants: 2 unchanged

//// an alias of a parent that is a URN in plain text
/// up: -c web:step=1
/// up: -c web:step=2
const group = new Group("group");
file("child", step === 1 ? { parent: group } : { aliases: [{ parent: "urn:pulumi:dev::web::acme:web:Group::group" }] });
/// wants: 2 unchanged

//// an alias without a parent
/// up: -c web:step=1
/// up: -c web:step=2
const group = new Group("group");
file("child", step === 1 ? {} : { parent: group, aliases: [{ parent: pulumi.rootStackResource }] });
/// wants: 2 unchanged

//// an alias whose parent is undefined
/// up: -c web:step=1
/// up: -c web:step=2
const group = new Group("group");
file("child", step === 1 ? {} : { parent: group, aliases: [{ parent: undefined }] });
/// wants: 2 unchanged

//// an alias of a name and a parent
/// up: -c web:step=1
/// up: -c web:step=2
const group = new Group("group");
file(step === 1 ? "old" : "new", step === 1 ? { parent: group } : { aliases: [{ name: "old", parent: group }] });
/// wants: 2 unchanged

//// an alias of a type
/// up: -c web:step=1
/// up: -c web:step=2
new Group("group", { aliases: [{ type: "acme:old:Group" }] }, step === 1 ? "acme:old:Group" : "acme:web:Group");
/// wants: 1 unchanged

//// an alias of a type of two parts
/// up: -c web:step=1
/// up: -c web:step=2
new Group("group", { aliases: [{ type: "acme:Group" }] }, step === 1 ? "acme:Group" : "acme:web:Group");
/// wants: 1 unchanged

//// an alias of a stack and of a project
/// up: -c web:step=1
/// up: -c web:step=2
file(step === 1 ? "old" : "new", { aliases: [{ stack: "other" }, { project: "shop" }, { name: "old", stack: "dev", project: "web" }] });
/// wants: 1 unchanged

//// children follow a component of another name
/// up: -c web:step=1
/// up: -c web:step=2
const group = new Group(step === 1 ? "old" : "new", { aliases: [{ name: "old" }] });
file(step === 1 ? "old-file" : "new-file", { parent: group });
const inner = new Group(step === 1 ? "old-inner" : "new-inner", { parent: group });
file("deep", { parent: inner }, { path: "b.txt" });
/// wants: 4 unchanged

//// children follow a component of another type
/// up: -c web:step=1
/// up: -c web:step=2
const group = new Group("group", { aliases: [{ type: "acme:old:Group" }] }, step === 1 ? "acme:old:Group" : "acme:web:Group");
file("child", { parent: group });
file("deep", { parent: new Group("inner", { parent: group }) }, { path: "b.txt" });
/// wants: 4 unchanged

//// children follow a component that moves, and are renamed at once
/// up: -c web:step=1
/// up: -c web:step=2
const outer = new Group("outer");
const inner = new Group("inner", step === 1 ? {} : { parent: outer, aliases: [{ parent: pulumi.rootStackResource }] });
file(step === 1 ? "old" : "new", { parent: inner, aliases: [{ name: "old" }] });
/// wants: 3 unchanged

//// names change in three steps
/// up: -c web:step=1
/// up: -c web:step=2
/// up: -c web:step=3
file(["one", "two", "three"][step - 1], { aliases: [{ name: "one" }, { name: "two" }] });
/// wants: 1 unchanged

//// a component is dissolved
/// up: -c web:step=1
/// up: -c web:step=2
const group = step === 1 ? new Group("group") : undefined;
file("child", { parent: group, aliases: step === 1 ? [] : ["urn:pulumi:dev::web::acme:web:Group$std:fs:File::child"] });
/// wants: acme:web:Group "group"  deleted

//// two resources with one alias
/// up: -c web:step=1
/// up: -c web:step=2
if (step === 1) file("old");
else {
  const first = file("first", { aliases: [{ name: "old" }] });
  file("second", { aliases: [{ name: "old" }], dependsOn: first }, { path: "b.txt" });
}

//// an alias of nothing, of itself, and the same one twice
/// up: -c web:step=1
/// up: -c web:step=2
file("a", { aliases: [{}, { name: "a" }, { name: "none" }, { name: "none" }, "urn:pulumi:dev::web::std:fs:File::a"] });
/// wants: 1 unchanged

//// an alias by a transformation
/// up: -c web:step=1
/// up: -c web:step=2
pulumi.runtime.registerStackTransformation(({ props, opts, name }) =>
  ({ props, opts: pulumi.mergeOptions(opts, { aliases: [{ name: name.replace("new", "old") }] }) }));
file(step === 1 ? "old" : "new");
/// wants: 1 unchanged

//// an alias while an input changes
/// up: -c web:step=1
/// up: -c web:step=2
file(step === 1 ? "old" : "new", { aliases: [{ name: "old" }] }, { content: `of ${step}` });
/// wants: 1 updated

//// aliases of no valid form
/// own words: the SDK words a failure by whether it comes before the end of the module
/// up: -c web:step=1
file("a", { aliases: ["not a urn"] });
