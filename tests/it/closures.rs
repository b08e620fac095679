//! Functions captured, bundled and called elsewhere: what they answer there is what they answer in
//! the program.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::Value;

use crate::lumi::{Lumi, command, tool};

/// Characters of a bundle that a snapshot shows.
const LONGEST_SHOWN: usize = 3000;

/// A call that the program made itself.
struct Expected {
    name: String,
    args: Value,
    value: Value,
}

fn programs(group: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/programs/closures")
        .join(group)
}

/// Bundles a program; answers what its calls came to.
fn bundle(program: &Path, out: &Path, flags: &[&str]) -> Vec<Expected> {
    let output = command()
        .args(["closure", "bundle"])
        .arg(program)
        .arg("--out")
        .arg(out)
        .args(flags)
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {errors}", program.display());
    let all = format!("{}{errors}", String::from_utf8_lossy(&output.stdout));
    let lines = all.lines().filter_map(|it| it.strip_prefix("expect "));
    lines
        .map(|line| {
            let call: Value = serde_json::from_str(line).unwrap();
            Expected {
                name: call["name"].as_str().unwrap().to_owned(),
                args: call["args"].clone(),
                value: call["expected"].clone(),
            }
        })
        .collect()
}

/// The folder of each closure by its name.
fn folders(out: &Path) -> BTreeMap<String, PathBuf> {
    let text = fs::read_to_string(out.join("closures.json")).unwrap();
    let list: Vec<Value> = serde_json::from_str(&text).unwrap();
    let entry = |it: &Value| {
        let name = it["name"].as_str().unwrap().to_owned();
        (name, out.join(it["folder"].as_str().unwrap()))
    };
    list.iter().map(entry).collect()
}

fn call(folder: &Path, args: &Value) -> Result<Value, String> {
    let output = command()
        .args(["closure", "run"])
        .arg(folder)
        .args(["--args", &args.to_string()])
        .output()
        .unwrap();
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())
}

/// Each bundle again under node, where there is one; all in one process.
fn node(calls: &[(String, PathBuf, Value)]) -> Option<BTreeMap<String, Value>> {
    let script = "const calls = JSON.parse(process.argv[1]); const results = {};
        for (const [name, file, args] of calls) {
          try { const { default: callback } = await import(file);
            results[name] = (await callback(...args)) ?? null; }
          catch (error) { results[name] = `threw ${error?.stack}`; }
        }
        console.log(JSON.stringify(results));";
    let calls: Vec<_> = calls
        .iter()
        .map(|(name, folder, args)| {
            let entry = fs::read_dir(folder).unwrap().find_map(|it| {
                let path = it.unwrap().path();
                let is_entry = path
                    .extension()
                    .is_some_and(|it| it == "mjs" || it == "cjs");
                is_entry.then_some(path)
            });
            (name, entry.unwrap(), args)
        })
        .collect();
    let output = tool("node")
        .args(["--input-type=module", "-e", script])
        .arg(serde_json::to_string(&calls).unwrap())
        .output();
    match output {
        Ok(output) => {
            assert!(
                output.status.success(),
                "{}",
                String::from_utf8_lossy(&output.stderr)
            );
            Some(serde_json::from_slice(&output.stdout).unwrap())
        }
        Err(_) => {
            assert!(
                std::env::var_os("CI").is_none(),
                "node is needed to run the bundles"
            );
            eprintln!("skipped: node is not installed, so bundles ran in lumi only");
            None
        }
    }
}

/// The code of all closures of a program, for a snapshot.
fn code(folders: &BTreeMap<String, PathBuf>) -> String {
    let mut text = String::new();
    for (name, folder) in folders {
        let code = fs::read_to_string(folder.join("index.mjs")).unwrap();
        let shown = match code.char_indices().nth(LONGEST_SHOWN) {
            Some((end, _)) => format!("{}\n… {} bytes", &code[..end], code.len()),
            None => code,
        };
        text.push_str(&format!("// ===== {name}\n{shown}\n"));
    }
    text
}

/// The programs of a group: the files that check something.
fn files(group: &str) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(programs(group))
        .unwrap()
        .map(|it| it.unwrap().path())
        .filter(|it| it.extension().is_some_and(|it| it == "ts"))
        .filter(|it| fs::read_to_string(it).unwrap().contains("check.ts\""))
        .collect();
    files.sort();
    assert!(!files.is_empty());
    files
}

/// Calls every closure of a program in lumi and in node; answers what came out otherwise than in the
/// program.
fn differences(file: &Path, flags: &[&str], out: &Path, is_node_only: bool) -> Vec<String> {
    let stem = file.file_stem().unwrap().to_string_lossy().into_owned();
    let expected = bundle(file, out, flags);
    assert!(!expected.is_empty(), "{} checks nothing", file.display());
    let folders = folders(out);
    let mut problems = Vec::new();
    let mut calls = Vec::new();
    for it in &expected {
        let folder = &folders[&it.name];
        if !is_node_only {
            let answer = call(folder, &it.args);
            if answer.as_ref() != Ok(&it.value) {
                problems.push(format!("{stem}/{}: {} but {answer:?}", it.name, it.value));
            }
        }
        calls.push((it.name.clone(), folder.clone(), it.args.clone()));
    }
    for (name, value) in node(&calls).into_iter().flatten() {
        let wanted = &expected.iter().find(|it| it.name == name).unwrap().value;
        if *wanted != value {
            problems.push(format!("{stem}/{name} in node: {wanted} but {value}"));
        }
    }
    problems
}

/// Every program of a group: behaviour in lumi and node, and the code as a snapshot.
fn check(group: &str) {
    let mut problems = Vec::new();
    for file in files(group) {
        let out = tempfile::tempdir().unwrap();
        problems.extend(differences(&file, &[], out.path(), false));
        let stem = file.file_stem().unwrap().to_string_lossy().into_owned();
        insta::assert_snapshot!(format!("{group}_{stem}"), code(&folders(out.path())));
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn values_arrive_as_they_are() {
    check("values");
}

#[test]
fn variables_of_every_scope_arrive() {
    check("scopes");
}

#[test]
fn functions_of_every_kind_work_elsewhere() {
    check("functions");
}

#[test]
fn classes_and_instances_work_elsewhere() {
    check("classes");
}

/// Programs that use much of what depends on how the module is written.
const REPRESENTATIVE: [&str; 8] = [
    "values/collections.ts",
    "values/globals.ts",
    "scopes/imports.ts",
    "scopes/shared.ts",
    "functions/kinds.ts",
    "functions/this.ts",
    "classes/members.ts",
    "classes/private.ts",
];

fn check_representative(flags: &[&str], is_node_only: bool) {
    let mut problems = Vec::new();
    for name in REPRESENTATIVE {
        let out = tempfile::tempdir().unwrap();
        problems.extend(differences(
            &programs(name),
            flags,
            out.path(),
            is_node_only,
        ));
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn commonjs_modules_answer_the_same() {
    // Lumi itself runs ES modules only.
    check_representative(&["--format", "cjs"], true);
}

#[test]
fn minified_modules_answer_the_same() {
    check_representative(&["--minify"], false);
}

#[test]
fn what_cannot_be_captured_is_refused() {
    let mut text = String::new();
    for file in files("errors") {
        let out = tempfile::tempdir().unwrap();
        let output = command()
            .args(["closure", "bundle"])
            .arg(&file)
            .arg("--out")
            .arg(out.path())
            .output()
            .unwrap();
        let stem = file.file_stem().unwrap().to_string_lossy().into_owned();
        assert_eq!(output.status.code(), Some(1), "{stem}");
        let errors = String::from_utf8_lossy(&output.stderr);
        text.push_str(&format!("===== {stem}\n{}\n\n", errors.trim_end()));
    }
    insta::assert_snapshot!("errors", text);
}

/// Writes a program with the files it needs, and answers the code of its closures.
fn emitted(files: &[(&str, &str)], entry: &str) -> BTreeMap<String, String> {
    let lumi = Lumi::new();
    lumi.file("check.ts", include_str!("../programs/closures/check.ts"));
    for (name, text) in files {
        lumi.file(name, text);
    }
    let out = tempfile::tempdir().unwrap();
    bundle(&lumi.folder().join(entry), out.path(), &[]);
    let text = fs::read_to_string(out.path().join("closures.json")).unwrap();
    let list: Vec<Value> = serde_json::from_str(&text).unwrap();
    list.iter()
        .map(|it| {
            let text = |name: &str| it[name].as_str().unwrap().to_owned();
            (text("name"), text("hash"))
        })
        .collect()
}

const STEADY: &str = r#"import { refused } from "./check.ts";
import { helper } from "./lib.ts";
const settings = { b: 1, a: [1, 2] };
const table = new Map([["x", 1], ["y", 2]]);
class Service { #calls = 0; call() { return helper(++this.#calls, settings); } }
const service = new Service();
refused("f", () => [service.call(), table.get("x")]);
"#;
const STEADY_LIB: &str = "export const helper = (n: number, it: object) => [n, it];\n";

fn steady_hash(program: &str, lib: &str) -> String {
    emitted(&[("index.ts", program), ("lib.ts", lib)], "index.ts")["f"].clone()
}

#[test]
fn unrelated_changes_leave_the_hash() {
    let hash = steady_hash(STEADY, STEADY_LIB);
    assert_eq!(hash, steady_hash(STEADY, STEADY_LIB));
    let unrelated = [
        STEADY.replace("const settings", "// a comment\n\n/* another */ const settings"),
        STEADY.replace("const table", "const unrelated = 5; console.log(unrelated);\nconst table"),
        STEADY.replace("() => [service", "() =>   /* here */ [\n  service"),
        STEADY.replace("settings = {", "settings: Record<string, unknown> = {"),
        STEADY.replace(
            "const settings = { b: 1, a: [1, 2] };\nconst table = new Map([[\"x\", 1], [\"y\", 2]]);",
            "const table = new Map([[\"x\", 1], [\"y\", 2]]);\nconst settings = { b: 1, a: [1, 2] };",
        ),
        STEADY.replace("refused(\"f\"", "refused(\"g\", () => table);\nrefused(\"f\""),
        format!("{STEADY}export const later = [1, 2, 3];\nfunction never() {{ return settings; }}\n"),
        STEADY.replace("import { refused }", "import { check, refused }"),
    ];
    for program in unrelated {
        assert_eq!(hash, steady_hash(&program, STEADY_LIB), "{program}");
    }
    let lib =
        format!("// moved down\nexport const other = 1;\n{STEADY_LIB}export default other;\n");
    assert_eq!(hash, steady_hash(STEADY, &lib));
}

#[test]
fn moved_files_leave_the_hash() {
    let hash = steady_hash(STEADY, STEADY_LIB);
    let moved = STEADY
        .replace("./check.ts", "../../check.ts")
        .replace("./lib.ts", "../shared/names.ts");
    let files = [
        ("deep/app/main.ts", moved.as_str()),
        ("deep/shared/names.ts", STEADY_LIB),
    ];
    assert_eq!(hash, emitted(&files, "deep/app/main.ts")["f"]);
}

#[test]
fn related_changes_change_the_hash() {
    let hash = steady_hash(STEADY, STEADY_LIB);
    let related = [
        STEADY.replace("b: 1, a: [1, 2]", "a: [1, 2], b: 1"),
        STEADY.replace("[[\"x\", 1], [\"y\", 2]]", "[[\"y\", 2], [\"x\", 1]]"),
        STEADY.replace("b: 1", "b: 2"),
        STEADY.replace("#calls = 0", "#calls = 1"),
        STEADY.replace("table.get(\"x\")", "table.get(\"y\")"),
    ];
    for program in related {
        assert_ne!(hash, steady_hash(&program, STEADY_LIB), "{program}");
    }
    assert_ne!(
        hash,
        steady_hash(STEADY, &STEADY_LIB.replace("[n, it]", "[it, n]"))
    );
}

/// What a program prints that looks at itself.
fn printed(lumi: &Lumi) -> String {
    let output = lumi
        .command(&["run", "index.ts"])
        .env("LUMI_CACHE", lumi.folder().join("cache"))
        .output()
        .unwrap();
    assert!(output.status.success());
    String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned()
}

#[test]
fn instrumentation_never_shows() {
    let text = include_str!("../programs/closures/stealth/program.ts");
    let lumi = Lumi::new();
    lumi.file("check.ts", "export {};");
    lumi.file(
        "index.ts",
        text.replace("../check.ts", "./check.ts")
            .replace("{ check }", "{}"),
    );
    let first = printed(&lumi);
    // The second run takes the module from the cache.
    assert_eq!(first, printed(&lumi));
    insta::assert_snapshot!("stealth", first);
    let places: Vec<(usize, usize)> = ["new Error(`at", "x; }; return go", "new TypeError("]
        .iter()
        .map(|it| {
            let at = text.find(it).unwrap();
            let line = text[..at].matches('\n').count() + 1;
            (line, at - text[..at].rfind('\n').unwrap())
        })
        .collect();
    for (line, column) in places {
        let place = format!("index.ts:{line}:{column})");
        assert!(first.contains(&place), "{place} in {first}");
    }
}

#[test]
fn markers_in_a_users_text_stay() {
    let lumi = Lumi::new();
    lumi.file(
        "index.ts",
        "function make() { let n = 0; /*$lumi{*/ return () => { n++; /*}$lumi*/ return '/*$lumi{*/n/*}$lumi*/'; }; }\n\
         console.log(String(make));\nconsole.log(make()());\nmake().missing.x;\n",
    );
    let answer = lumi.run(&["run", "index.ts"]);
    insta::assert_snapshot!(answer.transcript(), @r"
    $ lumi run index.ts
    [exit 1]
    --- stderr
    function make() { let n = 0; /*$lumi{*/ return () => { n++; /*}$lumi*/ return '/*$lumi{*/n/*}$lumi*/'; }; }
    /*$lumi{*/n/*}$lumi*/
    error: TypeError: Cannot read properties of undefined (reading 'x')
     --> index.ts:4:15
      |
    4 | make().missing.x;
      |               ^
    ");
}

/// What a bundle of a program with resources says about each closure.
#[test]
fn resources_become_environment_and_dependencies() {
    let out = tempfile::tempdir().unwrap();
    bundle(&programs("resources/program.ts"), out.path(), &[]);
    let text = fs::read_to_string(out.path().join("closures.json")).unwrap();
    let list: Vec<Value> = serde_json::from_str(&text).unwrap();
    let mut shown = String::new();
    for it in &list {
        shown.push_str(&format!(
            "{}: {}\n",
            it["name"].as_str().unwrap(),
            it["env"]
        ));
        for dependency in it["dependencies"].as_array().unwrap() {
            shown.push_str(&format!("  {dependency}\n"));
        }
    }
    insta::assert_snapshot!("resources", shown);
    let code = code(&folders(out.path()));
    assert!(!code.contains("hunter2") && !text.contains("hunter2"));
    insta::assert_snapshot!("resources_code", code);
}

#[test]
fn compute_answers_are_outputs() {
    let lumi = Lumi::new();
    for name in ["program.ts", "lib.ts"] {
        lumi.file(name, fs::read(programs("resources").join(name)).unwrap());
    }
    let answer = lumi.run(&["run", "program.ts", "--format", "json"]);
    insta::assert_snapshot!("compute_outputs", answer.ok());
}

#[test]
fn closures_are_known_by_the_resources_that_deploy_them() {
    let lumi = Lumi::with_sdk(
        "const made = lumi.compute(() => 1), other = lumi.compute(() => 2), unused = lumi.compute(() => 3);
        const layers = new lumi.Property(other.archive).then((app) => new lumi.AssetArchive({ app }));
        new lumi.CustomResource('cloud:index:Function', 'zipped', { source: { code: made.archive } });
        new lumi.CustomResource('cloud:index:Function', 'layered', { layers: [layers], code: made.code });",
    );
    let list = lumi
        .run(&["closure", "bundle", "index.ts", "--out", "out", "--list"])
        .json();
    let list = list.as_array().unwrap().iter();
    let list = list.map(|it| format!("{} {} {}", it["name"], it["property"], it["folder"]));
    insta::assert_snapshot!(list.collect::<Vec<_>>().join("\n"), @r#"
    "layered.code" "code" "layered.code"
    "layered.layers[0].app" "layers[0].app" "layered.layers-0-.app"
    "zipped" "source.code" "zipped"
    "#);
    let why = lumi.run(&["closure", "why", "zipped"]);
    assert_eq!(why.code, 0, "{}", why.transcript());
}

#[test]
fn a_secret_in_the_environment_of_a_closure_stays_secret() {
    let lumi = Lumi::with_sdk(
        "const password = lumi.secret('hunter2'), region = new lumi.Property(Promise.resolve('eu'));
        const made = lumi.compute(() => [password, bucket.name]);
        const bucket = new lumi.CustomResource<{ name: string }>('cloud:index:Bucket', 'media', { name: 'media' });
        export const { env, secretEnv, secrets } = made;
        new lumi.CustomResource('cloud:index:Function', 'f', { env, secretEnv, region });",
    );
    let graph = lumi.run(&["run", "--format", "json"]).json();
    let function = &graph["vertices"][1];
    insta::assert_snapshot!(function["inputs"], @r#"{"env":{"LUMI_MEDIA_NAME":"media"},"secretEnv":{"$lumi":"secret"},"region":"eu"}"#);
    insta::assert_snapshot!(graph["outputs"], @r#"{"env":{"LUMI_MEDIA_NAME":"media"},"secretEnv":{"$lumi":"secret"},"secrets":["LUMI_PASSWORD"]}"#);
    insta::assert_snapshot!(graph["edges"], @r#"[{"from":"urn:lumi:dev::demo::index::cloud:index:Function::f","to":"urn:lumi:dev::demo::index::cloud:index:Bucket::media","kind":"property","property":"env"}]"#);
}

fn value_text() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        any::<i32>().prop_map(|it| it.to_string()),
        "[a-z \\\\n\"'`$é\u{2028}]{0,6}".prop_map(|it| Value::from(it).to_string()),
        Just("null".to_owned()),
        Just("true".to_owned()),
        Just("undefined".to_owned()),
        Just("-0".to_owned()),
        Just("12345678901234567890n".to_owned()),
        Just("new Date(5)".to_owned()),
        Just("/a\\/b/gi".to_owned()),
        Just("Symbol.iterator".to_owned()),
        Just("new Uint8Array([1, 2])".to_owned()),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        let list = prop::collection::vec(inner, 0..4);
        let keys = "[a-c]|[0-9]{1,2}|__proto|a-b|class";
        prop_oneof![
            list.clone().prop_map(|it| format!("[{}]", it.join(", "))),
            (list.clone(), prop::collection::vec(keys, 4)).prop_map(|(it, keys)| {
                let pairs = it.iter().zip(keys);
                let text: Vec<String> = pairs.map(|(it, key)| format!("{key:?}: {it}")).collect();
                format!("{{ {} }}", text.join(", "))
            }),
            list.clone().prop_map(|it| {
                let pairs = it.iter().enumerate();
                let text: Vec<String> = pairs.map(|(at, it)| format!("[{at}, {it}]")).collect();
                format!("new Map<any, any>([{}])", text.join(", "))
            }),
            list.prop_map(|it| format!("Object.freeze(new Set<any>([{}]))", it.join(", "))),
        ]
    })
}

/// A scope: how it begins and ends, with a variable of the name `v0`, `v1` or `v2`.
fn scope() -> impl Strategy<Value = (String, String)> {
    (0..9_u8, 0..3_u8, value_text()).prop_map(|(kind, variable, value)| {
        let name = format!("v{variable}");
        let (before, after) = match kind {
            0 => (format!("{{ const {name}: any = {value};"), "}".to_owned()),
            1 => (
                format!("{{ let {name}: any = [{value}, 1]; {name} = {name}[0];"),
                "}".to_owned(),
            ),
            2 => (format!("((({name}: any) => {{"), format!("}})({value}));")),
            3 => (
                format!("(function (this: any, {{ x: {name} = {value} }}: any) {{"),
                "}).call({}, {});".to_owned(),
            ),
            4 => (
                format!("for (const {name} of [{value}] as any[]) {{"),
                "}".to_owned(),
            ),
            5 => (
                format!("for (let i = 0, {name}: any = {value}; i < 1; i++) {{"),
                "}".to_owned(),
            ),
            6 => (
                format!("try {{ throw {value}; }} catch ({name}: any) {{"),
                "}".to_owned(),
            ),
            7 => (
                format!("switch (1 as number) {{ default: const {name}: any = {value};"),
                "}".to_owned(),
            ),
            _ => (
                format!("new (class {{ #p: any = {value}; run() {{ const {name} = this.#p;"),
                "} })().run();".to_owned(),
            ),
        };
        (before, after)
    })
}

const SHOW: &str = r#"
const show = (it: any): unknown => {
  if (Array.isArray(it)) return it.map(show);
  if (it instanceof Map) return ["map", ...[...it].map(show)];
  if (it instanceof Set) return ["set", Object.isFrozen(it), ...[...it].map(show)];
  if (it instanceof Date) return ["date", it.getTime()];
  if (it instanceof Uint8Array) return ["bytes", ...it];
  if (it instanceof RegExp) return String(it);
  if (typeof it === "object" && it !== null) return Object.entries(it).map(show);
  return Object.is(it, -0) ? "-0" : typeof it === "string" ? `'${it}'` : String(it);
};
"#;

/// How many random programs are tried; `LUMI_CLOSURE_CASES` sets more for a long run.
fn cases() -> u32 {
    let wanted = std::env::var("LUMI_CLOSURE_CASES").ok();
    wanted.and_then(|it| it.parse().ok()).unwrap_or(6)
}

#[test]
fn random_scopes_and_values_arrive() {
    let scopes = prop::collection::vec(prop::collection::vec(scope(), 1..5), 4);
    let mut runner = TestRunner::new(Config {
        cases: cases(),
        failure_persistence: None,
        ..Config::default()
    });
    runner
        .run(&scopes, |programs| {
            let mut text = String::from("import { check } from \"./check.ts\";\n");
            text.push_str(SHOW);
            text.push_str("const v0: any = 0, v2: any = { top: true };\nlet v1: any = 1; v1 = [v1];\nconst found: any[] = [];\n");
            for scopes in &programs {
                for (before, _) in scopes {
                    text.push_str(&format!("{before}\n"));
                }
                text.push_str("{ found.push(() => [v0, v1, v2].map(show)); }\n");
                for (_, after) in scopes.iter().rev() {
                    text.push_str(&format!("{after}\n"));
                }
            }
            for index in 0..programs.len() {
                text.push_str(&format!("await check(\"f{index}\", found[{index}]);\n"));
            }
            let lumi = Lumi::new();
            lumi.file("check.ts", include_str!("../programs/closures/check.ts"));
            let file = lumi.file("index.ts", &text);
            let out = tempfile::tempdir().unwrap();
            let problems = differences(&file, &[], out.path(), false);
            prop_assert!(problems.is_empty(), "{text}\n{}", problems.join("\n"));
            Ok(())
        })
        .unwrap();
}
