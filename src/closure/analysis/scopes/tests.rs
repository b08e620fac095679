use std::collections::HashMap;

use deno_ast::swc::ast::*;
use deno_ast::swc::ecma_visit::{Visit, VisitWith};
use deno_ast::{MediaType, ModuleSpecifier, ParseParams, ProgramRef};

use super::*;
use crate::nesting::with_stack;

fn parameters(text: &str, scope_analysis: bool) -> ParseParams {
    ParseParams {
        specifier: ModuleSpecifier::parse("file:///module.js").unwrap(),
        text: text.into(),
        media_type: MediaType::Mjs,
        capture_tokens: false,
        scope_analysis,
        maybe_syntax: None,
    }
}

/// Place, name and context of each identifier.
#[derive(Default)]
struct Identifiers(Vec<(u32, String, u32)>);

impl Visit for Identifiers {
    fn visit_ident(&mut self, ident: &Ident) {
        let (place, name) = (ident.span.lo.0, ident.sym.to_string());
        self.0.push((place, name, ident.ctxt.as_u32()));
    }
}

fn identifiers(program: ProgramRef<'_>) -> Vec<(u32, String, u32)> {
    let mut found = Identifiers::default();
    match program {
        ProgramRef::Module(module) => module.visit_with(&mut found),
        ProgramRef::Script(_) => panic!("it is a module"),
    }
    found.0
}

fn resolved(text: &str) -> (Vec<(u32, String, u32)>, usize) {
    let mut steps = 0;
    let parsed = deno_ast::parse_module_with_post_process(parameters(text, false), |mut it, _| {
        steps = resolve(&mut it);
        it
    });
    (identifiers(parsed.unwrap().program_ref()), steps)
}

/// Names that are neither labels nor of other modules.
const SAMPLE: &str = r#"
import whole, { part, other as renamed } from "a";
import * as all from "b";
export const { first, second: { deep = part }, ...rest } = all;
export { first as one, renamed };
export default function main(first, { second, ...others } = {}, [third = first] = []) {
    var inner = first + second + third + others + hoisted + arguments.length + unknown;
    if (inner) {
        var hoisted = 1;
        let inner = 2;
        { const first = inner; inner = first + hoisted; }
    }
    for (var index = 0; index < 3; index++) { let index2 = index; use(() => index2); }
    for (let index = 0; index < 3; index++) use(() => index + hoisted);
    for (const index of index0()) { let index = 1; use(index); }
    for (const key in rest) use(key);
    for (hoisted of rest) use(hoisted);
    label: for (;;) { let label = 1; use(label); continue label; }
    switch (first) { case one: { let first = 1; use(first); } default: let swapped = first; use(swapped); }
    try { use(error); } catch (error) { let inside = error; use(inside, error); } finally { use(error); }
    try { use(1); } catch ({ message, ...more }) { use(message, more); } 
    function index0() { return index0.name + named; }
    return index + inner;
}
const named = function named(first) { return first ? named(!first) : named; };
const arrow = (first, second = first) => first + second + third;
const outer = async (it) => { var it2 = it; for await (const it of it2) use(it); return it; };
class Shape extends whole {
    static #count = named;
    side = outer;
    [named](first) { return first + Shape.#count; }
    constructor(side) { super(side); this.side = side + this.side; }
    get size() { var named = 1; return named; }
    set size(named) { use(named); }
    static { let named = 2; var local = named; use(local); }
}
const Other = class Named extends Shape { make() { return new Named(Other); } };
const object = { named, first: second, [named]: 1, method(named) { return named; }, get it() { return object; },
    set it({ named }) { use(named); }, ...rest };
({ named: object.x, first: [second] = [] } = rest);
var late = () => late2; var late2 = late; var late2;
const second = 1, third = `${named} ${(() => { let named = 3; return named; })()}`;
use(typeof missing, import.meta.url, new.target, this);
"#;

#[test]
fn names_are_distinguished_as_by_swc() {
    let text = SAMPLE.replace("new.target, ", "");
    let (own, _) = resolved(&text);
    let parsed = deno_ast::parse_module(parameters(&text, true)).unwrap();
    let unresolved = parsed.unresolved_context().as_u32();
    let swc = identifiers(parsed.program_ref());
    assert_eq!(own.len(), swc.len());
    let (mut there, mut back) = (HashMap::new(), HashMap::new());
    for ((place, name, own), (_, _, swc)) in own.into_iter().zip(swc) {
        // Labels, and names in other modules.
        if own == 0 {
            continue;
        }
        let line = text[..place as usize].lines().count();
        let is_same = *there.entry((name.clone(), own)).or_insert(swc) == swc
            && *back.entry((name.clone(), swc)).or_insert(own) == own
            && (own == UNRESOLVED) == (swc == unresolved);
        assert!(is_same, "{name} in line {line}: {own} and {swc}");
    }
    assert!(there.len() > 60, "{}", there.len());
}

#[test]
fn functions_in_blocks_and_values_of_parameters_see_what_v8_lets_them_see() {
    let (found, _) = resolved("{ function f() {} f(); } f();");
    let contexts: Vec<u32> = found.iter().map(|it| it.2).collect();
    assert_eq!(contexts[0], contexts[1]);
    assert_eq!(contexts[2], UNRESOLVED);
    let (found, _) = resolved("let x; function f(a = x) { let x = a; return x; }");
    let of_x: Vec<u32> = found
        .iter()
        .filter(|it| it.1 == "x")
        .map(|it| it.2)
        .collect();
    assert_eq!(of_x[0], of_x[1]);
    assert_eq!(of_x[2], of_x[3]);
    assert_ne!(of_x[0], of_x[2]);
}

/// Steps, not time: twice the text takes twice the steps, whatever is nested in what.
#[test]
fn nested_code_takes_steps_in_proportion() {
    let nested = |open: &str, close: &str, depth: usize| {
        let text: String = (0..depth)
            .map(|it| open.replace('N', &it.to_string()))
            .collect();
        let text = format!("{text}{}", close.repeat(depth));
        with_stack(1000, || resolved(&text)).1
    };
    for (open, close) in [
        ("{ let aN = 1; var bN = aN; use(aN);\n", "}"),
        ("if (use) { let aN = 1; var b = aN;\n", "}"),
        ("(() => { let aN = 1; var b = aN;\n", "})();"),
        ("function fN(a) { let bN = a;\n", "}"),
        ("for (const aN of use) { var b = aN;\n", "}"),
        ("switch (use) { case 1: let aN = 1;\n", "}"),
        ("try { var aN = 1; } catch (error) { let bN = error;\n", "}"),
    ] {
        let (once, twice) = (nested(open, close, 40), nested(open, close, 80));
        assert!(twice <= once * 2 + 10, "{open:?}: {once} and {twice}");
    }
}
