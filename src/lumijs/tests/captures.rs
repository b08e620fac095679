//! Values that functions which run elsewhere take with them.

use super::{check, found, program, shown};

fn in_function(before: &str, body: &str) -> Vec<String> {
    let text = format!(
        "import {{ compute }} from \"lumi\";\n{before}\nexport const made = compute((x) => {body});\n"
    );
    found(&text)
}

#[track_caller]
fn is_found(before: &str, body: &str, subject: &str) {
    let all = in_function(before, body);
    assert_eq!(all.len(), 1, "{before} {body}: {all:?}");
    assert!(
        all[0].starts_with("LJ017") && all[0].ends_with(subject),
        "{all:?}"
    );
}

#[track_caller]
fn is_clean(before: &str, body: &str) {
    assert_eq!(in_function(before, body), [""; 0], "{before} {body}");
}

#[test]
fn objects_of_the_process_are_found_at_any_depth() {
    is_found("const a = new WeakMap();", "a.get(x)", "WeakMap");
    is_found("const a = new WeakSet();", "[a, x]", "WeakSet");
    is_found("const e = new TextEncoder();", "e.encode(x)", "TextEncoder");
    is_found(
        "const o = { in: { e: new TextDecoder() } };",
        "o.in.e.decode(x)",
        "TextDecoder",
    );
    is_found(
        "const o = { in: { e: new TextDecoder() } };",
        "f(o)",
        "TextDecoder",
    );
    is_found(
        "const l = [[new AbortController()]];",
        "l.concat(x)",
        "AbortController",
    );
    is_found(
        "const m = new Map([[\"a\", new FormData()]]);",
        "m.get(x)",
        "FormData",
    );
    is_found(
        "class S { w = new WeakMap(); n = 1; get() { return this.n; } }\nconst s = new S();",
        "s.get()",
        "WeakMap",
    );
    is_found(
        "function* all() { yield 1; }\nconst g = all();",
        "g.next()",
        "a generator",
    );
    is_found(
        "const make = () => new WeakMap();\nconst w = make();",
        "w.has(x)",
        "WeakMap",
    );
    is_found("const { w } = { w: new WeakMap() };", "w.has(x)", "WeakMap");
}

#[test]
fn captures_of_called_functions_are_found() {
    is_found(
        "const w = new WeakMap();\nconst get = (x) => w.get(x);",
        "get(x)",
        "WeakMap",
    );
    is_found(
        "const w = new WeakMap();\nconst o = { get(x) { return w.get(x); } };",
        "o.get(x)",
        "WeakMap",
    );
    let modules = [
        (
            "index.js",
            "import { compute } from \"lumi\";\nimport { cache } from \"./a.js\";\nexport const c = compute((x) => cache.get(x));\n",
        ),
        ("a.js", "export const cache = new WeakMap();\n"),
    ];
    assert_eq!(shown(&check(&program(&modules))), ["LJ017 3:33 WeakMap"]);
}

#[test]
fn values_that_are_not_captured_are_not_findings() {
    is_clean("const w = new WeakMap();\nw.set({}, 1);", "x");
    is_clean(
        "const o = { w: new WeakMap(), greet: (x) => x };",
        "o.greet(x)",
    );
    is_clean("const o = { w: new WeakMap(), n: 1 };", "o.n + x");
    is_clean("", "{ const w = new WeakMap(); return w.get(x); }");
    is_clean(
        "",
        "{ const e = new TextEncoder(); const f = (m) => m.encode(x); return f(e); }",
    );
    is_clean("const make = () => new TextEncoder();", "make().encode(x)");
    is_clean(
        "const m = new Map([[1, 2]]);\nconst s = new Set();",
        "m.get(x) ?? s.has(x)",
    );
    is_clean(
        "const d = new Date(\"2020-01-01T00:00:00Z\");\nconst u = new URL(\"https://a.test\");",
        "u.href + d.toISOString()",
    );
    is_clean("function* all() { yield 1; }", "[...all()]");
    is_clean(
        "class S { get() { return new WeakMap(); } }\nconst s = new S();",
        "s.get()",
    );
    is_clean(
        "function f({ w } = { w: new WeakMap() }) { return w; }",
        "f()",
    );
}

/// Inputs that a program computes with methods of arrays have what the callbacks return, not the callbacks.
#[test]
fn callbacks_of_the_evaluation_are_not_captured() {
    for method in [
        "map((it) => text(it))",
        "filter((it) => text(it))",
        "flatMap((it) => [text(it)])",
        "reduce((all, it) => all + text(it), \"\")",
        "toSorted((a, b) => text(a) < text(b) ? -1 : 1)",
        "some((it) => text(it))",
    ] {
        let program = format!(
            "import {{ CustomResource }} from \"lumi\";\nconst seen = new WeakMap();\n\
             function text(it) {{ seen.set(it, \"x\"); return seen.get(it); }}\n\
             new CustomResource(\"a:b:C\", \"c\", {{ text: [{{ a: 1 }}].{method} }});\n"
        );
        assert_eq!(found(&program), [""; 0], "{method}");
    }
    let program = "import { CustomResource } from \"lumi\";\nconst seen = new WeakMap();\n\
                   const text = (it) => seen.get(it);\n\
                   new CustomResource(\"a:b:C\", \"c\", { run: [1].map(() => text) });\n";
    let all = found(program);
    assert_eq!(all, ["LJ017 3:22 WeakMap"]);
}

/// A time or a random number in an object that a function takes with it is of the evaluation.
#[test]
fn results_of_clocks_are_found_where_they_are_made() {
    let findings = in_function(
        "const o = { at: { time: Date.now(), id: Math.random() } };",
        "o.at",
    );
    assert_eq!(findings, ["LJ003 2:30 Date.now", "LJ004 2:46 Math.random"]);
}
