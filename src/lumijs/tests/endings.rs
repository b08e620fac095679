//! The analysis ends, on programs of every kind of syntax.

use proptest::prelude::*;

use super::{found, program};
use crate::checking::steps;

/// More steps for each byte than any program needs.
const STEPS_FOR_EACH_BYTE: usize = 2_000;

fn ends(text: &str) -> Result<(), TestCaseError> {
    let taken = steps(&program(&[("index.js", text)]));
    let limit = STEPS_FOR_EACH_BYTE * (text.len() + 100);
    prop_assert!(taken < limit, "{taken} steps\n{text}");
    Ok(())
}

/// Parts of programs; `$` is an expression, `@` another, and `%` a number.
const EXPRESSIONS: &[&str] = &[
    "1",
    "a0",
    "a1",
    "a2",
    "f0",
    "C0",
    "C1",
    "this",
    "Math",
    "Date",
    "globalThis",
    "/x/g",
    "null",
    "$.b",
    "$[@]",
    "$?.b",
    "$(@)",
    "$.b(@)",
    "$?.(@)",
    "new ($)(@)",
    "$ + @",
    "$ ?? @",
    "$, @",
    "!$",
    "typeof $",
    "[$, @]",
    "[...$]",
    "{ b: $ }",
    "{ ...$ }",
    "{ get b() { return $; } }",
    "{ b() { return $; } }",
    "{ [$]: @ }",
    "() => $",
    "(x) => x($)",
    "async () => await $",
    "function () { return $; }",
    "function* () { yield $; yield* @; }",
    "class { b = $; static c = @; }",
    "class extends ($) { }",
    "class extends ($) { constructor() { super(@); } }",
    "$.call(@)",
    "$.apply(@, [@])",
    "$.bind(@)",
    "$.then(@)",
    "$.map(@)",
    "$.push(@)",
    "Object.assign($, @)",
    "Object.freeze($)",
    "new Map([[$, @]])",
    "new Promise($)",
    "a0 = $",
    "a1.b = $",
    "a2[@] = $",
    "a0 += $",
    "[a0, a1] = $",
    "{ b: a0 } = $",
    "`${$}`",
    "$`${@}`",
    "a0++",
    "delete a0.b",
    "$ in @",
    "$ instanceof @",
    "$ ? @ : @",
    "Array.from($, @)",
    "structuredClone($)",
    "@f0 class { @f0 b = $; @f0 c() { return @; } }",
];
const STATEMENTS: &[&str] = &[
    "$;",
    "if ($) { @; } else { $; }",
    "for (const x% of $) { @; }",
    "for (const x% in $) @;",
    "while ($) { @; break; }",
    "const { b: b%, ...c% } = $;",
    "const [d%, ...e%] = $;",
    "try { $; } catch { @; } finally { $; }",
    "throw $;",
    "switch ($) { case @: $; default: @; }",
    "function f%(x = $, ...y) { return @; }",
    "class D% extends ($) { #p = @; m() { return this.#p; } }",
    "@f0 class E% { @f0 m() { return $; } @f0 b = @; @f0 accessor c = $; @f0 static s() { @; } @f0 get g() { return $; } }",
    "C0.b = $;",
    "C1.prototype.b = $;",
    "async function g%() { for await (const x of $) @; }",
    "await $;",
    "$.b = @;",
    "a0 = $;",
    "a1.b = a2;",
    "a2 = a1;",
];

fn expression() -> impl Strategy<Value = String> {
    let leaf = prop::sample::select(&EXPRESSIONS[..13]).prop_map(str::to_owned);
    leaf.prop_recursive(4, 24, 3, |inner| {
        let all = prop::sample::select(&EXPRESSIONS[13..]);
        (all, inner.clone(), inner).prop_map(|(form, left, right)| {
            // A decorator is no place for an expression.
            let kept = form.replace("@f0", "\u{1}");
            let filled = kept.replace('$', &format!("({left})"));
            let filled = filled.replace('@', &format!("({right})"));
            format!("({})", filled.replace('\u{1}', "@f0"))
        })
    })
}

fn statement() -> impl Strategy<Value = String> {
    (
        prop::sample::select(STATEMENTS),
        expression(),
        expression(),
        0..1000_u32,
    )
        .prop_map(|(form, left, right, n)| {
            let kept = form.replace("@f0", "\u{1}");
            let filled = kept.replace('$', &left).replace('@', &right);
            filled.replace('\u{1}', "@f0").replace('%', &n.to_string())
        })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn analysis_ends(statements in prop::collection::vec(statement(), 1..12)) {
        let before = "let a0 = {}, a1 = [], a2; function f0(x) { return x; } class C0 { b = a0; } class C1 extends C0 { c() { return this; } }\n";
        let mut text = before.to_owned();
        for statement in statements {
            let longer = format!("{text}{statement}\n");
            // Random code may be no code: two declarations of one name, or an assignment to a call.
            let is_code = lumi_closure::analysis::Analysis::new("index.js", longer.as_str().into(), None).is_ok();
            if is_code {
                text = longer;
            }
        }
        ends(&text)?;
    }
}

/// The helper that a compiler writes for decorators: it stores functions in themselves, and calls what it finds.
#[test]
fn classes_that_extend_themselves_end() {
    for text in [
        "let A = class {}; A = class extends A {}; new A();",
        "let A = class {}, B = class extends A {}; A = class extends B {}; new A(); new B(A);",
        "function wrap(C) { return class extends C {}; } let A = class {}; for (;;) A = wrap(A); new A();",
        "const f = (x) => x.bind(f, x); f(f); f(f(f));",
        "const o = { f() { return this.f.call(this, o, this); } }; o.f(o.f);",
        "const all = []; all.push(all, all.map((x) => x.concat(all))); all.at(0)(all);",
        "let a = {}; for (;;) a = { a, b: () => a, ...a }; a.b().a.b();",
        "let a = Math; while (a) ({ b: a } = a);",
        "import * as lumi from \"lumi\"; let a = lumi; while (a.b) a = a.b.c;",
        "let a = Array; for (;;) a = new a.b(a).c;",
    ] {
        ends(text).unwrap();
    }
}

#[test]
fn decorators_are_called() {
    let text = "const d = (value, context) => { Math.random(); return value; };\n";
    for class in [
        "@d class A {}",
        "class A { @d m() {} }",
        "class A { @d static m() {} }",
        "class A { @d get g() { return 1; } }",
        "class A { @d set s(x) {} }",
        "class A { @d b = 1; }",
        "class A { @d accessor b = 1; }",
        "class A { @d #b = 1; }",
        "class A { @d #m() {} }",
        "export default @d class {}",
        "const A = @d class {};",
        "const made = () => d; @made() class A {}",
        "const all = { d }; @all.d class A {}",
    ] {
        assert_eq!(found(&format!("{text}{class}\n")).len(), 1, "{class}");
    }
}

#[test]
fn results_of_decorators_are_followed() {
    for class in [
        "const d = () => () => Math.random(); class A { @d m() {} } new A().m();",
        "const d = () => class { m() { Math.random(); } }; @d class A {} new A().m();",
        "const d = () => (first) => Math; class A { @d b = 1; } new A().b.random();",
        "const d = () => ({ get: () => Math }); class A { @d accessor b = 1; } new A().b.random();",
        "const d = () => () => Math; class A { @d get g() { return 1; } } new A().g.random();",
        "const d = (f) => f; class A { @d m() { return Math; } } new A().m().random();",
        "function d(f, context) { context.addInitializer(() => Math.random()); } class A { @d m() {} }",
    ] {
        let all = found(class);
        assert!(
            all.iter().any(|it| it.starts_with("LJ004")),
            "{class} {all:?}"
        );
    }
    for class in [
        "function d(f, _c) { return f; } class A { @d m() { return 1; } } export const v = new A().m();",
        "const log = (f, { name }) => function (...all) { return [name, f.apply(this, all)]; }; class A { @log m(x) { return x; } } export const v = new A().m(1);",
        "const tag = (name) => (C) => { C.tag = name; return C; }; @tag(\"a\") class A {} export const v = A.tag;",
        "const twice = () => (first) => first * 2; class A { @twice n = 2; @twice accessor m = 3; } export const v = new A().n;",
    ] {
        assert_eq!(found(class), [""; 0], "{class}");
    }
}
