// Configuration (tests/it/pulumi_sdk/routes).
/// no up
const pulumi = require("@pulumi/pulumi");
const config = new pulumi.Config();
const attempt = (name, body) => { try { exports[name] = body(); } catch (error) { exports[name] = `! ${error.name}: ${error.message}`; } };

//// values of each type
/// plan: -c web:text=a -c web:number=3.5 -c web:yes=true -c web:no=false -c web:list=[1,"x",null] -c web:object={"a":{"b":[]}}
exports.all = [config.get("text"), config.getNumber("number"), config.getBoolean("yes"), config.getBoolean("no"), config.getObject("list"), config.getObject("object")];
exports.required = [config.require("text"), config.requireNumber("number"), config.requireBoolean("yes"), config.requireObject("object")];
exports.texts = ["number", "yes", "list", "object"].map((it) => config.get(it));

//// values that are missing
exports.nothing = [config.get("a"), config.getNumber("a"), config.getBoolean("a"), config.getObject("a"), config.getSecret("a"), config.getSecretObject("a")].map(String);

//// a missing value that is required
config.require("size");
/// wants: size

//// a missing secret that is required
new pulumi.Config("acme").requireSecretObject("key");
/// wants: acme:key

//// values of another type
/// plan: -c web:text=abc -c web:empty= -c web:list=[1]
for (const name of ["text", "empty", "list"]) {
  for (const type of ["Number", "Boolean", "Object"]) attempt(`${name}${type}`, () => config[`get${type}`](name));
}

//// numbers as texts
/// plan: -c web:a=007 -c web:b=1e3 -c web:c=0x10 -c web:d=-1 -c web:e=NaN -c web:f=1_000
for (const name of "abcdef") { exports[name] = config.get(name); attempt(`number-${name}`, () => config.getNumber(name)); }

//// booleans as texts
/// plan: -c web:a=True -c web:b=1 -c web:c=yes -c web:d=FALSE
for (const name of "abcd") attempt(name, () => config.getBoolean(name));

//// limits of texts
/// plan: -c web:name=abc
attempt("length", () => config.get("name", { minLength: 2, maxLength: 3 }));
attempt("short", () => config.get("name", { minLength: 4 }));
attempt("long", () => config.get("name", { maxLength: 2 }));
attempt("pattern", () => config.get("name", { pattern: "^[a-b]*$" }));
attempt("expression", () => config.get("name", { pattern: /^[a-c]*$/ }));
attempt("allowed", () => config.get("name", { allowedValues: ["abc", "d"] }));
attempt("refused", () => config.require("name", { allowedValues: ["d"] }));

//// limits of numbers
/// plan: -c web:size=5
attempt("within", () => config.getNumber("size", { min: 5, max: 5 }));
attempt("small", () => config.getNumber("size", { min: 6 }));
attempt("large", () => config.requireNumber("size", { max: 4 }));

//// secrets by their methods
/// plan: -c web:text=a -c web:number=3 -c web:flag=true -c web:object={"a":[1]}
exports.all = [config.getSecret("text"), config.getSecretNumber("number"), config.requireSecretBoolean("flag"), config.requireSecretObject("object")];
exports.lengths = config.requireSecret("text").apply((it) => it.length);
/// wants: "$lumi": "secret"

//// limits of secrets
/// plan: -c web:token=abc
attempt("short", () => config.getSecret("token", { minLength: 4 }));
attempt("kept", () => config.getSecret("token", { allowedValues: ["abc"] }));

//// names of projects and of packages
/// plan: -c web:a=1 -c acme:a=2 -c acme:b.c=3
exports.all = [new pulumi.Config("web").get("a"), new pulumi.Config("acme").get("a"), new pulumi.Config("acme").get("b.c"), new pulumi.Config("none").get("a")].map(String);
exports.name = [config.name, new pulumi.Config("acme").name, new pulumi.Config("acme:config").name];

//// the configuration as a whole
/// plan: -c web:a=1 -c acme:b=2
const { allConfig, getConfig, setConfig, setAllConfig } = pulumi.runtime;
exports.all = allConfig();
exports.one = [getConfig("web:a"), getConfig("web:none")].map(String);
setConfig("web:a", "3");
exports.changed = config.get("a");
setAllConfig({ "web:c": "4" });
exports.replaced = [config.get("a"), config.get("c")].map(String);

//// the facts of a run
exports.facts = [pulumi.getProject(), pulumi.getStack(), pulumi.getOrganization(), pulumi.runtime.isDryRun(), pulumi.runtime.getProject(), pulumi.runtime.getStack()];
exports.root = pulumi.getRootDirectory?.().split("/").length > 1;
