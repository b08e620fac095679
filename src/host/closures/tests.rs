//! Captures of small programs: `cases/*.ts`, in which `//# title` begins a program and `//@ file`
//! another file of it.

use std::fmt::Write as _;
use std::path::Path;

use super::harness::captured;

fn check(topic: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("closures/cases");
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

/// More objects than one bulk read takes, and more shapes than the reader caches.
#[test]
fn many_objects() {
    let text = captured(&[(
        "main.ts",
        "const rows: any[] = [];
         const last = { last: true };
         for (let i = 0; i < 9_000; i++) {
           rows.push({ id: i, [`key${i % 20}`]: `text ${i}`, list: [i, i + 0.5], next: null, last });
           if (i > 0) rows[i - 1].next = rows[i];
         }
         export const handler = () => rows;",
    )]);
    let ends = |end: &str| text.lines().filter(|it| it.ends_with(end)).count();
    assert_eq!(
        text.lines().filter(|it| it.contains("array of 2")).count(),
        9_000
    );
    assert_eq!(ends(" 8999.5"), 1);
    assert_eq!(ends(" \"text 8999\""), 1);
    assert_eq!(
        text.lines()
            .filter(|it| it.contains("object {last:"))
            .count(),
        1
    );
    assert_eq!(
        text.lines().filter(|it| it.contains("object {id:")).count(),
        9_000
    );
    for key in 0..20 {
        let members = format!("key{key}:");
        assert_eq!(text.lines().filter(|it| it.contains(&members)).count(), 450);
    }
}

/// Nesting of values is not limited by the stack.
#[test]
fn depth() {
    let text = captured(&[(
        "main.ts",
        "let deep: any = null; for (let i = 0; i < 10_000; i++) deep = { deep };
         export const handler = () => deep;",
    )]);
    assert_eq!(text.lines().count(), 10_003);
}
