// Programs that fail, and that end in the middle (tests/it/pulumi_sdk/routes).
/// no up
const pulumi = require("@pulumi/pulumi");
const { File } = require("./file");
const file = (name, opts, args) => new File(name, { path: `${name}.txt`, content: name, ...args }, opts);
class Group extends pulumi.ComponentResource {
  constructor(name, opts) { super("acme:web:Group", name, {}, opts); }
}

//// an error of the module
file("a");
throw new Error("broken");
/// wants: [exit 1]

//// an error with a cause, a code and members
const error = new TypeError("broken", { cause: new RangeError("deeper") });
throw Object.assign(error, { code: "E_BROKEN", detail: { a: [1] } });
/// wants: broken

//// an error of a function of the program
function inner() { throw new Error("broken"); }
function outer() { inner(); }
outer();
/// wants: index.js:

//// a thrown text
throw "just a text";
/// wants: [exit 1]

//// a thrown object
throw { message: "an object", code: 3 };
/// wants: [exit 1]

//// a number is thrown
throw 42;

//// a symbol is thrown
throw Symbol("sign");

//// an error of several lines
throw new Error("first line\n  second line\n\nlast line");
/// wants: last line

//// an error without a message
throw new Error();

//// an error of a class of the program
class QuotaError extends Error {
  constructor(message) { super(message); this.name = "QuotaError"; }
}
throw new QuotaError("used up");
/// wants: used up

//// an aggregate of errors
throw new AggregateError([new Error("one"), new TypeError("two")], "both");

//// an error whose stack is gone
const error = new Error("no stack");
error.stack = undefined;
throw error;

//// an error whose members throw
throw Object.defineProperty(new Error("odd"), "extra", { get() { throw new Error("of the getter"); }, enumerable: true });

//// a run error
throw new pulumi.RunError("do not do that");
/// wants: do not do that

//// a resource error
throw new pulumi.ResourceError("this resource will not do", file("a"));
/// wants: this resource will not do

//// a resource error without a stack
throw new pulumi.ResourceError("this resource will not do", file("a"), true);

//// a rejection after the end of the module
file("a").urn.apply(async () => {
  await new Promise((resolve) => setTimeout(resolve, 1000));
  Promise.reject(new Error("rejected"));
});
/// wants: rejected

//// a rejection of the module
Promise.reject(new Error("rejected"));
file("a");
/// wants: rejected

//// a rejection with no error
Promise.reject("a text");

//// two rejections
Promise.reject(new Error("first"));
Promise.reject(new Error("second"));
/// wants: first

//// a rejection that is handled in time
const rejected = Promise.reject(new Error("rejected"));
setTimeout(() => rejected.catch(() => {}), 0);
rejected.catch(() => console.log("handled"));
file("a");
/// wants: handled

//// an error of a timer
setTimeout(() => { throw new Error("later"); }, 1);
file("a");
/// wants: later

//// an error of a microtask, of a tick and of an immediate
queueMicrotask(() => { throw new Error("of a microtask"); });

//// an error of a tick
process.nextTick(() => { throw new Error("of a tick"); });

//// an error of an emitter
new (require("events"))().emit("error", new Error("of an emitter"));
/// wants: of an emitter

//// an error in apply
exports.text = file("a").sha256.apply(() => { throw new Error("in apply"); });
/// wants: in apply

/// up:
//// an error in an async apply
exports.text = file("a").path.apply(async (it) => {
  await null;
  throw new Error(`in apply of ${it}`);
});
/// wants: in apply of a.txt

//// an error in apply that nothing uses
/// own words: the SDK words a failure by whether it comes before the end of the module
file("a").path.apply(() => { throw new Error("in apply"); });
/// wants: in apply

//// an error in an input of a resource
/// own words: the SDK words a failure by whether it comes before the end of the module
file("b", {}, { content: file("a").path.apply(() => { throw new Error("no input"); }) });
/// wants: no input

//// an input that is a rejected promise
file("b", {}, { content: Promise.reject(new Error("no input")) });
/// wants: no input

//// an error in the constructor of a component
class Broken extends pulumi.ComponentResource {
  constructor(name) {
    super("acme:web:Broken", name);
    file("a", { parent: this });
    throw new Error("half made");
  }
}
new Broken("broken");
/// wants: half made

//// an error in initialize
class Broken extends pulumi.ComponentResource {
  constructor(name) { super("acme:web:Broken", name); }
  async initialize() { throw new Error("not initialised"); }
}
new Broken("broken");
/// wants: not initialised

//// an error in an exported function
module.exports = () => { throw new Error("in the function"); };
/// wants: in the function

//// an error in an exported async function
module.exports = async () => {
  file("a");
  await new Promise((resolve) => setTimeout(resolve, 1));
  throw new Error("in the function");
};
/// wants: in the function

//// an output of the stack that is rejected
exports.fine = 1;
exports.text = Promise.reject(new Error("no output"));
/// wants: no output

//// a getter of the exports that throws
Object.defineProperty(exports, "text", { get() { throw new Error("no getter"); }, enumerable: true });

//// a missing configuration
new pulumi.Config().require("size");
/// wants: Missing required configuration variable 'web:size'

//// a missing configuration of another name, in a function
function size() { return new pulumi.Config("other").requireNumber("size"); }
file("a", {}, { content: String(size()) });
/// wants: other:size

//// a missing secret
exports.token = new pulumi.Config().requireSecret("token");
/// wants: web:token

//// a configuration of another type
/// up: -c web:size=big
/// plan: -c web:size=big
new pulumi.Config().requireNumber("size");
/// wants: web:size

//// a configuration that is no boolean
/// up: -c web:on=maybe
/// plan: -c web:on=maybe
new pulumi.Config().getBoolean("on");
/// wants: web:on

//// a configuration that is no object
/// up: -c web:list=[1,
/// plan: -c web:list=[1,
new pulumi.Config().requireObject("list");
/// wants: web:list

//// a configuration that breaks its rules
/// up: -c web:size=big
/// plan: -c web:size=big
const config = new pulumi.Config();
for (const options of [{ allowedValues: ["small"] }, { minLength: 10 }, { maxLength: 1 }, { pattern: /^\d+$/ }, { pattern: "^b" }]) {
  try { console.log(config.get("size", options)); } catch (error) { console.log(`${error.name}: ${error.message}`); }
}
config.get("size", { allowedValues: ["small"] });

//// a syntax error
const = 3;
/// wants: [exit 1]

//// a syntax error of another module
/// file: index.js
require("./other");
/// file: other.js
module.exports = {
  a: 1
  b: 2
};
/// wants: other.js

//// a syntax error of json
/// file: index.js
require("./data.json");
/// file: data.json
{ "a": 1, }
/// wants: data.json

//// a missing module
require("./nowhere");
/// wants: nowhere

//// a missing package
require("no-such-package");
/// wants: no-such-package

//// a missing module of a module
/// file: index.js
require("./other");
/// file: other.js
require("./nowhere");
/// wants: nowhere

//// a missing module that is asked for later
exports.text = import("./nowhere.mjs").then(() => "there", (error) => error.code);
/// wants: ERR_MODULE_NOT_FOUND

//// a variable that does not exist
file("a", {}, { content: missing });
/// wants: missing is not defined

//// a member of undefined
const nothing = undefined;
file("a", {}, { content: nothing.text });
/// wants: Cannot read properties of undefined

//// a call of no function
file("a").content();
/// wants: is not a function

//// recursion without an end
const deep = () => deep();
try { deep(); } catch (error) { throw new TypeError(error.message); }
/// wants: Maximum call stack size exceeded

//// a resource whose registration fails
const broken = file("broken", {}, { path: "/proc/none/a.txt" });
broken.urn.apply(() => file("after", {}, { content: broken.sha256 }));
exports.sum = broken.sha256;

//// a resource with wrong inputs
file("a", {}, { content: 3, nothing: true });

//// a resource of a package that is not there
new pulumi.CustomResource("nopackage:index:Thing", "a", {});
/// wants: nopackage

//// a resource of a type that the package does not have
new pulumi.CustomResource("std:fs:Fil", "a", {});
/// wants: std:fs:Fil

//// resources that wait for each other
let second;
const first = file("first", {}, { content: new Promise((resolve) => setTimeout(() => resolve(second.path), 1)) });
second = file("second", {}, { content: first.content });

//// a component that depends on its child
class Loop extends pulumi.ComponentResource {
  constructor(name) {
    super("acme:web:Loop", name);
    file("child", { parent: this, dependsOn: this });
  }
}
new Loop("loop");

//// a promise that never settles
exports.text = new Promise(() => {});

//// an input that never settles
file("a", {}, { content: new Promise(() => {}) });

//// an exported function that never settles
module.exports = () => new Promise(() => {});

//// an error is logged
pulumi.log.error("this will not do");
file("a");
/// wants: this will not do

//// an error is logged about a resource
const a = file("a");
pulumi.log.error("this will not do", a);
exports.path = a.path;

//// a log and an error
pulumi.log.error("first");
throw new Error("second");
