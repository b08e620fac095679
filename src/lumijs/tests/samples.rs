//! The findings of each construct.

use super::{check, found, program, shown};

fn is_clean(text: &str) {
    assert_eq!(found(text), [""; 0], "{text}");
}

#[track_caller]
fn has(text: &str, code: &str) {
    let all = found(text);
    assert!(all.iter().any(|it| it.starts_with(code)), "{text}\n{all:?}");
}

#[test]
fn aliases_are_followed() {
    let text = r#"
const now = Date.now;
const { random } = Math;
const g = globalThis;
const { ["no" + "w"]: other } = Date;
export const a = g["Date"], b = a.now(), c = g.globalThis.Math.random;
"#;
    assert_eq!(
        found(text),
        [
            "LJ003 2:18 Date.now",
            "LJ004 3:9 Math.random",
            "LJ003 5:9 Date.now",
            "LJ003 6:35 Date.now",
            "LJ004 6:64 Math.random",
        ]
    );
}

#[test]
fn values_are_followed_through_functions_members_and_collections() {
    for text in [
        "function f(m) { return m.random(); } f(Math);",
        "const pick = (o, k) => o[k]; pick({ m: Math }, \"m\").random();",
        "const box = { m: Math }; const { m: { random } } = box;",
        "class A { m = Math; roll() { return this.m.random(); } } new A().roll();",
        "class A { constructor(m) { this.m = m; } } class B extends A { roll() { return this.m.random(); } } new B(Math).roll();",
        "const list = [Math]; for (const m of list) m.random();",
        "[Math].map((m) => m.random());",
        "const map = new Map([[\"m\", Math]]); map.get(\"m\").random();",
        "const map = new Map(); map.set(\"m\", Math); for (const [, m] of map) m.random();",
        "async function f() { return Math; } (await f()).random();",
        "async function f() { return Math; } f().then((m) => m.random());",
        "function* f() { yield Math; } for (const m of f()) m.random();",
        "const f = (m) => m.random(); f.call(null, Math);",
        "const f = (m) => m.random(); const g = f.bind(null, Math); g();",
        "function f() { return arguments[0].random(); } f(Math);",
        "const f = (...all) => all[0].random(); f(Math);",
        "const o = { get m() { return Math; } }; o.m.random();",
        "const o = Object.assign({}, { m: Math }); o.m.random();",
        "let m; m = m ?? Math; m.random();",
        "const o = { ...{ m: Math } }; o.m.random();",
        "const { m = Math } = {}; m.random();",
        "for (const m of { *[Symbol.iterator]() { yield Math; } }) m.random();",
        "for (const m of { [Symbol.iterator]() { return { next: () => ({ value: Math, done: false }) }; } }) m.random();",
        "class L { *[Symbol.iterator]() { yield Math; } } const [m] = new L(); m.random();",
        "class A { static m = Math; static { this.m.random(); } }",
        "const A = class { #m = Math; get r() { return this.#m.random; } };",
    ] {
        has(text, "LJ004");
    }
}

#[test]
fn values_are_followed_through_modules() {
    let modules = [
        (
            "index.js",
            "import pick, { m as other } from \"./a.js\";\nimport * as all from \"./b.js\";\nexport const x = [pick().now(), other.random(), all.m.random()];\n",
        ),
        (
            "a.js",
            "export * from \"./b.js\";\nexport default () => Date;\n",
        ),
        ("b.js", "export const m = Math;\n"),
    ];
    assert_eq!(
        shown(&check(&program(&modules))),
        [
            "LJ003 3:26 Date.now",
            "LJ004 3:39 Math.random",
            "LJ004 3:55 Math.random"
        ]
    );
    let dynamic = [
        (
            "index.js",
            "const { m } = await import(\"./a.js\");\nexport const x = m.random();\n",
        ),
        ("a.js", "export const m = Math;\n"),
    ];
    assert_eq!(
        shown(&check(&program(&dynamic))),
        ["LJ004 2:20 Math.random"]
    );
    let cycle = [
        (
            "index.js",
            "import { b } from \"./a.js\";\nexport const a = Date;\nb();\n",
        ),
        (
            "a.js",
            "import { a } from \"./index.js\";\nexport const b = () => a.now();\n",
        ),
    ];
    assert_eq!(shown(&check(&program(&cycle))), ["LJ003 2:26 Date.now"]);
}

#[test]
fn names_that_are_declared_are_the_programs_own() {
    for text in [
        "function fetch(url) { return url; } fetch(\"a\");",
        "const process = { env: {} }; process.env.HOME;",
        "const f = (Date) => Date.now; f({ now: 1 });",
        "export class Function {} new Function(\"a\");",
        "{ let Math = { random: () => 4 }; Math.random(); }",
        "const own = { getDay: () => 1, localeCompare() {} }; own.getDay(); own.localeCompare();",
        "class Calendar { getDay() { return 1; } today() { return this.getDay(); } } new Calendar().today();",
        "try { throw new Error(\"x\"); } catch (fetch) { String(fetch); }",
        "label: for (const performance of [1]) { continue label; }",
        "const { constructor } = { constructor: 1 };",
        "class A { name() { return this.constructor.name; } } new A().name();",
    ] {
        is_clean(text);
    }
}

#[test]
fn the_rest_of_the_language_is_allowed() {
    for text in [
        "console.log(Math.max(1, 2), JSON.stringify({ a: [1] }));",
        "export const a = [3, 1].sort((a, b) => a - b).map(String).join();",
        "export const a = new Date(0).toISOString(), b = new Date(\"2026-01-01\").getTime();",
        "export const a = new Date(Date.UTC(2026, 0, 1)).getUTCDay();",
        "export const a = new Date(\"2026-01-01T00:00:00+02:00\"), b = new Date(\"2026-01-01T00:00:00Z\");",
        "const day = \"2026-01-01\"; export const a = new Date(`${day}T00:00:00Z`).toJSON();",
        "export const a = structuredClone({ b: new URL(\"https://a.b/c?d=e\").searchParams.get(\"d\") });",
        "export const a = await Promise.all([Promise.resolve(1)]);",
        "export const a = typeof window === \"undefined\" || typeof Date === \"function\";",
        "export const a = {} instanceof Date;",
        "const o = {}; for (const k in { a: 1 }) o[k] = k; export { o };",
        "import { join } from \"node:path\"; export const a = join(\"a\", \"b\");",
        "import path from \"node:path\"; export const a = path.join(\"a\", path.sep);",
        "import { createHash } from \"node:crypto\"; export const a = createHash(\"sha256\").update(\"a\").digest(\"hex\");",
        "import { Config } from \"lumi\"; export const a = new Config().get(\"a\");",
        "import data from \"./a.json\"; export const a = Object.keys(data);",
        "const o = Object.freeze({ a: () => 1 }); o.a();",
        "const memo = new WeakMap(); memo.set({}, 1);",
        "export const a = Symbol.for(\"a\"), b = Symbol.iterator in [];",
        "enumerate: { break enumerate; }",
        "export function f() { const x = new Date(0); const t = x.getTime(); return [new Date(x), new Date(t + 5)]; }",
        "const m = new Map(); m.set(\"a\", { w: 1, at: new Date(0) }); for (const { w } of m.values()) console.log(`${w}`);",
        "const days = [new Date(0), new Date(5)]; export const a = days.map((it) => it.toISOString()).join();",
        "const days = [new Date(0), new Date(5)].sort((a, b) => a.getTime() - b.getTime()); export const a = days[0].toISOString();",
        "const days = [new Date(0)]; export const a = days.filter((it) => it > 0).map((it) => it.getTime()).toString();",
        "export const a = [new Date(NaN), new Date(Number.NaN), new Date(Infinity), new Date(Number.MAX_SAFE_INTEGER), new Date(Math.PI)];",
    ] {
        is_clean(text);
    }
    // Only collections have an order of their own.
    is_clean(
        "class Queue { push(it) {} } const q = new Queue(); Promise.resolve(1).then((it) => q.push(it));",
    );
}

#[test]
fn each_rule_has_its_findings() {
    let table = [
        ("fetch(\"a\")", "LJ001"),
        ("globalThis.fetch(\"a\")", "LJ001"),
        (
            "import { readFileSync as r } from \"node:fs\"; r(\"a\")",
            "LJ001",
        ),
        (
            "import * as fs from \"node:fs\"; fs.promises.readFile(\"a\")",
            "LJ001",
        ),
        ("(await import(\"node:fs\")).readFileSync", "LJ001"),
        ("export { readFileSync } from \"node:fs\"", "LJ001"),
        ("process.env.HOME", "LJ002"),
        ("import { env } from \"node:process\"; env.HOME", "LJ002"),
        ("import.meta.dirname", "LJ002"),
        (
            "import { getRootDirectory } from \"lumi\"; getRootDirectory()",
            "LJ002",
        ),
        (
            "import path from \"node:path\"; path.resolve(\"a\")",
            "LJ002",
        ),
        ("new Date()", "LJ003"),
        ("Date()", "LJ003"),
        ("[0].map(Date)", "LJ003"),
        ("new (class extends Date {})()", "LJ003"),
        ("performance.now()", "LJ003"),
        ("setTimeout(() => {}, 1)", "LJ003"),
        ("crypto.randomUUID()", "LJ004"),
        (
            "import { randomBytes } from \"node:crypto\"; randomBytes(1)",
            "LJ004",
        ),
        ("[\"a\"].sort((a, b) => a.localeCompare(b))", "LJ005"),
        ("(1).toLocaleString()", "LJ005"),
        ("[1].toLocaleString()", "LJ005"),
        ("new Intl.NumberFormat()", "LJ005"),
        ("new Date(0).toLocaleDateString()", "LJ005"),
        ("new Date(0).getHours()", "LJ006"),
        ("const f = (d) => d.getHours(); f(new Date(0))", "LJ006"),
        ("new Date(2026, 0, 1)", "LJ006"),
        ("new Date(\"2026-01-01T00:00\")", "LJ006"),
        ("[new Date(0)].sort().map((it) => it.getTime())", "LJ006"),
        ("[new Date(0)].map(String)", "LJ006"),
        ("[0].map((it) => new Date(it)).join()", "LJ006"),
        ("`${[new Date(0)].find((it) => it > 0)}`", "LJ006"),
        ("`${[new Date(0)].filter((it) => it > 0)[0]}`", "LJ006"),
        ("`${[...new Map([[1, new Date(0)]]).values()][0]}`", "LJ006"),
        ("Date.parse(\"1 Jan 2026\")", "LJ006"),
        ("`${new Date(0)}`", "LJ006"),
        ("\"\" + new Date(0)", "LJ006"),
        ("String(new Date(0))", "LJ006"),
        ("[new Date(0)].join()", "LJ006"),
        ("({})[new Date(0)]", "LJ006"),
        ("const { getDay } = new Date(0)", "LJ006"),
        ("Date.prototype.getDay.call(0)", "LJ006"),
        ("Promise.race([])", "LJ007"),
        (
            "const all = []; for (const p of [Promise.resolve(1)]) p.then((it) => all.push(it))",
            "LJ007",
        ),
        (
            "let n = 0; async function f() { await 0; n++; } f(); f()",
            "LJ007",
        ),
        ("eval(\"1\")", "LJ008"),
        ("(0, eval)(\"1\")", "LJ008"),
        ("new Function(\"return 1\")", "LJ008"),
        ("(() => {}).constructor(\"return 1\")()", "LJ008"),
        ("(async () => {}).constructor", "LJ008"),
        ("const { constructor } = () => {}", "LJ008"),
        ("globalThis[[\"D\", \"ate\"].join(\"\")]", "LJ009"),
        ("for (const k in globalThis) console.log(k)", "LJ009"),
        ("({ ...Math })", "LJ009"),
        ("Math[\"rand\" + [\"om\"]]()", "LJ009"),
        (
            "const d = new Date(0); const f = (k) => d[k](); f(\"getDay\")",
            "LJ009",
        ),
        ("new Proxy({}, {})", "LJ009"),
        ("Reflect.get({}, \"a\")", "LJ009"),
        ("({}).__proto__", "LJ009"),
        ("({ __proto__: null })", "LJ009"),
        ("Object.setPrototypeOf({}, null)", "LJ009"),
        ("new WeakRef({})", "LJ010"),
        ("new FinalizationRegistry(() => {})", "LJ010"),
        (
            "const name = () => \"./a.js\"; await import(name())",
            "LJ011",
        ),
        ("import { chunk } from \"lodash-es\"; chunk([1])", "LJ012"),
        ("import \"side-effects\"", "LJ012"),
        ("require(\"fs\")", "LJ013"),
        ("import { log } from \"lumi\"; log.info(Math)", "LJ014"),
        (
            "Object.getOwnPropertyDescriptor(Math, \"random\").value()",
            "LJ014",
        ),
        ("throw globalThis", "LJ014"),
        ("window2.a", "LJ015"),
        ("globalThis.a = 1", "LJ016"),
        ("a = 1", "LJ016"),
        ("Array.prototype.x = 1", "LJ016"),
        ("Math.random = () => 4", "LJ016"),
        ("delete Math.random", "LJ016"),
    ];
    for (text, code) in table {
        has(text, code);
    }
}

#[test]
fn functions_that_run_elsewhere_are_real_javascript() {
    let clean = r#"
import { compute, CustomResource, FunctionAsset, defineClient } from "lumi";
import { readFileSync } from "node:fs";
import { chunk } from "lodash-es";
const helper = () => deeper(Date.now());
function deeper(now) { return [now, Math.random(), readFileSync("a"), chunk([1])]; }
new CustomResource("a:b:C", "a", { handler: () => helper(), list: [async () => fetch("a")] });
export const code = compute(function () { return [1].map(() => new Date().getDay()); });
new FunctionAsset(() => process.env.HOME);
export const client = defineClient({ create: ({ name }) => ({ async call() { await fetch(name); } }) });
"#;
    is_clean(clean);
    let router = r#"
import { ComponentResource, compute, jsonStringify, Property } from "lumi";
class Fn extends ComponentResource {
  constructor(name, handler, options) { super("a:b:C", name, {}, options); this.code = compute(handler); }
}
class Router extends ComponentResource {
  #routes = {};
  constructor(name) {
    super("a:b:R", name);
    const routes = this.#routes;
    const triggers = new Property(Promise.resolve().then(() => Object.keys(routes).map((it) => ({ it: it.split(" ") }))));
    this.fn = new Fn(name, dispatcher(routes), { parent: this, triggers: jsonStringify(triggers) });
  }
  get(path, handler) { return this.on("GET", path, handler); }
  on(method, path, handler) {
    if (typeof handler !== "function") throw new TypeError(`${path}`);
    this.#routes[`${method} ${path}`] = handler;
    return this;
  }
}
function dispatcher(routes) {
  return async (request) => await routes[request.route](request);
}
const router = new Router("r");
router.get("/", async () => existing(Date.now()));
async function existing(id) { return fetch(id); }
"#;
    is_clean(router);
    let cloud = r#"
import { Bucket, Function, HttpError, Queue, Router, Schedule, Topic } from "lumi/cloud";
const store = new Queue("q", { attempts: 3 });
const done = [];
store.subscribe("a", async (message) => { await store.push(message); done.push(Date.now()); })
  .subscribeToDeadLetters("b", () => crypto.randomUUID());
new Topic("t").subscribe("c", () => performance.now());
new Bucket("b").subscribe("d", () => Math.random());
const f = new Function("f", async () => fetch("a"));
new Schedule("s", { cron: "@daily" }, async () => { for (const it of await f.call()) await store.push(it); });
const api = new Router("api");
api.get("/", async () => existing(Date.now())).post("/a", () => process.env.HOME).on("PUT", "/b", () => new Date());
api.mount("/web/*", (request) => new Response(String(Date.now())));
async function existing(id) { throw new HttpError(404, id); }
"#;
    is_clean(cloud);
    let evaluated = "import { Function } from \"lumi/cloud\";\nnew Function(`f${Date.now()}`, () => Date.now());\n";
    assert_eq!(found(evaluated), ["LJ003 2:23 Date.now"]);
    let dynamic = r#"
import { Resource } from "lumi/dynamic";
class Provider { async create() { return { id: crypto.randomUUID() }; } }
class Thing extends Resource { constructor(name) { super(new Provider(), name, {}); } }
new Thing("a");
"#;
    is_clean(dynamic);
}

#[test]
fn evaluated_code_is_checked_despite_other_uses() {
    let both = r#"
import { compute } from "lumi";
const now = () => Date.now();
export const code = compute(() => now());
export const built = now();
"#;
    assert_eq!(found(both), ["LJ003 3:24 Date.now"]);
    let captured = r#"
import { compute } from "lumi";
const built = Date.now();
export const code = compute(() => built);
"#;
    assert_eq!(found(captured), ["LJ003 3:20 Date.now"]);
    let callback =
        "import { all } from \"lumi\";\nexport const a = all([1]).then(() => Date.now());\n";
    assert_eq!(found(callback), ["LJ003 2:43 Date.now"]);
    let transform = "import { CustomResource } from \"lumi\";\nnew CustomResource(\"a:b:C\", \"a\", {}, { transforms: [() => fetch(\"a\")] });\n";
    assert_eq!(found(transform), ["LJ001 2:59 fetch"]);
    let unused = "export function later() { return Math.random(); }";
    assert_eq!(found(unused), ["LJ004 1:39 Math.random"]);
}
