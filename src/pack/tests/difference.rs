//! Packages are compared by meaning.

use super::*;
use crate::{Change, verify};

/// The changes between two programs as `module part name change`.
fn changes(before: &[(&str, &str)], after: &[(&str, &str)]) -> Vec<String> {
    let pack = |files: &[(&str, &str)]| {
        let compiled = compiled(&mut Texts::of(files)).unwrap();
        verify(&built(&compiled).bytes).unwrap()
    };
    let found = pack(before).difference(&pack(after));
    let mark = |it: Change| match it {
        Change::Added => "+",
        Change::Removed => "-",
        Change::Changed => "~",
        Change::Types => "types",
    };
    let text = |it: &crate::PackChange| {
        let module = it.module.as_deref().unwrap_or("*");
        format!("{module} {} {} {}", it.part, it.name, mark(it.change))
    };
    found.iter().map(text).collect()
}

#[test]
fn layout_and_the_numbers_of_variables_are_no_difference() {
    let before = "export function f(a) { return a + 1; }\nexport const b = f(1);";
    let after =
        "// A comment\nexport function f(a)\n{\n  return (a + 1);\n}\n\nexport const b = (f(1));";
    assert_eq!(
        changes(&[("index.ts", before)], &[("index.ts", after)]),
        [""; 0]
    );
    let more = format!("export const first = 0;\n{before}");
    assert_eq!(
        changes(&[("index.ts", before)], &[("index.ts", &more)]),
        ["index export first +", "index variable first +"]
    );
}

#[test]
fn parts_that_differ_are_named() {
    let before = [
        (
            "index.ts",
            "import data from \"./d.json\" with { type: \"json\" };\nimport { CustomResource } from \"lumi\";\n\
             interface A { a: string }\nfunction f(a: A) { return a; }\nfunction g() { return 1; }\nenum E { A }\n\
             const run = () => Date.now();\nnew CustomResource(\"a:b:C\", \"c\", { run, a: f(data), e: E.A, g: g() });",
        ),
        ("d.json", "{\"a\":\"b\"}"),
    ];
    let after = [
        (
            "index.ts",
            "import data from \"./d.json\" with { type: \"json\" };\nimport { CustomResource } from \"lumi\";\nimport \"./more.ts\";\n\
             interface A { a: string; b?: number }\nfunction f(a: { a: string }) { return a; }\nfunction g() { return 2; }\nclass K {}\n\
             const run = () => Date.now() + 1;\nnew CustomResource(\"a:b:C\", \"d\", { run, a: f(data), e: K, g: g() });",
        ),
        ("d.json", "{\"a\":\"c\"}"),
        ("more.ts", "[].length;"),
    ];
    assert_eq!(
        changes(&before, &after),
        [
            "* data d.json ~",
            "* module more +",
            "index closure K +",
            "index closure run ~",
            "index enum E -",
            "index function f types",
            "index function g ~",
            "index imports  ~",
            "index statements  ~",
            "index type A types",
        ]
    );
}
