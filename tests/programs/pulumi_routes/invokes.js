// Functions of providers (tests/it/pulumi_sdk/routes).
const pulumi = require("@pulumi/pulumi");
const { File } = require("./file");
const file = (name, opts, args) => new File(name, { path: `${name}.txt`, content: name, ...args }, opts);
const echo = (args, opts) => pulumi.runtime.invokeOutput("random:index/echo:echo", args, opts);

//// arguments of all kinds come back
exports.all = echo({ text: "a", number: 1.5, yes: true, list: [1, [2]], object: { a: { b: "c" } }, nothing: undefined, nul: null, empty: [{}, []] });

//// arguments that are outputs, promises and secrets
exports.all = echo({ output: pulumi.output(1), later: Promise.resolve("x"), secret: pulumi.secret("hidden"), deep: [{ it: pulumi.secret(2) }] });
/// wants: "$lumi": "secret"

//// arguments that are not known in a plan
exports.all = echo({ sum: file("a").sha256, path: file("b").path });

//// an answer as a promise
exports.all = pulumi.runtime.invoke("random:index/echo:echo", { a: 1, b: Promise.resolve(2) });
exports.keys = pulumi.runtime.invoke("random:index/echo:echo", { a: 1 }).then((it) => Object.keys(it).join());

//// an answer of one member
exports.single = pulumi.runtime.invokeSingle("random:index/echo:echo", { only: 3 });
exports.output = pulumi.runtime.invokeSingleOutput?.("random:index/echo:echo", { only: "x" });

//// a function that does not exist
exports.text = pulumi.runtime.invoke("random:index/nothing:nothing", {}).catch((error) => error.message);
/// wants: unknown function

//// a function that refuses its arguments
exports.text = pulumi.runtime.invoke("random:index/strict:strict", { length: "x" }).catch((error) => error.message);
/// wants: it must be a number

//// a function that fails without a handler
/// own words: the SDK words a failure by whether it comes before the end of the module
exports.all = pulumi.runtime.invokeOutput("random:index/nothing:nothing", {});
/// wants: unknown function

//// a package that does not exist
/// own words: the SDK words a failure by whether it comes before the end of the module
exports.all = pulumi.runtime.invokeOutput("acme:index/get:get", {});
/// wants: acme

//// a token of another form
exports.text = pulumi.runtime.invoke("echo", {}).catch((error) => error.message.split("\n")[0]);
/// own words: the engine words it
/// wants: [exit

//// a function after a resource
const a = file("a");
exports.all = echo({ x: 1 }, { dependsOn: [a] });
exports.later = echo({ x: a.path }, { dependsOn: a });

//// a result that is used by resources
const answer = echo({ name: "n", deep: { list: ["x"] } });
exports.path = file("a", {}, { path: pulumi.interpolate`${answer.name}.txt`, content: answer.deep.list[0] }).path;
/// wants: n.txt
