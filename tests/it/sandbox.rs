//! What programs cannot do: read what they may not, reach Lumi's own modules, or change what Lumi
//! does by changing the built-in objects.

use std::path::Path;

use crate::lumi::{Answer, Lumi};
use crate::served::wait;

fn fixture(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/patched");
    std::fs::read_to_string(path.join(name)).unwrap()
}

/// Runs the program after `patch.ts` in one of its modes; `none` leaves the built-in objects alone.
fn patched(mode: &str, more: &str) -> Answer {
    let lumi = Lumi::new();
    let patch = fixture("patch.ts").replace("= \"record\"", &format!("= {mode:?}"));
    let patch = match mode {
        "none" => patch.replace("if (!configurable) continue;", "continue;"),
        _ => patch,
    };
    lumi.file("patch.ts", patch);
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

/// What a program does to built-in objects beside replacing their methods, and a name for it.
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

#[test]
fn replaced_builtin_objects_get_nothing_of_lumi() {
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
      // Some callbacks must answer something else.
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
fn errors_show_lines_of_readable_files_only() {
    let lumi = Lumi::new();
    let outside = lumi.file("outside.txt", "hidden line\n");
    lumi.file("p/Lumi.yaml", "name: p\n");
    lumi.file(
        "p/index.ts",
        format!(
            "const error = new Error('x');\n\
             Object.defineProperty(error, 'lumiPosition', {{ value: '{}:1:1' }});\n\
             Object.defineProperty(error, Symbol.for('errorAdditionalPropertyKeys'), {{ value: ['lumiPosition'] }});\n\
             throw error;\n",
            outside.display()
        ),
    );
    let answer = lumi.run(&["run", "p"]);
    assert_eq!(answer.code, 1);
    assert!(!answer.stderr.contains("hidden line"), "{}", answer.stderr);
}

/// A bundle is code from elsewhere, and its source map says what it likes.
#[test]
fn a_source_map_shows_no_line_of_another_file() {
    let lumi = Lumi::new();
    let outside = lumi.file("outside.txt", "hidden line\n");
    lumi.file(
        "f.ts",
        "import { FunctionAsset, CustomResource } from 'lumi';\n\
         new CustomResource('a:b:C', 'c', { f: () => { throw new Error('x'); } });\n",
    );
    let answer = lumi.run(&["closure", "bundle", "f.ts", "--out", "bundle"]);
    assert_eq!(answer.code, 0, "{}", answer.transcript());
    let mut folder = lumi.folder().join("bundle");
    // One function is one folder, or stands in the folder itself.
    if !folder.join("index.mjs").is_file() {
        let mut entries = std::fs::read_dir(&folder).unwrap();
        folder = entries
            .find_map(|it| it.ok().filter(|it| it.path().is_dir()))
            .unwrap()
            .path();
    }
    let map = format!(
        r#"{{"version":3,"sources":["file://{}"],"names":[],"mappings":"{}"}}"#,
        outside.display(),
        "AAAA;".repeat(40)
    );
    std::fs::write(folder.join("index.mjs.map"), map).unwrap();
    let code = std::fs::read_to_string(folder.join("index.mjs")).unwrap();
    let code = match code.contains("sourceMappingURL") {
        true => code,
        false => format!("{code}\n//# sourceMappingURL=index.mjs.map\n"),
    };
    std::fs::write(folder.join("index.mjs"), code).unwrap();
    let answer = lumi.run(&["closure", "run", &folder.display().to_string()]);
    assert_eq!(answer.code, 1, "{}", answer.transcript());
    assert!(
        answer.stderr.contains("outside.txt"),
        "{}",
        answer.transcript()
    );
    assert!(!answer.stderr.contains("hidden line"), "{}", answer.stderr);
}

/// A project with a file beside it that a program has no right to.
fn beside(program: &str) -> (Lumi, String) {
    let lumi = Lumi::new();
    let outside = lumi.file("outside.txt", "hidden").display().to_string();
    lumi.file("p/Lumi.yaml", "name: p\n");
    lumi.file("p/index.ts", program.replace("OUTSIDE", &outside));
    (lumi, outside)
}

#[test]
fn a_preview_looks_at_no_file_outside_of_the_project() {
    let (lumi, outside) = beside(
        "import { fs } from 'lumi/std';\n\
         fs.File.get('stolen', 'OUTSIDE').content.then((it) => console.log(it));\n",
    );
    let answer = lumi.run(&["preview", "p"]);
    assert_ne!(answer.code, 0, "{}", answer.transcript());
    assert!(
        answer.stderr.contains("--allow-read=[folder]/outside.txt"),
        "{}",
        answer.transcript()
    );
    assert!(!answer.stderr.contains("hidden"), "{}", answer.transcript());
    let answer = lumi.run(&["preview", "p", &format!("--allow-read={outside}")]);
    assert_eq!(answer.code, 0, "{}", answer.transcript());
    assert!(answer.stderr.contains("hidden"), "{}", answer.transcript());
}

#[test]
fn a_preview_sends_nothing_without_permission() {
    let program = |method: &str| {
        format!(
            "import {{ http }} from 'lumi/std';\n\
             new http.Resource('r', {{ create: {{ url: 'http://127.0.0.1:9/x' }}, \
             read: {{ method: '{method}', url: 'http://127.0.0.1:9/{{id}}' }} }}, {{ import: 'a' }});\n"
        )
    };
    let lumi = Lumi::program(&program("GET"));
    let answer = lumi.run(&["preview"]);
    assert_ne!(answer.code, 0, "{}", answer.transcript());
    assert!(
        answer.stderr.contains("--allow-net=127.0.0.1:9"),
        "{}",
        answer.transcript()
    );
    for method in ["POST", "DELETE"] {
        lumi.file("index.ts", program(method));
        let answer = lumi.run(&["preview", "--allow-net"]);
        assert_ne!(answer.code, 0, "{}", answer.transcript());
        assert!(
            answer.stderr.contains("must be `GET` or `HEAD`"),
            "{}",
            answer.transcript()
        );
    }
}

#[test]
fn files_outside_of_the_project_are_written_with_permission_only() {
    let (lumi, outside) = beside(
        "import { fs } from 'lumi/std';\n\
         new fs.File('f', { path: 'OUTSIDE.new', content: 'x' });\n\
         new fs.File('inside', { path: 'out/x.txt', content: 'x' });\n",
    );
    let made = format!("{outside}.new");
    for command in [&["preview", "p"][..], &["up", "-y", "p"]] {
        let answer = lumi.run(command);
        assert_ne!(answer.code, 0, "{}", answer.transcript());
        assert!(
            answer
                .stderr
                .contains("--allow-write=[folder]/outside.txt.new"),
            "{}",
            answer.transcript()
        );
        assert!(!Path::new(&made).exists());
    }
    let allowed = format!("--allow-write={made}");
    lumi.run(&["up", "-y", "p", &allowed]).ok();
    assert_eq!(std::fs::read_to_string(&made).unwrap(), "x");
    // What was made with permission goes without.
    lumi.run(&["destroy", "-y", "p"]).ok();
    assert!(!Path::new(&made).exists());
}

/// A link in the project leads out of it.
#[cfg(unix)]
#[test]
fn a_link_leads_no_file_resource_out_of_the_project() {
    let (lumi, outside) = beside(
        "import { fs } from 'lumi/std';\n\
         new fs.File('f', { path: 'way/made.txt', content: 'x' });\n",
    );
    let folder = Path::new(&outside).parent().unwrap();
    std::os::unix::fs::symlink(folder, folder.join("p/way")).unwrap();
    let answer = lumi.run(&["up", "-y", "p"]);
    assert_ne!(answer.code, 0, "{}", answer.transcript());
    assert!(!folder.join("made.txt").exists());
}

#[cfg(target_os = "linux")]
#[test]
fn the_kernel_confines_the_thread_of_a_program() {
    use std::process::Stdio;

    let lumi = Lumi::program("await new Promise((go) => setTimeout(go, 600_000));");
    let own = limits_of(&std::fs::read_to_string("/proc/self/status").unwrap());
    for command in [&["run"][..], &["preview"], &["up", "-y"]] {
        let mut process = lumi
            .command(command)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let threads = format!("/proc/{}/task", process.id());
        let limits = |thread: &str| thread_limits(&threads, thread);
        wait(
            || limits("isolate") == Some((true, true)),
            || format!("{command:?}: {:?}", limits("isolate")),
        );
        // What starts plugins and writes files has the rights of every other process.
        assert_eq!(limits("lumi"), Some(own), "{command:?}");
        process.kill().unwrap();
        process.wait().unwrap();
    }
}

/// Whether the thread of this name has no-new-privileges, and whether it has a seccomp filter.
#[cfg(target_os = "linux")]
fn thread_limits(threads: &str, name: &str) -> Option<(bool, bool)> {
    let threads = std::fs::read_dir(threads).into_iter().flatten().flatten();
    let mut statuses =
        threads.filter_map(|it| std::fs::read_to_string(it.path().join("status")).ok());
    let status = statuses.find(|it| it.starts_with(&format!("Name:\t{name}\n")))?;
    Some(limits_of(&status))
}

#[cfg(target_os = "linux")]
fn limits_of(status: &str) -> (bool, bool) {
    let has = |line: &str| status.lines().any(|it| it == line);
    (has("NoNewPrivs:\t1"), has("Seccomp:\t2"))
}

#[test]
fn keys_and_states_are_closed_to_programs() {
    let lumi = Lumi::with_sdk("export const a = lumi.secret(\"x\");\n");
    let up = lumi.run(&["up", "-y"]);
    assert_eq!(up.code, 0, "{}", up.transcript());
    lumi.file(
        "index.ts",
        "import * as fs from \"node:fs\";\nimport * as lumi from \"lumi\";\n\
         const tries: [string, () => unknown][] = [\n\
           [\"key\", () => fs.readFileSync(\".lumi/key\", \"utf8\").length],\n\
           [\"list\", () => fs.readdirSync(\".lumi\").length],\n\
           [\"up and down\", () => fs.readFileSync(\"./.lumi/../.lumi/key\", \"utf8\").length],\n\
           [\"write\", () => fs.writeFileSync(\".lumi/new\", \"\")],\n\
           [\"project\", () => fs.readdirSync(\".\", { recursive: true }).includes(\".lumi/key\")],\n\
         ];\n\
         for (const [name, attempt] of tries) {\n\
           try { console.log(name, attempt()); } catch (error: any) { console.log(name, error.message); }\n\
         }\n\
         await import(\"./.lumi/key\", { with: { type: \"text\" } }).catch((it) => console.log(\"import\", it.message));\n",
    );
    insta::assert_snapshot!(lumi.run(&["run"]).transcript());
    let opened = lumi.run(&["run", "--allow-read=.lumi"]);
    assert!(
        opened.stderr.contains("key 4") || opened.stdout.contains("key "),
        "{}",
        opened.transcript()
    );
    // Nor does what a program declares look there.
    lumi.file(
        "index.ts",
        "import { fs } from \"lumi/std\";\n\
         new fs.File(\"made\", { path: \".lumi/stacks/new\", content: \"x\" });\n",
    );
    let answer = lumi.run(&["up", "-y"]);
    assert!(
        answer.code == 1 && answer.stderr.contains("keys and states"),
        "{}",
        answer.transcript()
    );
}

/// Keys and states are in no archive; else one of the project would change with every run, too.
#[test]
fn an_archive_has_nothing_that_lumi_keeps() {
    let lumi = Lumi::program(
        "import { FileArchive } from \"lumi\";\nimport { fs } from \"lumi/std\";\n\
         new fs.Directory(\"d\", { path: \"out\", source: new FileArchive(\"source\") });\n",
    );
    lumi.file("source/a/page", "text");
    lumi.file("source/.lumi/key", "secret");
    lumi.file("source/a/.lumi/stacks/state", "secret");
    let first = lumi.run(&["up", "-y"]);
    assert_eq!(first.code, 0, "{}", first.transcript());
    let made = |path: &str| lumi.folder().join("out").join(path).exists();
    assert!(made("a/page") && !made(".lumi") && !made("a/.lumi"));
    lumi.file("source/.lumi/key", "another");
    let second = lumi.run(&["up", "-y"]);
    assert!(
        second.code == 0 && second.stdout.contains("unchanged"),
        "{}",
        second.transcript()
    );
}
