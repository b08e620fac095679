//! All kinds of modules, and the sandbox around them.

use crate::support::lumi::Lumi;

#[test]
pub fn typescript_as_people_write_it() {
    let lumi = Lumi::new();
    lumi.file(
        "lib/index.ts",
        "export * from './names';\nexport type { Named } from './names';\n",
    );
    lumi.file(
        "lib/names.ts",
        "export interface Named { name: string }\nexport const a: Named = { name: 'a' };\n",
    );
    lumi.file(
        "lib/view.tsx",
        "export const view = (x: number) => <T,>(y: T) => [x, y] as const;\n",
    );
    lumi.file("lib/m.mts", "export const m = 'mts';\n");
    lumi.file("lib/c.cts", "export const c: string = 'cts';\n");
    lumi.file("lib/j.js", "export const j = 'js';\n");
    lumi.file("lib/k.mjs", "export const k = 'mjs';\n");
    lumi.file("lib/data.json", "{ \"deep\": [1] }");
    lumi.file("lib/note.txt", "hello\n");
    lumi.file(
        "lib/later.ts",
        "export const later = import.meta.url.endsWith('later.ts');\n",
    );
    lumi.file(
        "index.ts",
        r#"
import { a, type Named } from "./lib";
import { Named as AlsoUnused, a as again } from "./lib/names.js";
import { view } from "./lib/view";
import { m } from "./lib/m.mjs";
import { c } from "./lib/c.cjs";
import { j } from "./lib/j";
import { k } from "./lib/k.mjs";
import data from "./lib/data.json" with { type: "json" };
import plain from "./lib/data.json";
import note from "./lib/note.txt" with { type: "text" };
import bytes from "./lib/note.txt" with { type: "bytes" };

enum Size { Small = 1, Large }
const enum Mode { On = "on" }
namespace Tools { export const twice = (n: number) => n * 2; }
function logged(value: (...args: any[]) => any, context: ClassMethodDecoratorContext) {
  return function (this: any, ...args: any[]) { return [String(context.name), value.apply(this, args)]; };
}
abstract class Base { constructor(protected readonly size: Size, public name = "n") {} }
class Box extends Base {
  #hidden = 1;
  static made: number;
  static { Box.made = 3; }
  declare ghost: string;
  @logged get_size(): number { return this.size + this.#hidden; }
}
function disposed(): string[] {
  const log: string[] = [];
  { using it = { [Symbol.dispose]: () => log.push("disposed") }; log.push(typeof it); }
  return log;
}
const { later } = await import("./lib/later");
const named = a satisfies Named;
const value = <const T,>(it: T): T => it;
export const out = [
  named.name, again === a, view(1)("y"), m, c, j, k, data.deep, plain.deep, note, bytes.length,
  Size.Large, Mode.On, Tools.twice(4), new Box(Size.Small).get_size(), Box.made, disposed(), later,
  value("v")!, import.meta.main, import.meta.filename?.endsWith("index.ts"),
];
"#,
    );
    insta::assert_snapshot!(lumi.run(&["run"]).transcript());
}

#[test]
pub fn folders_are_programs() {
    for (file, manifest) in [
        ("main.ts", None),
        ("index.js", None),
        ("src/app.ts", Some("main: src/app.ts\n")),
    ] {
        let lumi = Lumi::new();
        lumi.file("p/Lumi.yaml", manifest.unwrap_or_default());
        lumi.file(&format!("p/{file}"), "export const a = 1;");
        let text = lumi.run(&["run", "p"]).ok();
        assert!(text.contains("a: 1"), "{file}: {text}");
    }
}

#[test]
pub fn packages_name_the_project_and_its_entry() {
    let lumi = Lumi::new();
    lumi.file(
        "p/package.json",
        r#"{ "name": "@acme/site", "main": "lib/go.ts" }"#,
    );
    lumi.file(
        "p/lib/go.ts",
        "import { getProject } from 'lumi';\nexport const name = getProject();",
    );
    assert!(
        lumi.run(&["-C", "p", "run"])
            .ok()
            .contains("name: \"@acme/site\"")
    );
}

#[test]
pub fn the_sandbox_holds() {
    let lumi = Lumi::new();
    lumi.file("outside.ts", "export const x = 1;");
    lumi.file("p/Lumi.yaml", "name: p\n");
    lumi.file("p/up.ts", "import '../outside';");
    lumi.file("p/link.ts", "import './way/outside';");
    lumi.file("p/asset.ts", "import { FileAsset, CustomResource } from 'lumi';\nnew CustomResource('a:b:C', 'a', { f: new FileAsset('way/outside.ts') });");
    lumi.file(
        "p/dynamic.ts",
        "const up = '..';\nawait import(`./sub/${up}/${up}/outside.ts`);",
    );
    std::os::unix::fs::symlink(lumi.folder(), lumi.folder().join("p/way")).unwrap();
    let mut all = String::new();
    for program in ["up", "link", "asset", "dynamic"] {
        let answer = lumi.run(&["run", &format!("p/{program}.ts")]);
        assert_eq!(answer.code, 1, "{}", answer.transcript());
        all.push_str(&answer.transcript());
        let allowed = lumi.run(&["run", &format!("p/{program}.ts"), "--allow-read=outside.ts"]);
        assert_eq!(allowed.code, 0, "{}", allowed.transcript());
    }
    insta::assert_snapshot!(all);
}

#[test]
fn a_warm_cache_changes_nothing_but_the_time() {
    let lumi = Lumi::with_sdk(
        "enum A { B = 7 }\nexport const b = A.B;\nfunction f(): never {\n  throw new Error('x');\n}\n\
         export const caught = (() => { try { f(); } catch (e) { return 'caught'; } })();\n",
    );
    let cache = lumi.folder().join("cache");
    let run = || {
        let output = lumi
            .command(&["run", "index.ts"])
            .env("LUMI_CACHE", &cache)
            .output()
            .unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stdout).unwrap()
    };
    let cold = run();
    assert!(
        cache.read_dir().unwrap().next().is_some(),
        "the cache is used"
    );
    assert_eq!(run(), cold);
    // With any damage of the cache, the program runs.
    damage(&cache);
    assert_eq!(run(), cold);
}

/// An entry compiled by another processor or build of V8.
#[test]
fn compiled_code_that_v8_refuses_is_made_anew() {
    let lumi = Lumi::with_sdk("export const a = 1;\n");
    let cache = lumi.folder().join("cache");
    let run = || {
        let mut run = lumi.command(&["run", "index.ts"]);
        let output = run.env("LUMI_CACHE", &cache).output().unwrap();
        assert!(output.status.success());
    };
    run();
    let path = only_file(&cache);
    let entry = std::fs::read(&path).unwrap();
    std::fs::write(&path, of_another_build(entry.clone())).unwrap();
    run();
    assert_eq!(std::fs::read(&path).unwrap(), entry);
}

fn only_file(folder: &std::path::Path) -> std::path::PathBuf {
    let path = folder.read_dir().unwrap().next().unwrap().unwrap().path();
    if path.is_dir() {
        only_file(&path)
    } else {
        path
    }
}

/// After the magic number, the checksum and the lengths of the code and the source map (none here),
/// an entry has the code and V8's cache, which starts with a magic number and V8's version.
fn of_another_build(mut entry: Vec<u8>) -> Vec<u8> {
    let length = u64::from_le_bytes(entry[12..20].try_into().unwrap());
    let version = 28 + usize::try_from(length).unwrap() + 4;
    entry[version] ^= 0xff;
    let checksum = crc32fast::hash(&entry[12..]);
    entry[8..12].copy_from_slice(&checksum.to_le_bytes());
    entry
}

#[test]
pub fn errors_are_shown_in_the_copy_that_threw() {
    let lumi = Lumi::new();
    let library =
        "export enum A { B = 7 }\nexport function f(): never {\n  throw new Error('x');\n}\n";
    for project in ["first", "second"] {
        lumi.file(&format!("{project}/Lumi.yaml"), "name: demo\n");
        lumi.file(&format!("{project}/lib/m.ts"), library);
        let program = "import { f } from './lib/m.ts';\nf();\n";
        lumi.file(&format!("{project}/index.ts"), program);
    }
    let cache = lumi.folder().join("cache");
    for project in ["first", "first", "second"] {
        let output = lumi
            .command(&["-C", project, "run"])
            .env("LUMI_CACHE", &cache)
            .output();
        let stderr = String::from_utf8(output.unwrap().stderr).unwrap();
        assert!(stderr.contains("--> lib/m.ts:3:9\n"), "{project}: {stderr}");
    }
}

fn damage(folder: &std::path::Path) {
    for entry in folder.read_dir().unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            damage(&path);
        } else {
            let mut bytes = std::fs::read(&path).unwrap();
            let middle = bytes.len() / 2;
            bytes[middle] ^= 0xff;
            std::fs::write(&path, bytes).unwrap();
        }
    }
}

/// A project whose package.json asks for CommonJS.
fn commonjs_project() -> Lumi {
    let lumi = Lumi::new();
    lumi.file("package.json", r#"{ "type": "commonjs" }"#);
    lumi.file(
        "index.ts",
        r#"import path = require("node:path");
import helper = require("./helper");
const plain = require("./lib/plain.js");
enum Kind { A = "a" }
const names: string[] = [path.basename(__filename), path.basename(__dirname)];
console.log(names[0], names[1] === path.basename(process.cwd()), require.main === module, module.id);
console.log(require("./twice.cts").twice(4), require("./modern").default, require("./data.json").x);
export = { helper: helper.name, kind: Kind.A, plain: plain.value };
"#,
    );
    lumi.file(
        "helper.ts",
        "const name: string = 'helper';\nexport = { name };\n",
    );
    lumi.file(
        "lib/plain.js",
        "exports.value = typeof require + typeof module;\n",
    );
    lumi.file(
        "twice.cts",
        "const twice = (n: number): number => n * 2;\nmodule.exports = { twice };\n",
    );
    lumi.file(
        "modern.ts",
        "const text: string = 'modern';\nexport default text;\n",
    );
    lumi.file("data.json", "{ \"x\": 1 }");
    lumi
}

#[test]
fn a_project_of_commonjs_runs() {
    let answer = commonjs_project().run(&["run"]);
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    assert_eq!(answer.stderr, "index.ts true true .\n8 modern 1\n");
    for output in [
        "helper: \"helper\"",
        "kind: \"a\"",
        "plain: \"functionobject\"",
    ] {
        assert!(answer.stdout.contains(output), "{}", answer.stdout);
    }
}

#[test]
fn a_function_captures_what_commonjs_has() {
    let lumi = commonjs_project();
    lumi.file(
        "index.ts",
        "const { twice } = require('./twice.cts');\nconst by: number = 3;\n\
         export = { code: require('lumi').compute(() => twice(by)).code };\n",
    );
    let answer = lumi.run(&["run", "--format", "json"]);
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    assert!(answer.stdout.contains("n * 2"), "{}", answer.stdout);
}

#[test]
fn commonjs_of_a_program_is_kept_without_its_types() {
    let lumi = commonjs_project();
    let cache = lumi.folder().join("cache");
    lumi.file(
        "index.ts",
        "const { twice } = require('./twice.cts');\nconst by: number = 3;\n\
         export = { code: require('lumi').compute(() => twice(by)).code };\n",
    );
    let run = || {
        let mut command = lumi.command(&["run", "--format", "json"]);
        let output = command.env("LUMI_CACHE", &cache).output().unwrap();
        [output.stdout, output.stderr].map(|it| String::from_utf8(it).unwrap())
    };
    let first = run();
    assert!(first[0].contains("n * 2"), "{first:?}");
    assert_eq!(run(), first);
    let shards = std::fs::read_dir(&cache).unwrap();
    let kept = shards
        .flat_map(|it| std::fs::read_dir(it.unwrap().path()).unwrap())
        .map(|it| std::fs::read(it.unwrap().path()).unwrap());
    let is_kept = |it: Vec<u8>| String::from_utf8_lossy(&it).contains("const twice = (n        )");
    assert!(kept.into_iter().any(is_kept));
    lumi.file(
        "twice.cts",
        "const n: number = 1;\nthrow new Error(`at ${n}`);\n",
    );
    let thrown = run();
    assert!(thrown[1].contains("twice.cts:2:7"), "{thrown:?}");
    assert_eq!(run(), thrown);
}

#[test]
fn syntax_of_another_kind_of_module_is_an_error_with_the_rule() {
    let files = [
        (
            "import.js",
            "const a = 1;\nimport b from './lib/plain.js';\n",
            "import.js:2:1",
            "package.json says \"type\": \"commonjs\"",
        ),
        (
            "export.cjs",
            "export const a = 1;\n",
            "export.cjs:1:1",
            "files that end in .cjs are CommonJS",
        ),
        (
            "equals.mts",
            "import path = require('node:path');\nconsole.log(path.sep);\n",
            "equals.mts:1:1",
            "\"import x = require()\" is for CommonJS modules",
        ),
        (
            "assigned.mts",
            "const a = 1;\nexport = a;\n",
            "assigned.mts:2:1",
            "\"export =\" is for CommonJS modules",
        ),
    ];
    let lumi = commonjs_project();
    for (name, text, place, rule) in files {
        lumi.file(name, text);
        let answer = lumi.run(&["run", name]);
        let said = answer.stderr;
        assert!(
            answer.code == 1 && said.contains(place) && said.contains(rule),
            "{said}"
        );
    }
}

/// Modules in URLs, and functions that require from a folder.
#[test]
fn data_urls_and_folders_that_require() {
    let lumi = Lumi::new();
    lumi.file("lib/a.cjs", "module.exports = { v: 1 };\n");
    lumi.file(
        "index.ts",
        r#"
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import own from "data:application/json,%7B%22a%22%3A1%7D" with { type: "json" };
const folder = import.meta.dirname + "/lib/";
for (const base of [folder, pathToFileURL(folder).href, new URL("./lib/", import.meta.url)]) {
  console.log(createRequire(base)("./a.cjs").v);
}
console.log(own.a, (await import("data:text/javascript,export default 5")).default);
const code = async (url: string) => {
  try { await import(url); return "none"; } catch (error) { return (error as Error).message; }
};
console.log(await code("data:text/plain,a"), await code("data:text/javascript"));
console.log(await code("data:text/javascript,import 'node:fs'"), await code("./%2Fa.mjs"));
try { await import("data:text/javascript,import './index.ts'"); } catch (error) { console.log((error as Error).message); }
"#,
    );
    let answer = lumi.run(&["run"]);
    let lines: Vec<&str> = answer.stderr.lines().collect();
    assert_eq!(
        lines[..4],
        ["1", "1", "1", "1 5"],
        "{}",
        answer.transcript()
    );
    assert!(lines[4].contains("data: URL"), "{}", answer.transcript());
    assert!(
        lines[5].starts_with("none ") && lines[5] != "none none",
        "{}",
        answer.transcript()
    );
    assert!(
        lines[6].contains("from a data: URL"),
        "{}",
        answer.transcript()
    );
}

#[test]
pub fn a_type_that_is_exported_as_a_value_is_reported() {
    for text in [
        "export { Shape, v } from \"./types.ts\";\n",
        "import { Shape, v } from \"./types.ts\";\nexport { Shape, v };\n",
    ] {
        let lumi = Lumi::new();
        lumi.file(
            "types.ts",
            "export interface Shape { a: number }\nexport const v = 1;\n",
        );
        lumi.file("again.ts", text);
        lumi.file(
            "index.ts",
            "import { v } from \"./again.ts\";\nexport const out = v;\n",
        );
        let run = lumi.run(&["run"]);
        assert_eq!(run.code, 1, "{}", run.transcript());
        assert!(
            run.transcript().contains("export { type Shape }"),
            "{}",
            run.transcript()
        );
    }
}
