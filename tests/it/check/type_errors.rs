//! Errors of types, against the same compiler on Node.

use std::path::Path;

use serde_json::Value;

use crate::support::lumi::{Lumi, tool};
use crate::support::peers::typescript;

fn project(compiler: &Path) -> Lumi {
    let lumi = Lumi::new();
    std::fs::create_dir(lumi.folder().join("node_modules")).unwrap();
    std::os::unix::fs::symlink(compiler, lumi.folder().join("node_modules/typescript")).unwrap();
    lumi
}

/// The errors of `lumi check`, as `tsc` writes them.
fn found(lumi: &Lumi) -> String {
    let answer = lumi.run(&["check", "--types-only", "--json"]);
    let document: Value = serde_json::from_str(&answer.stdout).unwrap();
    assert_eq!(document["errors"], serde_json::json!([]));
    let findings = document["findings"].as_array().unwrap();
    assert_eq!(answer.code, i32::from(!findings.is_empty()));
    let lines = findings.iter().map(|it| {
        let text = |key: &str| it[key].as_str().unwrap().to_owned();
        let message = text("message").replace('\n', "\n  ");
        let place = match it["file"].as_str() {
            Some(file) => format!("{file}({},{}): ", it["line"], it["column"]),
            None => String::new(),
        };
        format!("{place}error {}: {message}\n", text("code"))
    });
    lines.collect()
}

const PROGRAMS: &[&str] = &[
    "export const a: number = \"text\";\n",
    "import { CustomResource } from \"lumi\";\nnew CustomResource(1, \"a\");\nexport const b = nowhere;\n",
    "import { fs } from \"lumi/std\";\nnew fs.File(\"a\", { path: 1, content: [] });\n",
    "interface A { a: { b: { c: string } } }\nexport const it: A = { a: { b: { c: 1 } } };\nexport function f(x?: string) { return x.length; }\n",
    "import { missing } from \"./nowhere.ts\";\nimport { readFileSync } from \"node:fs\";\nexport const x: string = readFileSync(\"a\");\nexport { missing };\n",
    "export const a = \"\u{1f600}\", b: number = a;\n",
    "const a = (it: { kind: \"a\" } | { kind: \"b\"; n: number }) => it.n;\nexport { a };\n",
];

#[test]
fn errors_are_those_of_the_compiler_on_node() {
    let Some(compiler) = typescript() else { return };
    let lumi = project(&compiler);
    lumi.run(&["types"]).ok();
    for (n, text) in PROGRAMS.iter().enumerate() {
        lumi.file(&format!("program{n}.ts"), text);
    }
    lumi.file("index.ts", "");
    let output = tool("node")
        .arg(compiler.join("lib/tsc.js"))
        .args(["--noEmit", "--pretty", "false"])
        .current_dir(lumi.folder())
        .output()
        .unwrap();
    let expected = String::from_utf8(output.stdout).unwrap();
    for n in 0..PROGRAMS.len() {
        assert!(expected.contains(&format!("program{n}.ts(")), "{expected}");
    }
    assert_eq!(found(&lumi), expected);
    // Once more, with what the first check has kept.
    assert_eq!(found(&lumi), expected);
    // The compiler that is a part of lumi has the same version.
    std::fs::remove_file(lumi.folder().join("node_modules/typescript")).unwrap();
    assert_eq!(found(&lumi), expected);
    lumi.file("program0.ts", "export const a: boolean = 1;\n");
    assert!(found(&lumi).starts_with(
        "program0.ts(1,14): error TS2322: Type 'number' is not assignable to type 'boolean'."
    ));
}

#[test]
fn a_project_needs_no_settings() {
    let Some(compiler) = typescript() else { return };
    let lumi = project(&compiler);
    lumi.file(
        "index.ts",
        "import { Config } from \"lumi\";\nexport const a: string = new Config().require(\"a\");\n",
    );
    let clean = lumi.run(&["check"]);
    assert_eq!(clean.code, 0, "{}", clean.transcript());
    assert!(
        clean
            .stderr
            .contains("checked 1 module and types with TypeScript "),
        "{}",
        clean.transcript()
    );
    lumi.file("index.ts", "export const a: string = 1;\n");
    insta::assert_snapshot!(lumi.run(&["check", "--types-only", "-q"]).transcript(), @r"
    $ lumi check --types-only -q
    [exit 1]
    --- stderr
    error: TS2322 Type 'number' is not assignable to type 'string'.
     --> index.ts:1:14
      |
    1 | export const a: string = 1;
      |              ^
    ");
}

#[test]
fn a_project_needs_no_typescript() {
    let lumi = Lumi::program("export const a: string = 1;\n");
    let compiler = lumi
        .folder()
        .with_file_name("home")
        .join(".lumi/typescript");
    insta::assert_snapshot!(lumi.run(&["check", "-q"]).transcript(), @r"
    $ lumi check -q
    [exit 1]
    --- stderr
    error: TS2322 Type 'number' is not assignable to type 'string'.
     --> index.ts:1:14
      |
    1 | export const a: string = 1;
      |              ^
    ");
    assert!(compiler.is_dir());
    lumi.file("index.ts", "export const a: string = \"\";\n");
    // A home folder that cannot have it.
    std::fs::remove_dir_all(&compiler).unwrap();
    std::fs::write(&compiler, "").unwrap();
    lumi.run(&["check", "--types-only"]).ok();
    let kept = lumi.folder().join(".lumi/check");
    let kept = std::fs::read_dir(kept).unwrap();
    let script = "node_modules/typescript/lib/tsc.js";
    assert!(kept.flatten().any(|it| it.path().join(script).is_file()));
}

#[test]
fn a_native_compiler_is_not_run() {
    let lumi = Lumi::program("export const a: string = 1;\n");
    let manifest = "{\"version\":\"7.0.2\"}";
    lumi.file("node_modules/typescript/package.json", manifest);
    let checked = lumi.run(&["check", "--types-only"]);
    assert_eq!(checked.code, 1);
    let note = "note: TypeScript 7.0.2 of the project is a native program, which lumi does not run";
    assert!(checked.stderr.contains(note), "{}", checked.transcript());
    assert!(
        checked.stderr.contains("TS2322"),
        "{}",
        checked.transcript()
    );
}
