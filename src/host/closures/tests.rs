//! Captures of small programs: `cases/*.ts`, in which `//# title` begins a program and `//@ file`
//! another file of it.

use std::fmt::Write as _;
use std::path::Path;

use super::harness::captured;

fn check(topic: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/host/closures/cases");
    let text = std::fs::read_to_string(folder.join(format!("{topic}.ts"))).unwrap();
    let mut result = String::new();
    for case in text.split("//# ").skip(1) {
        let (title, program) = case.split_once('\n').unwrap();
        let mut parts = program.split("//@ ");
        let mut files = vec![("main.ts", parts.next().unwrap())];
        files.extend(parts.map(|it| it.split_once('\n').unwrap()));
        let _ = writeln!(result, "# {title}\n{}\n", captured(&files).trim_end());
    }
    insta::with_settings!({
        snapshot_path => folder,
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, {
        insta::assert_snapshot!(topic, result);
    });
}

#[test]
fn primitives() {
    check("primitives");
}

#[test]
fn objects() {
    check("objects");
}

#[test]
fn builtins() {
    check("builtins");
}

#[test]
fn scopes() {
    check("scopes");
}

#[test]
fn this() {
    check("this");
}

#[test]
fn functions() {
    check("functions");
}

#[test]
fn classes() {
    check("classes");
}

#[test]
fn imports() {
    check("imports");
}

#[test]
fn parts() {
    check("parts");
}

#[test]
fn resources() {
    check("resources");
}

#[test]
fn errors() {
    check("errors");
}

/// Values may be nested deeper than any stack.
#[test]
fn depth() {
    let text = captured(&[(
        "main.ts",
        "let deep: any = null; for (let i = 0; i < 10_000; i++) deep = { deep };
         export const handler = () => deep;",
    )]);
    assert_eq!(text.lines().count(), 10_003);
}
