//! Callbacks that a plan skips because their input is unknown: resources they may declare are
//! announced, not deleted.

use crate::deployments::plan_first::{made, run};
use crate::support::lumi::Lumi;

/// Declares one file for each of `numbers` once the id is known.
fn program(version: u32, numbers: &str) -> String {
    format!(
        r#"
import {{ fs, random }} from "lumi/std";
const id = new random.Id("id", {{ byteLength: 4, keepers: {{ version: "{version}" }} }});
export const files = id.hex.then((hex) =>
  {numbers}.map((it) => new fs.File(`f-${{it}}`, {{ path: `out/${{it}}.txt`, content: hex }}).path)
);
"#
    )
}

const NOT_COMPLETE: &str = "the plan is not complete";

#[test]
pub fn resources_of_callbacks_are_announced_and_accepted() {
    let lumi = Lumi::program(&program(1, "[1, 2]"));
    let plan = run(&lumi, "preview --save plan.json");
    assert!(plan.stderr.contains(NOT_COMPLETE), "{}", plan.transcript());
    assert!(plan.stderr.contains("the hex of std:random:Id \"id\""));
    assert!(plan.stdout.contains("Plan so far: +1 to create"));
    run(&lumi, "up -y --plan plan.json").ok();
    assert_eq!(made(&lumi), ["1.txt", "2.txt"]);
    // Everything is known now.
    let plan = run(&lumi, "preview --expect-no-changes");
    assert!(!plan.stderr.contains(NOT_COMPLETE), "{}", plan.transcript());
    plan.ok();
    lumi.file("index.ts", program(2, "[2, 3]"));
    let plan = run(&lumi, "preview --save plan.json");
    assert!(
        plan.stdout.contains("+-1 to replace"),
        "{}",
        plan.transcript()
    );
    assert!(!plan.stdout.contains("delete"), "{}", plan.transcript());
    assert!(
        plan.stderr
            .contains("std:fs:File \"f-1\", std:fs:File \"f-2\""),
        "{}",
        plan.transcript()
    );
    run(&lumi, "up -y --plan plan.json").ok();
    assert_eq!(made(&lumi), ["2.txt", "3.txt"]);
    run(&lumi, "up -y --expect-no-changes").ok();
    run(&lumi, "destroy -y").ok();
    assert!(made(&lumi).is_empty());
}

/// A saved plan allows only the resources that it announces.
#[test]
pub fn unannounced_steps_are_refused() {
    let lumi = Lumi::program(&program(1, "[1]"));
    run(&lumi, "preview --save plan.json").ok();
    let more = "new random.Id(\"more\", { byteLength: 1 }).hex\
                .then((it) => new fs.File(\"g\", { path: \"out/g.txt\", content: it }));\n";
    lumi.file("index.ts", &(program(1, "[1]") + more));
    let answer = run(&lumi, "up -y --plan plan.json");
    assert_eq!(answer.code, 1);
    assert!(
        answer
            .stderr
            .contains("resources that are declared with outputs of std:random:Id \"more\""),
        "{}",
        answer.transcript()
    );
    assert!(made(&lumi).is_empty());
}

/// An asynchronous function that the program does not await.
#[test]
pub fn resources_after_an_await_are_not_shown_as_deleted() {
    let program = |version: u32| {
        format!(
            r#"
import {{ fs, random }} from "lumi/std";
const id = new random.Id("id", {{ byteLength: 4, keepers: {{ version: "{version}" }} }});
async function more() {{
  const hex = await id.hex;
  new fs.File("later", {{ path: "out/later.txt", content: hex }});
}}
void more();
"#
        )
    };
    let lumi = Lumi::program(&program(1));
    run(&lumi, "up -y").ok();
    lumi.file("index.ts", program(2));
    let plan = run(&lumi, "preview");
    assert!(plan.stderr.contains(NOT_COMPLETE), "{}", plan.transcript());
    assert!(plan.stderr.contains("std:fs:File \"later\""));
    assert!(!plan.stdout.contains("later"), "{}", plan.transcript());
    run(&lumi, "up -y").ok();
    assert_eq!(made(&lumi), ["later.txt"]);
}

/// A program that stopped at a top-level `await`: the plan allows later declarations, but only the
/// deletions that it lists.
#[test]
pub fn a_saved_plan_goes_on_after_an_await() {
    let program = |version: u32, names: &str| {
        format!(
            r#"
import {{ fs, random }} from "lumi/std";
const id = new random.Id("id", {{ byteLength: 4, keepers: {{ version: "{version}" }} }});
const hex = await id.hex;
for (const name of {names}) new fs.File(name, {{ path: `out/${{name}}`, content: hex }});
"#
        )
    };
    let lumi = Lumi::program(&program(1, r#"["a", "b"]"#));
    run(&lumi, "preview --save plan.json").ok();
    run(&lumi, "up -y --plan plan.json").ok();
    assert_eq!(made(&lumi), ["a", "b"]);
    lumi.file("index.ts", program(2, r#"["b", "c"]"#));
    run(&lumi, "preview --save plan.json").ok();
    let answer = run(&lumi, "up -y --plan plan.json");
    assert!(
        answer.stderr.contains("\"a\" is no longer in the program"),
        "{}",
        answer.transcript()
    );
    answer.ok();
    assert_eq!(made(&lumi), ["a", "b", "c"]);
    run(&lumi, "up -y").ok();
    assert_eq!(made(&lumi), ["b", "c"]);
}

/// Callbacks that only transform values do not make a plan incomplete.
#[test]
pub fn only_code_that_may_declare_is_announced() {
    let callbacks = [
        (
            "(hex) => hex.toUpperCase().split(\"\").map((it) => it + it).join(\"\")",
            false,
        ),
        (
            "(hex) => { const all = new Map([[hex, 1]]); return JSON.stringify([...all.keys()]); }",
            false,
        ),
        (
            "(hex) => `a new(${encodeURIComponent(hex)})` + ' new File()'",
            false,
        ),
        (
            "function (hex) { /* new File() */ return parseInt(hex, 16) % 2 ? `${hex}` : ''; }",
            false,
        ),
        ("String", false),
        ("(hex) => `${helper(hex)}`", true),
        ("(hex) => helpers.make(hex)", true),
        (
            "(hex) => new fs.File(\"f\", { path: hex, content: hex }).id",
            true,
        ),
        ("helper", true),
        ("helper.bind(null)", true),
    ];
    for (callback, may_declare) in callbacks {
        let program = format!(
            "import {{ fs, random }} from \"lumi/std\";\n\
             const helper = (text) => new fs.File(\"g\", {{ path: text, content: text }}).id;\n\
             const helpers = {{ make: helper }};\n\
             const id = new random.Id(\"id\", {{ byteLength: 4 }});\n\
             export const text = id.hex.then({callback});\n"
        );
        let answer = run(&Lumi::program(&program), "preview");
        let said = answer.stderr.contains(NOT_COMPLETE);
        assert_eq!(said, may_declare, "{callback}: {}", answer.transcript());
    }
}

/// The SDK's own callbacks declare nothing; functions that the program passes to it may.
#[test]
pub fn functions_of_the_sdk_are_not_announced() {
    let values = [
        ("interpolate`a ${id.hex}`", false),
        ("concat(\"a\", id.hex)", false),
        ("jsonStringify({ a: id.hex }, null, 2)", false),
        ("jsonStringify({ a: id.hex }, (key, value) => value)", false),
        ("jsonStringify({ a: id.hex }, helper)", true),
        ("jsonParse(id.hex)", false),
        ("jsonParse(id.hex, helper)", true),
        ("all([id.hex, secret(id.dec)])", false),
        ("compute(() => id.hex).env", false),
        ("compute(() => hidden).secretEnv", false),
    ];
    for (value, may_declare) in values {
        let program = format!(
            "import {{ all, compute, concat, interpolate, jsonParse, jsonStringify, secret }} from \"lumi\";\n\
             import {{ fs, random }} from \"lumi/std\";\n\
             const helper = (key, value) => new fs.File(\"g\", {{ path: key, content: value }}).id;\n\
             const id = new random.Id(\"id\", {{ byteLength: 4 }});\n\
             const hidden = secret(id.hex);\n\
             export const value = {value};\n"
        );
        let answer = run(&Lumi::program(&program), "preview");
        let said = answer.stderr.contains(NOT_COMPLETE);
        assert_eq!(said, may_declare, "{value}: {}", answer.transcript());
        answer.ok();
    }
}

/// Many dependencies on many resources are represented by a single one.
#[test]
pub fn many_causes_take_little_room() {
    let lumi = Lumi::program(
        r#"
import { all } from "lumi";
import { fs, random } from "lumi/std";
const ids = Array.from({ length: 50 }, (_, it) => new random.Id(`id-${it}`, { byteLength: 1 }).hex);
all(ids).then((them) =>
  them.forEach((it, at) => new fs.File(`f-${at}`, { path: `out/${at}.txt`, content: it }))
);
"#,
    );
    run(&lumi, "up -y").ok();
    let state: serde_json::Value = serde_json::from_str(&run(&lumi, "stack export").ok()).unwrap();
    let mut causes = Vec::new();
    collect(&state, &mut causes);
    causes.sort_unstable();
    assert_eq!(causes.len(), 50);
    assert_eq!((causes[0], causes[48], causes[49]), (1, 1, 50));
}

/// The number of resources in each `declaredAfter`.
fn collect(value: &serde_json::Value, found: &mut Vec<usize>) {
    match value {
        serde_json::Value::Array(items) => items.iter().for_each(|it| collect(it, found)),
        serde_json::Value::Object(members) => {
            for (name, member) in members {
                match (name.as_str(), member) {
                    ("declaredAfter", serde_json::Value::Array(urns)) => found.push(urns.len()),
                    _ => collect(member, found),
                }
            }
        }
        _ => {}
    }
}
