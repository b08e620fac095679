//! `lumi check`: what is found, how it reads, and that what passes always plans the same.
//!
//! | module | |
//! |---|---|
//! | `determinism` | random programs against `lumi run --check-determinism` |
//! | `read_only_projects` | commands that only read work in projects that cannot be written |
//! | `type_errors` | errors of types, against the same compiler on Node |

mod determinism;
mod packable;
mod read_only_projects;
mod type_errors;

use std::collections::BTreeMap;
use std::path::Path;

use lumi::lumijs::RULES;

use crate::documents::examples::EXAMPLES;
use crate::support::lumi::{Lumi, command};

/// How often each rule is broken in each example, and where first.
#[test]
fn the_examples_of_the_subset_have_no_findings() {
    let outside: &[(&str, &[(&str, &str)])] = &[("site", &[("LJ001", "readFileSync")])];
    let is_outside = |example: &str| outside.iter().any(|it| it.0 == example);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let found = |example: &str| {
        let output = command()
            .args(["check", "--no-types", "--json", example])
            .current_dir(&root)
            .output()
            .unwrap();
        let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(document["errors"], serde_json::json!([]), "{example}");
        let findings = document["findings"].as_array().unwrap();
        assert_eq!(output.status.code(), Some(i32::from(!findings.is_empty())));
        let mut codes = BTreeMap::<String, String>::new();
        for finding in findings {
            let text = |key: &str| finding[key].as_str().unwrap().to_owned();
            let all = codes.entry(text("code")).or_default();
            all.push_str(&text("subject"));
            all.push(' ');
        }
        codes
    };
    for example in EXAMPLES.iter().filter(|it| !is_outside(it)) {
        assert_eq!(found(example), BTreeMap::new(), "{example}");
    }
    for (example, expected) in outside {
        let found = found(example);
        let codes: Vec<&str> = found.keys().map(String::as_str).collect();
        let wanted: Vec<&str> = expected.iter().map(|it| it.0).collect();
        assert_eq!(codes, wanted, "{example}: {found:?}");
        for (code, subject) in *expected {
            assert!(found[*code].contains(subject), "{example}: {found:?}");
        }
    }
}

#[test]
fn the_examples_of_rules_are_what_they_say() {
    for rule in RULES {
        let lumi = Lumi::program(rule.wrong);
        lumi.file("motd.txt", "hello");
        lumi.file(
            "node_modules/lodash-es/package.json",
            r#"{"name":"lodash-es","version":"1.0.0","type":"module","main":"index.js"}"#,
        );
        lumi.file(
            "node_modules/lodash-es/index.js",
            "export const chunk = () => [];",
        );
        let found = lumi.run(&["check", "--no-types"]);
        assert_eq!(found.code, 1, "{}", found.transcript());
        assert!(
            found.stderr.contains(&format!("error: {}", rule.code)),
            "{}",
            found.transcript()
        );
        lumi.file("index.ts", rule.right);
        let found = lumi.run(&["check", "--no-types"]);
        assert_eq!(found.code, 0, "{}{}", rule.code, found.transcript());
        // What is proposed also runs.
        lumi.run(&["run", "-c", "region=eu"]).ok();
    }
}

#[test]
fn findings_are_shown_as_other_errors_are() {
    let lumi = Lumi::new();
    lumi.file(
        "index.ts",
        "import { later } from \"./later.ts\";\n\nexport const first: number = later();\n",
    );
    lumi.file("later.ts", "enum Kind { A }\nconst { random: roll } = Math;\nexport const later = () => roll() + Kind.A;\n");
    insta::assert_snapshot!(lumi.run(&["check", "--no-types"]).transcript(), @r#"
    $ lumi check --no-types
    [exit 1]
    --- stderr
    error: LJ004 random numbers: Math.random
     --> later.ts:2:9
      |
    2 | const { random: roll } = Math;
      |         ^
    help: use a resource of `random` in "lumi/std", which keeps its value in the state
    checked 2 modules: 1 finding; `lumi check --explain CODE` says more
    "#);
    insta::assert_snapshot!(lumi.run(&["check", "--no-types", "--json"]).transcript(), @r#"
    $ lumi check --no-types --json
    [exit 1]
    --- stdout
    {"lumicheck":1,"typescript":null,"modules":2,"findings":[{"code":"LJ004","message":"random numbers: Math.random","file":"later.ts","line":2,"column":9,"subject":"Math.random","reason":"Each evaluation would plan other values, so each deployment would change the resources that have them.","help":"use a resource of `random` in \"lumi/std\", which keeps its value in the state"}],"errors":[],"notes":[]}
    "#);
    insta::assert_snapshot!(lumi.run(&["check", "--explain", "LJ099"]).transcript(), @r"
    $ lumi check --explain LJ099
    [exit 2]
    --- stderr
    error: invalid value 'LJ099' for '--explain <CODE>': there is no such rule; there are LJ001 to LJ018

    For more information, try '--help'.
    ");
}

#[test]
fn programs_that_cannot_be_read_say_why() {
    let lumi = Lumi::new();
    lumi.file("syntax.ts", "export const a: number = ;\n");
    lumi.file("script.js", "export const a = 1;\nexport const b = (;\n");
    lumi.file("missing.ts", "import { a } from \"./a.ts\";\nimport b from \"./b.json\";\nimport { c } from \"c\";\nimport \"lumi:d\";\nexport { a, b, c };\n");
    lumi.file("types.ts", "import \"./types.d.ts\";\n");
    lumi.file("types.d.ts", "export type A = 1;\n");
    lumi.file("binary.ts", [0x7f, b'E', b'L', b'F', 0, 0xff, 0xfe]);
    let runs = [
        "syntax.ts",
        "script.js",
        "missing.ts",
        "types.ts",
        "binary.ts",
        "nowhere.ts",
    ];
    let all = runs.map(|it| lumi.run(&["check", "--no-types", it]).transcript());
    insta::assert_snapshot!(all.join("\n"));
}

#[test]
fn any_shape_of_a_program_can_be_checked() {
    let lumi = Lumi::new();
    lumi.file(
        "cycle.ts",
        "import { b } from \"./other.ts\";\nexport const a = () => b();\n",
    );
    lumi.file(
        "other.ts",
        "import { a } from \"./cycle.ts\";\nexport const b = (): number => a();\n",
    );
    let deep = |open: &str, close: &str| {
        format!(
            "export const a = {}1{};\n",
            open.repeat(900),
            close.repeat(900)
        )
    };
    lumi.file("deep.ts", deep("[", "]"));
    lumi.file(
        "calls.ts",
        format!("const f = (it: unknown) => it;\n{}", deep("f(", ")")),
    );
    lumi.file(
        "too_deep.ts",
        format!(
            "export const a = {}1{};\n",
            "[".repeat(6000),
            "]".repeat(6000)
        ),
    );
    let members = (1..20_000).map(|n| format!("export const a{n} = {{ n: {n}, of: a0 }};\n"));
    let members: String = members.collect();
    lumi.file(
        "huge.ts",
        format!("export const a0 = [1, 2, 3].map((it) => it * 2);\n{members}"),
    );
    for program in ["cycle.ts", "deep.ts", "calls.ts", "huge.ts"] {
        let answer = lumi.run(&["check", "--no-types", program]);
        assert_eq!(answer.code, 0, "{}", answer.transcript());
    }
    let refused = lumi.run(&["check", "--no-types", "too_deep.ts"]);
    assert_eq!(refused.code, 1);
    assert!(
        refused.stderr.contains("levels deep"),
        "{}",
        refused.transcript()
    );
}

#[test]
fn a_program_of_a_thousand_modules_is_checked_as_a_whole() {
    let lumi = Lumi::new();
    let mut index = String::new();
    for n in 0..1000 {
        index.push_str(&format!(
            "import {{ value as v{n} }} from \"./m/{n}.ts\";\n"
        ));
        let next = match n {
            999 => "export const value = Date;\n".to_owned(),
            n => format!("export {{ value }} from \"./{}.ts\";\n", n + 1),
        };
        lumi.file(&format!("m/{n}.ts"), next);
    }
    index.push_str("export const now = v0.now();\n");
    lumi.file("index.ts", index);
    let answer = lumi.run(&["check", "--no-types"]);
    assert!(
        answer
            .stderr
            .contains("error: LJ003 a clock or a timer: Date.now\n    --> index.ts:1001:23"),
        "{}",
        answer.transcript()
    );
    assert!(
        answer.stderr.contains("checked 1001 modules: 2 findings"),
        "{}",
        answer.transcript()
    );
}

#[test]
fn a_checked_preview_plans_nothing_that_has_findings() {
    let lumi = Lumi::program("export const built = Date.now();\n");
    let refused = lumi.run(&["preview", "--check"]);
    assert_eq!(refused.code, 1);
    assert!(
        refused.stderr.contains("error: LJ003"),
        "{}",
        refused.transcript()
    );
    assert!(
        refused.stderr.contains("nothing is planned"),
        "{}",
        refused.transcript()
    );
    lumi.file("index.ts", "export const built = 1;\n");
    lumi.run(&["preview", "--check"]).ok();
    lumi.run(&["up", "--check", "-y"]).ok();
}
