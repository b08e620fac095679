//! `lumi closure run`: calls a bundled function once.

use crate::functions::served::Served;
use crate::support::lumi::{Answer, Lumi};

const PACKAGE: &str = r#"{ "type": "module", "main": "index.mjs" }"#;

/// A folder `f` with a bundle of the code.
fn bundle(code: &str) -> Lumi {
    let lumi = Lumi::new();
    lumi.file("f/package.json", PACKAGE);
    lumi.file("f/index.mjs", code);
    lumi
}

fn call(code: &str, more: &[&str]) -> Answer {
    let mut args = vec!["closure", "run", "f"];
    args.extend(more);
    bundle(code).run(&args)
}

#[test]
fn the_result_is_a_line_of_json() {
    let results = [
        ("export default () => 1;", "[]"),
        (
            "export default async (a, b) => [b, a];",
            r#"["a", {"b": 1e3}]"#,
        ),
        ("export default () => {};", "[]"),
        (
            r#"export default () => ({ "a\n": new Date(0), b: undefined });"#,
            "[]",
        ),
        (
            "export default function () { return this === undefined; }",
            "[]",
        ),
        (
            "export default () => { JSON.stringify = JSON.parse = Reflect.apply = null; return 'same'; };",
            "[]",
        ),
    ];
    let lines: Vec<String> = results
        .into_iter()
        .map(|(code, args)| call(code, &["--args", args]).ok())
        .collect();
    insta::assert_snapshot!(lines.concat(), @r#"
    1
    [{"b":1000},"a"]
    null
    {"a\n":"1970-01-01T00:00:00.000Z"}
    true
    "same"
    "#);
}

#[test]
fn other_modules_of_the_folder_and_what_is_built_in_can_be_used() {
    let lumi = bundle(
        "import { readFileSync } from 'node:fs';\nimport { add } from './add.mjs';\n\
         export default () => readFileSync(new URL('data.txt', import.meta.url), 'utf8') + add(1, 2);\n",
    );
    lumi.file("f/add.mjs", "export const add = (a, b) => a + b;");
    lumi.file("f/data.txt", "data ");
    assert_eq!(lumi.run(&["closure", "run", "f"]).ok(), "\"data 3\"\n");
}

#[test]
fn bundles_may_be_common_js() {
    let lumi = Lumi::new();
    lumi.file(
        "f/package.json",
        r#"{ "type": "commonjs", "main": "index.cjs" }"#,
    );
    lumi.file(
        "f/index.cjs",
        "const { basename } = require('node:path');\n\
         module.exports = (path) => {\n  if (!path) throw new TypeError('no path');\n  \
         return basename(path);\n};\n",
    );
    let answer = lumi.run(&["closure", "run", "f", "--args", r#"["a/b"]"#]);
    assert_eq!(answer.ok(), "\"b\"\n");
    let answer = lumi.run(&["closure", "run", "f"]);
    assert!(answer.stderr.contains("index.cjs:3:"), "{}", answer.stderr);
}

#[test]
fn a_bundle_has_no_environment_and_files_of_the_program() {
    let lumi = bundle(
        "import { readFileSync } from 'node:fs';\n\
         const tried = (f) => { try { return f(); } catch (error) { return error.message; } };\n\
         export default () => [\n\
           tried(() => process.env.LUMI_TABLE), tried(() => process.env.HOME),\n\
           tried(() => process.env.LUMI_PASSPHRASE ?? null), tried(() => readFileSync('../Lumi.yaml')),\n\
         ];\n",
    );
    let run = |args: &[&str]| {
        let mut command = lumi.command(args);
        command
            .env("LUMI_TABLE", "todos")
            .env("LUMI_PASSPHRASE", "open");
        Answer::of(command.output().unwrap(), args, lumi.folder()).ok()
    };
    insta::assert_snapshot!(run(&["closure", "run", "f"]), @r#"["todos","env access to \"HOME\" is denied; run again with --allow-env=HOME to permit it",null,"read access to \"[folder]/Lumi.yaml\" is denied (a program reads below its project folder only); run again with --allow-read=[folder]/Lumi.yaml to permit it"]"#);
    let opened = run(&["closure", "run", "f", "--allow-env=LUMI_PASSPHRASE"]);
    assert!(
        opened.starts_with(r#"["todos","#) && opened.contains(r#""open""#),
        "{opened}"
    );
}

#[test]
fn variables_that_are_missing_are_named() {
    let lumi = bundle("export default () => process.env.LUMI_TABLE;");
    lumi.file(
        "closures.json",
        r#"[{ "folder": "f", "hash": "h", "env": { "LUMI_LIMIT": {}, "LUMI_TABLE": { "resource": "Todos", "property": "url" } } }]"#,
    );
    insta::assert_snapshot!(lumi.seen(&["closure", "run", "f"]), @r"
    $ lumi closure run f
    error: the function needs variables that are not set: LUMI_LIMIT, LUMI_TABLE (url of Todos)
    help: set them for this call, such as LUMI_LIMIT=VALUE lumi closure run …
    [exit 2]
    ");
    let args = ["closure", "run", "f"];
    let mut command = lumi.command(&args);
    command.env("LUMI_TABLE", "todos").env("LUMI_LIMIT", "");
    let answer = Answer::of(command.output().unwrap(), &args, lumi.folder());
    assert_eq!(answer.ok(), "\"todos\"\n");
}

#[test]
fn console_output_is_no_data() {
    let answer = call(
        "export default () => { console.log('log'); return 1; };",
        &[],
    );
    assert_eq!(
        (answer.stdout.as_str(), answer.stderr.as_str()),
        ("1\n", "log\n")
    );
}

#[test]
fn mistakes_are_reported() {
    let cases: [(&str, &[&str]); 11] = [
        ("export const a = 1;", &[]),
        ("export default { a: 1 };", &[]),
        (
            "export default () => {\n  throw new RangeError('no');\n};",
            &[],
        ),
        ("throw new Error('at once');", &[]),
        ("export default () => 1 +;", &[]),
        (
            "export default () => { const a = {}; a.a = a; return a; };",
            &[],
        ),
        ("export default () => ({ a: 1n });", &[]),
        ("export default () => () => 1;", &[]),
        ("export default () => new Promise(() => {});", &[]),
        ("export default () => 1;", &["--args", "{}"]),
        ("export default () => 1;", &["--args", "[1"]),
    ];
    let text: Vec<String> = cases
        .iter()
        .map(|(code, more)| format!("{code}\n{}", call(code, more).transcript()))
        .collect();
    insta::assert_snapshot!(text.join("\n"));
}

#[test]
fn folders_that_are_no_bundles_are_refused() {
    let lumi = Lumi::new();
    lumi.file("empty/README", "");
    lumi.file("file", "");
    lumi.file("bad/package.json", r#"{ "main": "index.mjs" }"#);
    for folder in ["missing", "empty", "file", "bad"] {
        let answer = lumi.run(&["closure", "run", folder]);
        assert_eq!(answer.code, 2, "{}", answer.transcript());
        assert!(answer.stderr.contains(folder), "{}", answer.stderr);
    }
}

#[test]
fn limits_hold() {
    let endless = call(
        "export default () => { for (;;); };",
        &["--timeout", "300ms"],
    );
    assert_eq!((endless.code, endless.stdout.as_str()), (1, ""));
    assert!(endless.stderr.contains("300ms"), "{}", endless.stderr);
    let code =
        "export default () => { const all = []; for (;;) all.push(new Array(1000).fill({})); };";
    let large = call(code, &["--heap-limit", "64MiB"]);
    assert_eq!(large.code, 1);
    assert!(large.stderr.contains("64 MiB"), "{}", large.stderr);
}

/// Maps line 2, column 9 of the bundle to line 7, column 3 of `src/handler.ts`.
const MAP: &str = r#"{"version":3,"file":"index.mjs","sources":["src/handler.ts"],"names":[],"mappings":";QAME"}"#;

#[test]
fn positions_are_those_of_the_users_file() {
    let code = "export default () => {\n        throw new Error('mapped');\n};\n\
                //# sourceMappingURL=index.mjs.map\n";
    let lumi = bundle(code);
    lumi.file("f/index.mjs.map", MAP);
    let answer = lumi.run(&["closure", "run", "f"]);
    assert!(
        answer.stderr.contains("src/handler.ts:7:"),
        "{}",
        answer.stderr
    );
    std::fs::remove_file(lumi.folder().join("f/index.mjs.map")).unwrap();
    let answer = lumi.run(&["closure", "run", "f"]);
    assert!(answer.stderr.contains("index.mjs:2:"), "{}", answer.stderr);
}

/// A project whose function `price` is deployed to `out/price`.
fn deployed(handler: &str) -> Lumi {
    let lumi = Lumi::program(
        "import { compute } from \"lumi\";\nimport { fs } from \"lumi/std\";\n\
         import { price } from \"./pricing.ts\";\nconst closure = compute(price);\n\
         new fs.Directory(\"code\", { path: \"out/price/code\", source: closure.archive });\n\
         new fs.File(\"definition\", { path: \"out/price/function.json\", content: JSON.stringify({\n  \
         name: \"price\", entry: \"code/index.mjs\",\n  \
         triggers: [{ type: \"http\", method: \"GET\", path: \"/\" }] }) });\n",
    );
    lumi.file("pricing.ts", handler);
    let cache = lumi.folder().with_file_name("cache");
    let up = lumi
        .command(&["up", "-y"])
        .env("LUMI_CACHE", cache)
        .output();
    let up = Answer::of(up.unwrap(), &["up", "-y"], lumi.folder());
    assert_eq!(up.code, 0, "{}", up.transcript());
    lumi
}

#[test]
fn positions_of_a_deployed_function_are_those_of_the_users_file() {
    let handler = "interface Order { count?: number }\n\n\
        export function price(order: Order): number {\n  \
        if (order.count === undefined) throw new RangeError(\"no count\");\n  \
        return order.count;\n}\n";
    let lumi = deployed(handler);
    let run = |args: &[&str]| {
        let cache = lumi.folder().with_file_name("cache");
        let output = lumi.command(args).env("LUMI_CACHE", cache).output();
        Answer::of(output.unwrap(), args, lumi.folder())
    };
    let call = || {
        let call = ["closure", "run", "out/price/code", "--args", "[{}]"];
        run(&call).stderr
    };
    assert!(call().contains("pricing.ts:4:"), "{}", call());
    // The deployed code does not change when lines move, but its source map does.
    let code = lumi.read("out/price/code/index.mjs");
    lumi.file("pricing.ts", format!("// Prices.\n\n{handler}"));
    let up = run(&["up", "-y"]).transcript();
    assert!(up.contains("Done: nothing to do"), "{up}");
    assert_eq!(lumi.read("out/price/code/index.mjs"), code);
    assert!(call().contains("pricing.ts:6:"), "{}", call());
    let cache = lumi.folder().with_file_name("cache");
    let served = Served::start_with(&lumi, "out", &[], &[("LUMI_CACHE", &cache)]);
    assert!(
        served.get("/").brief().starts_with("500 "),
        "{}",
        served.log()
    );
    served.wait_for_log("pricing.ts:6:");
}
