//! Functions and classes that leave a program.

use super::program;
use crate::leaving;
use crate::leaving::leaving_within;

/// The marks that are in front of functions and classes that leave: `/*NAME*/`.
fn left(modules: &[(&str, &str)]) -> Vec<String> {
    let leaving = leaving(&program(modules));
    let mut names = Vec::new();
    for (index, (_, text)) in modules.iter().enumerate() {
        for (at, _) in text.match_indices("*/") {
            let name = text[..at].rsplit("/*").next().unwrap_or_default();
            if leaving.contains(index, at + 2) {
                names.push(name.to_owned());
            }
        }
    }
    names
}

#[track_caller]
fn leaves(text: &str, expected: &[&str]) {
    let text = format!("import {{ CustomResource, compute, all }} from \"lumi\";\n{text}");
    assert_eq!(left(&[("index.js", &text)]), expected, "{text}");
}

/// Names are those of variables, not of texts: one name may mean two things.
#[test]
fn functions_of_one_name_are_told_apart() {
    leaves(
        "{ const f = /*a*/() => 1; f(); } { const f = /*b*/() => 2; compute(f); }",
        &["b"],
    );
    leaves(
        "function run(f) { return f(); } run(/*a*/() => 1); compute(/*b*/() => { function run(f) {} });",
        &["b"],
    );
    let module = "export const f = /*a*/() => 1;\nexport const t = { f: /*b*/() => 2 };";
    let index = "import { compute } from \"lumi\"; import { t } from \"./m.js\"; const f = t.f; compute(f);";
    assert_eq!(left(&[("index.js", index), ("m.js", module)]), ["b"]);
}

#[test]
fn functions_take_with_them_what_they_read() {
    leaves(
        "const f = /*a*/() => 1, g = /*b*/() => f(), h = /*c*/() => g; h()(); compute(/*d*/() => g());",
        &["a", "b", "d"],
    );
    leaves(
        "const t = { f: /*a*/() => 1, g: /*b*/() => 2 }; t.g(); compute(/*c*/() => t.f());",
        &["a", "c"],
    );
    leaves(
        "const t = { f: /*a*/() => 1, g: /*b*/() => 2 }; compute(/*c*/() => [t]);",
        &["a", "b", "c"],
    );
    leaves(
        "const make = /*a*/(f) => /*b*/() => f(); compute(make(/*c*/() => 1)); make(2);",
        &["b", "c"],
    );
    leaves("const f = /*a*/() => 1; compute(/*b*/(f) => f());", &["b"]);
}

#[test]
fn classes_leave_with_their_instances() {
    leaves(
        "/*K*/class K { m() { return 1; } } new K().m(); compute(/*f*/() => 1);",
        &["f"],
    );
    leaves(
        "/*A*/class A { m() { return 1; } } /*B*/class B extends A {} const b = new B(); compute(/*f*/() => b.m());",
        &["A", "B", "f"],
    );
    leaves(
        "/*A*/class A {} /*B*/class B { make() { return new A(); } } compute(/*f*/() => new B());",
        &["A", "B", "f"],
    );
    leaves(
        "/*A*/class A { n = 1; f = /*a*/() => this.n; } compute(new A().f);",
        &["A", "a"],
    );
    leaves(
        "function F() { return /*a*/() => this.n; } /*A*/class A { m() { return F.call(this); } } compute(new A().m());",
        &["a", "A"],
    );
    leaves(
        "/*R*/class R extends CustomResource { m() { return 1; } } const r = new R(\"a:b:C\", \"r\", {}); compute(/*f*/() => r.id);",
        &["f"],
    );
    leaves(
        "export /*R*/class R extends CustomResource { constructor(n) { super(\"a:b:C\", n, { f: /*f*/() => 1 }); JSON.parse(n).push(this, R); } m() { return new CustomResource(\"a:b:D\", \"d\", {}, { parent: this }); } }",
        &["f"],
    );
    leaves(
        "/*R*/class R extends CustomResource {} compute(/*f*/() => new R());",
        &["R", "f"],
    );
}

#[test]
fn callbacks_of_methods_stay() {
    leaves(
        "const n = JSON.parse(\"[1]\"); n.map(/*a*/(it) => it + 1); n.reduce(/*b*/(a, b) => a + b); \"x\".replace(/x/, /*c*/() => \"y\");",
        &[],
    );
    leaves(
        "const steps = [/*a*/(n) => n + 1]; export const all = [steps.reduce(/*b*/(n, step) => step(n), 1)];",
        &[],
    );
    leaves(
        "const steps = [/*a*/(n) => n + 1]; export const all = [steps.reduce(/*b*/(n, step) => step, 1)];",
        &["a"],
    );
    leaves(
        "const n = JSON.parse(\"[1]\"); compute(n.map(/*a*/(it) => /*b*/() => it)[0]);",
        &["b"],
    );
    leaves(
        "export const done = await new Promise(/*a*/(resolve) => resolve(1));",
        &[],
    );
    leaves(
        "export const done = [await new Promise(/*a*/(resolve) => resolve(/*b*/() => 1))];",
        &["b"],
    );
}

#[test]
fn exports_of_the_entry_leave_as_parts_alone() {
    leaves("export const f = /*a*/() => 1;", &[]);
    leaves("export const f = [/*a*/() => 1];", &["a"]);
    leaves("export default { f: /*a*/() => 1 };", &["a"]);
    leaves(
        "const o = { get /*x*/a() { return f(); } }; function f() {}",
        &[],
    );
}

/// Programs whose values are too many keep the text of all functions.
#[test]
fn analysis_ends_at_its_limit() {
    let text = "const f = /*a*/() => 1; f();";
    let program = program(&[("index.js", text)]);
    assert!(!leaving_within(&program, 1_000).contains(0, 15));
    assert!(leaving_within(&program, 3).contains(0, 15));
}
