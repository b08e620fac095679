//! Changes that affect the hash of a closure, and those that do not.

use std::collections::BTreeMap;
use std::fs;

use serde_json::Value;

use crate::functions::closures::bundle;
use crate::support::lumi::Lumi;

/// Writes a program and its files; returns the code of its closures.
fn emitted(files: &[(&str, &str)], entry: &str) -> BTreeMap<String, String> {
    let lumi = Lumi::new();
    lumi.file("check.ts", include_str!("../../programs/closures/check.ts"));
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
