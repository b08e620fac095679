// Runs of some resources, and runs that go on after a failure (tests/it/pulumi_sdk/routes).
const pulumi = require("@pulumi/pulumi");
const { File } = require("./file");
const step = new pulumi.Config().getNumber("step") ?? 1;
const file = (name, opts, args) => new File(name, { path: `${name}.txt`, content: name, ...args }, opts);
class Group extends pulumi.ComponentResource {
  constructor(name, opts) { super("acme:web:Group", name, {}, opts); }
}
/** A file that cannot be written. */
const broken = (name, opts) => file(name, opts, { path: "/proc/none/a.txt" });

//// a target by name
/// up: --target a
/// up:
const a = file("a");
file("b", {}, { content: a.sha256 });

//// a target within components
/// up: --target inside --continue-on-error
/// up:
const group = new Group("group", { parent: new Group("outer") });
file("inside", { parent: group });
file("beside", { parent: group });

//// a target is replaced
/// up:
/// up: --target-replace a
/// up: --replace b
for (const name of ["a", "b"]) file(name, { deleteBeforeReplace: true });

//// hooks run while everything is destroyed
/// up:
/// run: destroy -y
/// run: destroy -y --run-program
const hook = new pulumi.ResourceHook("hook", ({ name, oldOutputs }) => console.log(`${name} of ${oldOutputs?.size} bytes`));
file("a", { hooks: { beforeDelete: [hook], afterDelete: [hook] } });
/// wants: a of 1 bytes

//// hooks of resources that are left out
/// up: --target a
const hook = (name) => new pulumi.ResourceHook(name, () => console.log(`hook ${name}`));
file("a", { hooks: { beforeCreate: [hook("one")] } });
file("b", { hooks: { beforeCreate: [hook("two")] } });
/// wants: hook one

//// a failure ends the run
/// own words: the SDK words a failure by whether it comes before the end of the module
const a = broken("a");
file("b", { dependsOn: a });

//// a run continues after a failure
/// own words: the SDK words a failure by whether it comes before the end of the module
/// up: --continue-on-error
const a = broken("a");
file("b", { dependsOn: a });
file("c", {}, { content: a.sha256 });
file("d");
/// wants: d.txt

//// a run continues, and deletes
/// own words: the SDK words a failure by whether it comes before the end of the module
/// up: -c web:step=1
/// up: -c web:step=2 --continue-on-error
if (step === 1) file("old");
else broken("a");
file("b", {}, { content: `b${step}` });

//// a run continues after a hook fails
/// own words: the SDK words a failure by whether it comes before the end of the module
/// up: --continue-on-error
const refuses = new pulumi.ResourceHook("refuses", () => { throw new Error("not on a Friday"); });
const a = file("a", { hooks: { beforeCreate: [refuses] } });
file("b", { dependsOn: a });
file("c");
/// wants: c.txt

//// failures of a component's children
/// own words: the SDK words a failure by whether it comes before the end of the module
/// up: --continue-on-error
const group = new Group("group");
broken("inside", { parent: group });
file("beside", { parent: group });
file("after", { dependsOn: group });
