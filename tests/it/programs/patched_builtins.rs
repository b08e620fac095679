//! Programs that change built-in objects neither affect Lumi's behaviour nor reach its modules.

use std::path::Path;

use crate::support::lumi::{Answer, Lumi};
use crate::support::rest_server::RestServer;

fn fixture(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/patched");
    std::fs::read_to_string(path.join(name)).unwrap()
}

/// `patch.ts` in one of its modes; `none` leaves the built-in objects unchanged.
fn patch(mode: &str) -> String {
    let patch = fixture("patch.ts").replace("= \"record\"", &format!("= {mode:?}"));
    match mode {
        "none" => patch.replace("if (!configurable) continue;", "continue;"),
        _ => patch,
    }
}

/// Runs the program after `patch.ts`.
fn patched(mode: &str, more: &str) -> Answer {
    let lumi = Lumi::new();
    lumi.file("patch.ts", patch(mode));
    lumi.file("index.ts", fixture("index.ts") + more);
    lumi.run(&["run", "index.ts", "--format", "json", "--timeout", "60s"])
}

#[test]
fn replaced_builtin_objects_change_no_graph() {
    let plain = patched("none", "");
    assert_eq!(plain.code, 0, "{}", plain.transcript());
    for mode in ["throw", "lie", "record"] {
        let answer = patched(mode, "");
        assert_eq!(answer.code, 0, "{mode}: {}", answer.transcript());
        assert_eq!(answer.stdout, plain.stdout, "{mode}");
    }
}

/// A project with `program` after `patch.ts`.
fn project(mode: &str, program: &str) -> Lumi {
    let lumi = Lumi::new();
    lumi.file("Lumi.yaml", "name: p\n");
    lumi.file("patch.ts", patch(mode));
    lumi.file("index.ts", program);
    lumi
}

#[test]
fn replaced_builtin_objects_change_no_deployment() {
    let deployed = |mode: &str| {
        let lumi = project(mode, &fixture("deployed.ts"));
        let run = |args: &[&str]| {
            let answer = lumi.run(&[args, &["--timeout", "60s"]].concat());
            assert_eq!(answer.code, 0, "{mode}: {}", answer.transcript());
            answer.stdout
        };
        lumi.run(&["config", "set", "token", "hunter2", "--secret"])
            .ok();
        run(&["up", "-y"]);
        let graph = lumi.run(&["graph", "--format", "json"]).ok();
        let outputs = lumi
            .run(&["stack", "output", "--json", "--show-secrets"])
            .ok();
        let folder = lumi.folder().join(".lumi/stacks");
        assert!(!contains(&folder, "hunter2"), "{mode}");
        run(&["up", "-y", "--expect-no-changes"]);
        run(&["refresh", "-y"]);
        run(&["destroy", "-y"]);
        (graph, outputs)
    };
    let plain = deployed("none");
    assert!(plain.1.contains("hunter2"), "{}", plain.1);
    for mode in ["throw", "lie"] {
        assert_eq!(deployed(mode), plain, "{mode}");
    }
}

/// Whether a file below the folder has the text.
fn contains(folder: &Path, text: &str) -> bool {
    std::fs::read_dir(folder).unwrap().any(|entry| {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => contains(&path, text),
            false => String::from_utf8_lossy(&std::fs::read(&path).unwrap()).contains(text),
        }
    })
}

/// The objects that `attempts.ts` has reached.
fn reached(mode: &str, args: &[&str]) -> Vec<&'static str> {
    let server = RestServer::start("token");
    let outside = Lumi::new();
    let secret = outside.file("secret.txt", "hidden");
    let program = fixture("attempts.ts")
        .replace("OUTSIDE", &secret.display().to_string())
        .replace("URL", &server.url());
    let lumi = project(mode, &program);
    lumi.run(&["config", "set", "a", "hunter2", "--secret"])
        .ok();
    let key = std::fs::read_to_string(lumi.folder().join(".lumi/key")).unwrap();
    let mut command = lumi.command(&[args, &["--timeout", "60s"]].concat());
    let output = command.env("PROBE", "probed").output().unwrap();
    let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    assert!(!said.contains("bug in lumi"), "{mode}: {said}");
    let exists = |name: &str| lumi.folder().join(name).exists();
    let all = [
        ("read", said.contains("read hidden")),
        ("key", said.contains(key.trim())),
        ("env", said.contains("env probed")),
        ("write", exists("written")),
        ("run", exists("run")),
        ("net", !server.objects().is_empty()),
    ];
    all.into_iter().filter(|it| it.1).map(|it| it.0).collect()
}

#[test]
fn replaced_builtin_objects_give_no_permission() {
    let nothing: [&str; 0] = [];
    for args in [&["run"][..], &["up", "-y"]] {
        for mode in ["none", "throw", "lie", "record"] {
            assert_eq!(reached(mode, args), nothing, "{mode} {args:?}");
        }
    }
    let allowed = ["read", "key", "env", "write", "run", "net"];
    assert_eq!(reached("none", &["up", "-y", "-A"]), allowed);
}

/// Other modifications of built-in objects, with names.
const TRAPS: &[(&str, &str)] = &[
    ("none", ""),
    (
        "Date",
        "globalThis.Date = class { static [Symbol.hasInstance]() { return true; } } as any;",
    ),
    ("Math.random", "Math.random = () => { throw new Error(\"random\"); };"),
    (
        "accessors of bytes",
        "for (const name of [\"buffer\", \"byteLength\", \"byteOffset\", \"length\"]) {
           Reflect.defineProperty(Object.getPrototypeOf(Uint8Array.prototype), name, { get: () => 0 });
         }
         Reflect.defineProperty(ArrayBuffer.prototype, \"byteLength\", { get: () => 0 });",
    ),
    (
        "methods that Buffer inherits",
        "for (const name of [\"subarray\", \"fill\"]) {
           Object.defineProperty(Object.getPrototypeOf(Uint8Array.prototype), name, { value() { throw new Error(name); } });
         }",
    ),
    (
        "setters of indices",
        "for (let index = 0; index < 64; index++) {
           Object.defineProperty(Array.prototype, index, { set() { taken.count++; }, configurable: true });
         }",
    ),
    (
        "setters of names",
        "for (const name of [\"when\", \"list\", \"bytes\", \"size\", \"parent\", \"protect\"]) {
           Object.defineProperty(Object.prototype, name, { set() { taken.count++; }, configurable: true });
         }",
    ),
];

#[test]
fn traps_on_builtin_objects_change_no_graph() {
    let program = r#"
import { taken, when } from "./trap.ts";
import { Buffer } from "node:buffer";
import { CustomResource, all, secret } from "lumi";
const buffer = Buffer.from("hello");
const text = buffer.slice(1, 3).toString("hex") + Buffer.alloc(3, 7).fill("ab").toString("base64");
const first = new CustomResource<{ url: string }>("std:index:Extra", "first",
  { when, list: [1, [2, { size: 3 }]], bytes: buffer.toString("latin1"), text, none: [] }, { protect: true });
const second = new CustomResource("std:index:Extra", "second",
  { of: first.id, list: [first.url, secret("x")] }, { dependsOn: [first], parent: first });
export const outputs = { both: all([first.id, second.id]).then(([a, b]) => a + b), list: [first.url, [when]] };
export const trapped = taken.count;
"#;
    let run = |trap: &str| {
        let lumi = Lumi::new();
        let when =
            "export const when = new Date(86_400_000);\nexport const taken = { count: 0 };\n";
        lumi.file("trap.ts", format!("{when}{trap}\n"));
        lumi.file("index.ts", program);
        lumi.run(&["run", "index.ts", "--format", "json", "--timeout", "60s"])
    };
    let plain = run("");
    assert_eq!(plain.code, 0, "{}", plain.transcript());
    assert!(plain.stdout.contains("1970-01-02"), "{}", plain.stdout);
    for (name, trap) in TRAPS {
        let answer = run(trap);
        assert_eq!(answer.code, 0, "{name}: {}", answer.transcript());
        assert_eq!(answer.stdout, plain.stdout, "{name}");
    }
}

/// A request whose messages, headers and options have members of names that `trap` gets.
const REQUEST: &str = r#"
import { createServer, request } from "node:http";
let taken = 0;
const names = ["authorization", "x-own", "port", "headers", "text", "found", "connection"];
const set = () => { taken++; };
if (IS_TRAPPED) {
  for (const name of names) Object.defineProperty(Object.prototype, name, { set, configurable: true });
}
const server = createServer((message, response) => {
  response.setHeader("x-own", message.headers["authorization"]!);
  message.pipe(response);
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const { port } = server.address() as { port: number };
const answer = await new Promise<string>((resolve, reject) => {
  const options = { __proto__: null, port, host: "127.0.0.1", method: "POST", headers: { __proto__: null, authorization: "secret" } };
  const asked = request(options as object, (response) => {
    let text = String(response.headers["x-own"]);
    response.on("data", (part) => text += part).on("end", () => resolve(text));
  });
  asked.on("error", reject);
  asked.write("first ");
  asked.end(Buffer.from("last \u00e9"));
});
server.close();
console.log(answer, taken);
"#;

#[test]
fn setters_of_names_see_nothing_of_a_request() {
    for is_trapped in ["false", "true"] {
        let lumi = Lumi::program(&REQUEST.replace("IS_TRAPPED", is_trapped));
        let answer = lumi.run(&["run", "--allow-net", "--timeout", "60s"]);
        let said = answer.stderr.lines().next().unwrap_or_default();
        assert_eq!(
            said,
            "secretfirst last \u{e9} 0",
            "{is_trapped}: {}",
            answer.transcript()
        );
    }
}

#[test]
fn replaced_builtin_objects_see_no_values_of_lumi() {
    let answer = patched("record", "[1].map(() => 1);\n");
    assert!(
        answer.stderr.contains("leaks: 0, calls: true"),
        "{}",
        answer.transcript()
    );
}

/// Every function of the SDK and of Node's modules that passes text to a callback.
const WAYS: &str = r#"
import { EventEmitter } from "node:events";
import { promisify } from "node:util";
import * as lumi from "lumi";

const code = (url: string) =>
  `globalThis.found = import(${JSON.stringify(url)}, { with: { type: "text" } })` +
  '.then((it) => "read " + it.default, () => "refused")';
const emitted = (text: string) => new EventEmitter().on("x", eval).emit("x", text);
const ways: Record<string, (text: string) => unknown> = {
  eval: (text) => (0, eval)(text),
  Function: (text) => new Function(text)(),
  emit: emitted,
  once: (text) => new EventEmitter().once("x", eval).emit("x", text),
  newListener: (text) => new EventEmitter().on("newListener", eval).on(text, () => {}),
  then: (text) => lumi.secret(text).then(eval),
  all: (text) => lumi.all([text]).then(([it]) => eval(it)),
  native: (text) => Promise.resolve(text).then(eval),
  timeout: (text) => setTimeout(eval, 0, text),
  function: (text) => setTimeout(Function(text), 0),
  immediate: (text) => setImmediate(eval, text),
  tick: (text) => process.nextTick(eval, text),
  map: (text) => [text].map(eval),
  parse: (text) => JSON.parse(JSON.stringify([text]), (_, it) => typeof it === "string" ? eval(it) : it),
  search: (text) => new URLSearchParams([["a", text]]).forEach(eval),
  headers: (text) => new Headers([["a", text]]).forEach(eval),
  promisify: (text) => promisify(eval)(text),
};
const urls = [OUTSIDE, "lumi:/web/ops.ts", "lumi:/primordials.ts", "ext:core/mod.js", "../web/ops.ts"];
let refused = 0;
for (const [name, way] of Object.entries(ways)) {
  for (const url of urls) {
    (globalThis as any).found = undefined;
    try {
      way(code(url));
    } catch {
      // Some callbacks must return another value.
    }
    await new Promise((resolve) => setTimeout(resolve, 2));
    const outcome = (await (globalThis as any).found) ?? "evaluated nothing";
    if (outcome === "refused") refused++;
    else console.log(`${name} ${outcome}`);
  }
}
console.log(`refused ${refused} of ${Object.keys(ways).length * urls.length}`);
"#;

#[test]
fn evaluated_text_has_no_more_rights_than_the_program() {
    let lumi = Lumi::new();
    let outside = lumi.file("outside.txt", "hidden");
    lumi.file("p/Lumi.yaml", "name: p\n");
    let url = format!("{:?}", format!("file://{}", outside.display()));
    lumi.file("p/index.ts", WAYS.replace("OUTSIDE", &url));
    let answer = lumi.run(&["run", "p"]);
    assert_eq!(answer.code, 0, "{}", answer.transcript());
    assert!(!answer.stderr.contains(" read "), "{}", answer.transcript());
    assert!(
        answer.stderr.contains("refused 85 of 85"),
        "{}",
        answer.transcript()
    );
}

#[test]
fn a_forged_iterator_reaches_no_module_of_lumi() {
    let lumi = Lumi::program(
        r#"
import { createRequire } from "node:module";
const require = createRequire(import.meta.url);
const own = Array.prototype[Symbol.iterator];
(Array.prototype as any)[Symbol.iterator] = function* () { yield 0; yield "lumi:/web/ops.ts"; };
const got = require("node:os");
(Array.prototype as any)[Symbol.iterator] = own;
console.log(typeof got.core, typeof got.homedir);
for (const name of ["lumi:/web/ops.ts", "lumi:/commonjs/etc/passwd", "ext:core/mod.js"]) {
  try { require(name); console.log("required", name); } catch (error) { console.log("refused", name); }
}
"#,
    );
    let answer = lumi.run(&["run"]);
    assert_eq!(
        answer.stderr.lines().take(4).collect::<Vec<_>>(),
        [
            "undefined function",
            "refused lumi:/web/ops.ts",
            "refused lumi:/commonjs/etc/passwd",
            "refused ext:core/mod.js"
        ],
        "{}",
        answer.transcript()
    );
}

#[test]
fn a_patched_method_hangs_and_breaks_nothing_when_a_program_stalls() {
    let lumi = Lumi::program(
        "Array.prototype.at = () => { throw new Error('at'); };\n\
         Map.prototype.keys = () => { throw new Error('keys'); };\n\
         await new Promise(() => {});\n",
    );
    let answer = lumi.run(&["run", "--timeout", "30s"]);
    assert_eq!(answer.code, 1, "{}", answer.transcript());
    assert!(!answer.stderr.contains("bug in lumi"), "{}", answer.stderr);
}

#[test]
fn a_patched_method_does_not_hang_a_dynamic_resource() {
    let lumi = Lumi::new();
    lumi.file("Lumi.yaml", "name: p\n");
    lumi.file(
        "index.ts",
        r#"
import * as dynamic from "lumi/dynamic";
const provider = { create: async (inputs: object) => ({ id: "1", outs: inputs }) };
class Thing extends dynamic.Resource {
  constructor(name: string) { super(provider, name, { size: 1 }); }
}
new Thing("thing");
String.prototype.slice = () => { throw new Error("slice"); };
String.prototype.lastIndexOf = () => { throw new Error("lastIndexOf"); };
"#,
    );
    let answer = lumi.run(&["up", "-y", "--timeout", "60s"]);
    assert!(
        answer.stdout.contains("+1 created") || answer.stderr.contains("+1 created"),
        "{}",
        answer.transcript()
    );
}

#[test]
fn a_replaced_url_sees_nothing_of_fetch() {
    let lumi = Lumi::with_sdk(
        r#"
const seen: string[] = [];
const Real = URL;
(globalThis as any).URL = class extends Real {
  constructor(url: string) { super("data:,replaced"); seen.push(url); }
};
const text = await (await fetch("data:,hello")).text();
console.log(text, Response.redirect("http://example.com/a").headers.get("location"), seen.length);
"#,
    );
    let said = lumi.run(&["run"]).transcript();
    assert!(said.contains("hello http://example.com/a 0"), "{said}");
}

/// As packages do that are loaded before others.
#[test]
fn modules_of_node_work_where_a_package_has_changed_builtin_objects() {
    let lumi = Lumi::program(&fixture("modules.mjs"));
    let said = lumi.run(&["run", "-A", "--timeout", "60s"]).stderr;
    let phases: Vec<Vec<&str>> = said
        .split("== ")
        .skip(1)
        .map(|it| it.lines().skip(1).collect())
        .collect();
    let [throwing, polluted, before] = phases.as_slice() else {
        panic!("{said}");
    };
    assert!(before.len() > 16 && !said.contains("error: "), "{said}");
    assert_eq!(polluted, before, "{said}");
    assert!(throwing.len() > 10, "{said}");
    for line in throwing {
        assert!(before.contains(line), "{said}");
    }
}
