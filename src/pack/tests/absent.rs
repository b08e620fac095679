//! Constructs that LumiIL does not have are named, at their place.

use super::*;

/// The problems of a program as `line:column: message`.
fn problems(text: &str) -> Vec<String> {
    let found = compiled(&mut Texts::of(&[("index.ts", text)]));
    let problems = found.map(drop).unwrap_err();
    problems
        .iter()
        .map(|it| format!("{}:{}: {}", it.line, it.column, it.message))
        .collect()
}

#[test]
fn absent_features_are_reported_with_their_position() {
    for (text, expected) in [
        ("var a = 1;", "1:1: LumiIL has no `var`"),
        ("const a = Date.now();", "1:11: LumiIL has no `Date`"),
        (
            "const a =\n  Math.random();",
            "2:3: LumiIL has no `Math.random`",
        ),
        ("const a = fetch(\"x\");", "1:11: LumiIL has no `fetch`"),
        ("const a = eval(\"1\");", "1:11: LumiIL has no `eval`"),
        (
            "const a = [].constructor;",
            "1:14: LumiIL has no member `constructor`",
        ),
        (
            "const a = new Date();",
            "1:15: LumiIL has no clock and no time zone",
        ),
        (
            "const a = new Date(2024, 1);",
            "1:15: LumiIL has no clock and no time zone",
        ),
        (
            "const a = new Date(...[]);",
            "1:15: LumiIL has no clock and no time zone",
        ),
        ("const D = Date;", "1:11: LumiIL has no `Date`"),
        ("class D extends Date {}", "1:17: LumiIL has no `Date`"),
        (
            "const a = Symbol.for(\"a\");",
            "1:11: LumiIL has no `Symbol`",
        ),
        ("const S = Symbol;", "1:11: LumiIL has no `Symbol`"),
        (
            "function f(BigInt: string) { return 1n; }",
            "1:37: LumiIL has no BigInt beside a variable of that name",
        ),
        (
            "export * from \"lumi\";",
            "1:1: LumiIL has no `export *` of modules that are not the program's",
        ),
        (
            "const a = await import(\"./a.ts\");",
            "1:17: LumiIL has no dynamic import",
        ),
        (
            "const a = import.meta;",
            "1:11: LumiIL has no `import.meta` and `new.target`",
        ),
        (
            "namespace N { export const a = 1; }",
            "1:1: LumiIL has no namespaces",
        ),
        ("@d class K {}", "1:1: LumiIL has no decorators"),
        ("debugger;", "1:1: LumiIL has no `debugger`"),
        (
            "a: { break a; }",
            "1:1: LumiIL has no labels of other statements than loops",
        ),
        ("export * from \"./a.ts\";", "1:15: there is no ./a.ts"),
        (
            "import \"left-pad\";",
            "1:8: LumiIL has no packages of npm, such as `left-pad`",
        ),
        (
            "import { readFileSync } from \"node:fs\";\nreadFileSync(\"a\");",
            "2:1: LumiIL has no use of `readFileSync`, which comes from Node",
        ),
        (
            "import path from \"node:path\";\npath.posix.resolve(\"a\");",
            "2:1: LumiIL has no `resolve` of `node:path/posix`",
        ),
        (
            "import * as path from \"node:path\";\nconst all = [path];",
            "2:14: LumiIL has no use of `path`, which comes from Node",
        ),
        (
            "import { randomBytes } from \"node:crypto\";\nrandomBytes(4);",
            "2:1: LumiIL has no use of `randomBytes`, which comes from Node",
        ),
        (
            "const a = {;",
            "1:12: Unexpected token `;`. Expected identifier, string literal, numeric literal or [ for the computed key",
        ),
        (
            "const a = \"\\ud800\";",
            "1:11: LumiIL has no text with half a surrogate pair",
        ),
    ] {
        assert_eq!(
            problems(text).first().map(String::as_str),
            Some(expected),
            "{text}"
        );
    }
}

#[test]
fn all_problems_are_reported() {
    assert_eq!(
        problems("const a = new Date();\nvar b = Math.random() + process.pid;").len(),
        4
    );
}

#[test]
fn closures_may_use_all_of_javascript() {
    let text = "import { CustomResource } from \"lumi\";\nimport process from \"node:process\";\n\
                new CustomResource(\"a:b:C\", \"c\", { run: async () => { var x = new Date(); return fetch(process.env.A + x); } });";
    assert_eq!(built_text(text).manifest.closures.len(), 1);
}

#[test]
fn deep_code_is_refused_and_not_a_crash() {
    for depth in [500, 6_000, 100_000] {
        for (open, close) in [
            ("(", ")"),
            ("[", "]"),
            ("f(", ")"),
            ("1 + ", ""),
            ("() => ", ""),
        ] {
            let text = format!(
                "export const a = {}1{};",
                open.repeat(depth),
                close.repeat(depth)
            );
            match compiled(&mut Texts::of(&[("index.ts", &text)])) {
                Ok(compiled) => drop(compiled),
                Err(problems) => assert!(!problems.is_empty()),
            }
        }
    }
}
