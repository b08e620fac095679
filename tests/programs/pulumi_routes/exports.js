// Shapes of what a program exports (tests/it/pulumi_sdk/routes).
const pulumi = require("@pulumi/pulumi");
const { File } = require("./file");
const file = (name, opts, args) => new File(name, { path: `${name}.txt`, content: name, ...args }, opts);

//// members of exports
exports.text = "text";
exports.list = [1, [2]];
exports.nested = { deep: { deeper: null } };

//// module.exports is an object
module.exports = { a: 1, b: pulumi.output(2), c: Promise.resolve(3) };

//// module.exports is a promise
module.exports = Promise.resolve({ a: 1, b: file("a").path });

//// module.exports is an output
module.exports = pulumi.output({ a: 1, b: file("a").path });

//// module.exports is a function
module.exports = () => ({ a: file("a").path });

//// module.exports is an async function
module.exports = async () => {
  await new Promise((resolve) => setTimeout(resolve, 2));
  return { a: file("a").path, made: (await Promise.resolve([1, 2])).length };
};

//// module.exports is a function that answers an output
module.exports = () => pulumi.output({ a: 1 });

//// module.exports is a function that answers a function
module.exports = () => () => ({ a: 1 });

//// module.exports is a generator function
module.exports = function* () { yield { a: 1 }; };

//// module.exports is a text
module.exports = "text";

//// module.exports is a number
module.exports = 3;

//// module.exports is a list
module.exports = [1, { a: 2 }, file("a").path];

//// module.exports is null
module.exports = null;

//// module.exports is undefined
module.exports = undefined;

//// module.exports is an instance of a class
class Outputs {
  constructor() { this.a = 1; this.b = file("a").path; }
  get c() { return 3; }
  method() { return 4; }
}
module.exports = new Outputs();

//// module.exports is a class
module.exports = class Outputs { static a = 1; };

//// module.exports is a resource
module.exports = file("a");

//// module.exports is frozen, has no prototype or hidden members
const it = Object.create(null, { a: { value: 1, enumerable: true }, b: { value: 2, enumerable: false } });
module.exports = Object.freeze(it);

//// exports with getters
Object.defineProperty(exports, "a", { enumerable: true, get: () => file("a").path });
exports.b = 1;

//// exports of symbols and numbers
exports[Symbol("a")] = 1;
exports[7] = 2;
exports.__esModule = true;
exports.default = { inner: 1 };

//// exports of an own toJSON, then and toString
exports.json = { toJSON: () => "json", a: 1 };
exports.thenable = { then: (resolve) => resolve("settled") };
exports.text = { toString: () => "text" };

//// exports that change later
exports.list = [1];
exports.text = "first";
setTimeout(() => { exports.list.push(2); exports.text = "second"; exports.late = true; }, 1);
file("a");

//// nothing is exported
file("a");

//// an empty program
/// file: index.js

//// exports whose names are those of objects
exports.constructor = 1;
exports.toString = 2;
exports.hasOwnProperty = 3;

//// exports of resources of many kinds
class Group extends pulumi.ComponentResource {
  constructor(name) { super("acme:web:Group", name); this.file = file("inside", { parent: this }); this.registerOutputs(); }
}
exports.group = new Group("group");
exports.own = { file: file("a") };

//// outputs of a run before stay if the program fails
/// up: -c web:step=1
/// up: -c web:step=2
const step = new pulumi.Config().getNumber("step") ?? 1;
exports.kept = `of ${step}`;
if (step === 2) throw new Error("broken");

//// outputs that go
/// up: -c web:step=1
/// up: -c web:step=2
const step = new pulumi.Config().getNumber("step") ?? 1;
if (step === 1) exports.gone = pulumi.secret(1);
exports.stays = step;
