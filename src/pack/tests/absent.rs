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
        ("const a = Date.now();", "1:11: LumiIL has no `Date`"),
        (
            "export const f = (x = 1, g = () => x) => { var x = 2; return g(); };",
            "1:44: LumiIL has no variable `x` beside a parameter of that name",
        ),
        (
            "const x = 1;\nexport { x as \"odd name\" };",
            "2:10: LumiIL has no names of exports like this",
        ),
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

/// Code of another module could use the variable before it is declared.
#[test]
fn variables_of_modules_that_import_each_other_are_refused() {
    let files = [
        ("index.ts", "import { add } from \"./b.ts\";\nadd();\n"),
        (
            "b.ts",
            "import { list } from \"./c.ts\";\nexport const add = () => list();\n",
        ),
        (
            "c.ts",
            "import \"./b.ts\";\nexport function list() { return all ??= []; }\nvar all: string[];\n",
        ),
    ];
    let problems = compiled(&mut Texts::of(&files)).map(drop).unwrap_err();
    assert_eq!(
        problems[0].to_string(),
        "c.ts:3:1: LumiIL has no `var` in modules that import each other"
    );
}

#[test]
fn declarations_of_namespaces_are_no_variables() {
    let text = "declare global { var VERSION: string; }\nexport const a = console.log === undefined;\n\
                declare namespace N { var console: string; }\n";
    assert_eq!(built_text(text).manifest.closures.len(), 0);
    let used = problems("declare global { var VERSION: string; }\nexport const a = VERSION;");
    assert_eq!(used, ["2:18: LumiIL has no `VERSION`"]);
}

#[test]
fn static_blocks_have_names_of_their_own() {
    let text = "export class A { static #block1 = 1; static { A.n += A.#block1; } static n = 1; }";
    let built = built_text(text);
    let pack = crate::verify(&built.bytes).unwrap();
    assert!(
        pack.sources()[0].1.contains("#block2"),
        "{:?}",
        pack.sources()
    );
}

/// A decorator that is dropped would not be called.
#[test]
fn decorators_are_refused_in_all_places() {
    let classes = [
        "@d class A {}",
        "const a = @d class {};",
        "@d export class A {}",
        "export default @d class {}",
        "class A { @d a() {} }",
        "class A { @d static a() {} }",
        "class A { @d #a() {} }",
        "class A { @d get a() { return 1; } }",
        "class A { @d set a(b) {} }",
        "class A { @d a = 1; }",
        "class A { @d static a = 1; }",
        "class A { @d #a = 1; }",
        "class A { constructor(@d a) {} }",
        "class A { constructor(@d readonly a: string) {} }",
        "class A { constructor(@d private a = 1) {} }",
        "class A { a(@d b) {} }",
        "class A { #a(@d ...b) {} }",
        "class A { static a(b, @d { c }) {} }",
        "class A { set a(@d b) {} }",
    ];
    for class in classes {
        let found = problems(&format!("function d(..._: any[]): any {{}}\n{class}\n"));
        let is_named = |it: &String| it.ends_with("LumiIL has no decorators");
        assert!(found.iter().any(is_named), "{class}: {found:?}");
    }
}

#[test]
fn all_problems_are_reported() {
    assert_eq!(
        problems("const a = new Date();\nvar b = Math.random() + process.pid;").len(),
        3
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
