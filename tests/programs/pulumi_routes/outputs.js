// Outputs: joined, lifted, chained, secret, unknown (tests/it/pulumi_sdk/routes).
const pulumi = require("@pulumi/pulumi");
const { File } = require("./file");
const file = (name, opts, args) => new File(name, { path: `${name}.txt`, content: name, ...args }, opts);

//// chains of apply
const a = file("a");
exports.plain = a.path.apply((it) => it.length).apply((it) => it * 2).apply(String);
exports.unknown = a.sha256.apply((it) => it.length).apply((it) => it * 2);
exports.nested = a.path.apply((it) => pulumi.output(it).apply((inner) => a.content.apply((text) => inner + text)));
exports.promise = a.path.apply(async (it) => { await null; return it.toUpperCase(); });
exports.nothing = a.path.apply(() => undefined);
exports.nul = a.path.apply(() => null);

//// apply runs in a preview only with what is known
const a = file("a");
const seen = [];
a.path.apply((it) => seen.push(`path ${it}`));
a.sha256.apply((it) => seen.push(`sum of ${it.length}`));
process.on("exit", () => console.log(seen.join()));

//// all of lists and of objects
const a = file("a"), b = file("b");
exports.list = pulumi.all([a.path, b.path, 3, Promise.resolve(4), null]);
exports.object = pulumi.all({ a: a.path, b: b.sha256.apply((it) => it.length), c: "c" });
exports.empty = [pulumi.all([]), pulumi.all({})];
exports.joined = pulumi.all([a.path, b.path]).apply(([x, y]) => `${x}+${y}`);
exports.nested = pulumi.all([pulumi.all([a.path]), { deep: [b.path] }]);

//// interpolate and concat
const a = file("a");
exports.one = pulumi.interpolate`path ${a.path}, sum ${a.sha256}, ${3}, ${null}, ${undefined}, ${{ a: 1 }}, ${[1, a.path]}`;
exports.two = pulumi.concat("a", a.path, 3, undefined, null, true, pulumi.secret("hidden"));
exports.empty = [pulumi.interpolate``, pulumi.concat()];

//// json of outputs
const a = file("a");
exports.text = pulumi.jsonStringify({ a: a.path, b: [a.sha256, undefined, null], c: { d: pulumi.secret("x") } });
exports.indented = pulumi.jsonStringify({ a: a.path }, undefined, 2);
exports.chosen = pulumi.jsonStringify({ a: a.path, b: 1 }, ["b"]);
exports.replaced = pulumi.jsonStringify({ a: 1 }, (key, value) => key === "a" ? value + 1 : value);
exports.parsed = pulumi.jsonParse(a.path.apply((it) => `{"of":"${it}"}`));
exports.revived = pulumi.jsonParse("[1,2]", (_, value) => typeof value === "number" ? value + 1 : value);

//// json that is none
exports.parsed = pulumi.jsonParse("{ no");
/// wants: JSON

//// members that are lifted
const it = pulumi.output({ a: { b: [{ c: 1 }, { c: 2 }] }, "with space": 3, text: "text" });
exports.deep = it.a.b[1].c;
exports.length = it.a.b.length;
exports.space = it["with space"];
exports.missing = it.nothing;
exports.method = it.text.toUpperCase?.call(it.text);
exports.keys = Object.keys(it).sort();
exports.has = ["a" in it, "nothing" in it, "apply" in it];

//// members of what is unknown
const a = file("a");
exports.deep = a.sha256.apply((it) => ({ deep: { list: [it.length] } })).deep.list[0];
exports.missing = pulumi.output(a.size).nothing;

//// optional members of nothing
const nothing = pulumi.output(undefined);
exports.deep = nothing.a?.b;
exports.either = nothing.apply((it) => it ?? "default");

//// outputs are no texts
const a = file("a");
exports.text = `${a.path}`.split("\n")[0];
exports.sum = ("" + a.path).split("\n")[0];
try { JSON.stringify({ path: a.path }); exports.json = "is taken"; } catch (error) { exports.json = error.message.split("\n")[0]; }
exports.string = a.path.toString().split("\n")[0];
exports.json2 = JSON.stringify(a.path).split("\n")[0];
/// no up

//// secrets and what becomes of them
const secret = pulumi.secret("hunter2");
exports.itself = secret;
exports.applied = secret.apply((it) => it.length);
exports.joined = pulumi.interpolate`token ${secret}`;
exports.nested = { list: [secret, "open"], deep: { secret } };
exports.opened = pulumi.unsecret(secret);
exports.lifted = pulumi.secret({ a: 1, b: "x" }).a;
exports.all = pulumi.all([secret, "open"]);
exports.is = Promise.all([pulumi.isSecret(secret), pulumi.isSecret(pulumi.output("open")), pulumi.isSecret(pulumi.output([secret]))]);
exports.promise = pulumi.secret(Promise.resolve("later"));
exports.ofOutput = pulumi.secret(file("a").path);

//// secret inputs of resources
const a = file("a", {}, { content: pulumi.secret("hunter2") });
exports.content = a.content;
exports.path = a.path;
exports.sum = a.sha256;
file("b", {}, { content: pulumi.interpolate`of ${a.content}` });

//// outputs of outputs and promises of all depths
const deep = pulumi.output(Promise.resolve([pulumi.output({ a: Promise.resolve(pulumi.output([1, { b: pulumi.secret(2) }])) })]));
exports.deep = deep;
exports.cycle = pulumi.output(pulumi.output(pulumi.output(1)));
exports.kinds = pulumi.output([undefined, null, true, 0, -0, 1.5, "", "text", [], {}, [[]], new Date(0)]);

//// outputs of objects with prototypes, maps and sets
class Point { constructor() { this.x = 1; this.y = pulumi.output(2); } get sum() { return 3; } }
exports.point = new Point();
exports.map = new Map([["a", 1]]);
exports.set = new Set([1]);
exports.date = new Date(0);
exports.regular = /a/g;
exports.buffer = Buffer.from("abc");
exports.typed = new Uint8Array([1, 2]);
exports.error = new Error("as a value").message;
/// no up

//// numbers of all sizes
exports.all = [0, -0, 1e21, 1e-7, 2 ** 53, 0.1 + 0.2, Number.MAX_SAFE_INTEGER, -1.5];

//// numbers that no state has
exports.all = [NaN, Infinity, -Infinity];

//// a bigint
exports.big = 10n;

//// a function as an output
exports.run = () => 1;

//// a symbol as an output
exports.sign = Symbol("a");

//// a cycle as an output
const circle = { name: "circle" };
circle.self = circle;
exports.circle = circle;

//// an object twice
const shared = { a: [1] };
exports.twice = [shared, shared, { shared }];

//// texts of all alphabets
exports.text = "größe 日本 \u{1f680} \u0000 \t \r\n \\ \" ' \u2028 \u{e000}";
exports["ключ ü \""] = { "a.b": 1, "a[0]": 2, "": 3, "__proto__": 4, constructor: 5 };

//// surrogates alone
/// own words: the SDK words a failure by whether it comes before the end of the module
exports.text = "a\ud800b".length;
exports.alone = "\udc00";

//// the outputs of a resource as a whole
const a = file("a");
exports.all = pulumi.output(a).apply((it) => Object.keys(it).filter((key) => !key.startsWith("__")).sort());
exports.resource = a;
exports.listed = [a];

//// known, secret and depending resources of an output
const a = file("a"), b = file("b");
const both = pulumi.all([a.sha256, b.path, pulumi.secret(1)]);
exports.known = both.isKnown.then((it) => it);
exports.secret = both.isSecret;
exports.count = both.allResources().then((it) => it.size);
exports.own = pulumi.containsUnknowns?.(pulumi.unknown) ?? "not there";
exports.isOutput = [pulumi.Output.isInstance(both), pulumi.Output.isInstance(1), pulumi.Output.isInstance(null)];
exports.create = pulumi.Output.create(3);

//// deferred outputs
const [later, resolve] = pulumi.deferredOutput();
const a = file("a", {}, { content: later });
setTimeout(() => resolve(pulumi.output("resolved")), 1);
exports.content = a.content;

//// maps of outputs by iterable
const list = pulumi.output([{ name: "a", value: 1 }, { name: "b", value: 2 }]);
exports.object = pulumi.iterable.toObject(list, (it) => [it.name, it.value]);
exports.groups = pulumi.iterable.groupBy([1, 2, 3], (it) => [it % 2 ? "odd" : "even", it]);

//// a resource in an apply
const a = file("a");
exports.path = a.path.apply((path) => file("b", {}, { content: path }).path);
exports.urn = a.sha256.apply((sum) => file("c", {}, { content: sum }).urn);

//// resources in a loop over an output
const names = file("a").path.apply((it) => [...it.slice(0, 3)].map((_, index) => file(`of-${index}`)));
exports.count = names.apply((it) => it.length);
exports.paths = names.apply((it) => pulumi.all(it.map((file) => file.path)));

//// inputs that are undefined or null
const a = file("a", {}, { mode: undefined });
exports.mode = a.mode;
exports.keys = { a: undefined, b: null, c: [undefined, null, 1] };

//// what an output of a resource is
const a = file("a");
exports.is = [pulumi.Output.isInstance(a.path), a.path instanceof pulumi.Output, a.path.constructor === pulumi.Output,
  Object.getPrototypeOf(a.path) === pulumi.Output.prototype, "apply" in a.path, "nothing" in a.path, typeof a.path.then, pulumi.Output.name];
exports.keys = Object.keys(a.path).sort();
exports.shown = require("util").inspect(a.path, { depth: 0 });
exports.same = [a.path.isKnown === a.path.isKnown, a.path.resources === a.path.resources, a.path.nothing === a.path.nothing];
a.path.mark = 1;
exports.mark = [a.path.mark, delete a.path.mark, Object.keys(a.path).includes("mark")];
Object.defineProperty(a.path, "fixed", { value: 2, configurable: true });
exports.fixed = [a.path.fixed, Object.getOwnPropertyDescriptor(a.path, "fixed").writable];
exports.copied = Object.keys({ ...a.path }).length;

//// an output of a resource that is first used when it has failed
const broken = new File("broken", { path: "missing/dir\0", content: "x" });
setTimeout(() => broken.sha256.apply((it) => console.log(`got ${it}`)), 300);
/// own words: the SDK words a failure by whether it comes before the end of the module
/// wants: [exit 1]
