use deno_ast::{MediaType, ModuleSpecifier, ParseParams, ProgramRef};

use super::*;

/// The names of functions in blocks that became variables, each with the number of its line.
fn hoisted(text: &str) -> Vec<String> {
    let parameters = ParseParams {
        specifier: ModuleSpecifier::parse("file:///module.js").unwrap(),
        text: text.into(),
        media_type: MediaType::Mjs,
        capture_tokens: false,
        scope_analysis: false,
        maybe_syntax: None,
    };
    let parsed = deno_ast::parse_module_with_post_process(parameters, |mut it, _| {
        hoist(&mut it);
        it
    });
    let parsed = parsed.unwrap();
    assert!(parsed.diagnostics().is_empty(), "{text}");
    let mut found = Found::default();
    match parsed.program_ref() {
        ProgramRef::Module(module) => module.clone().visit_mut_with(&mut found),
        ProgramRef::Script(_) => panic!("it is a module"),
    }
    found.0
}

#[derive(Default)]
struct Found(Vec<String>);

impl VisitMut for Found {
    fn visit_mut_var_declarator(&mut self, declarator: &mut VarDeclarator) {
        if matches!(declarator.init.as_deref(), Some(Expr::Fn(_))) {
            let name = declarator.name.as_ident().unwrap();
            self.0.push(name.sym.to_string());
        }
        declarator.visit_mut_children_with(self);
    }
}

#[test]
fn functions_in_blocks_of_sloppy_code_are_variables() {
    for text in [
        "{ function f() {} }",
        "if (a) { b(); function f() {} } else { c(); }",
        "function g(a) { try { a(); } catch (f) { function f() {} } }",
        "const g = () => { for (const a of b) { function f() {} } };",
        "switch (a) { case 1: function f() {} }",
        "const g = { get a() { { function f() {} } }, set a(b) {} };",
        "var f; function g() { var f; { function f() {} } }",
        "function f() {} { function f() {} }",
        "label: { function f() {} }",
    ] {
        assert_eq!(hoisted(text), ["f"], "{text}");
    }
}

#[test]
fn functions_of_strict_code_and_those_that_var_could_not_declare_stay_in_their_block() {
    for text in [
        "'use strict'; { function f() {} }",
        "function g() { 'a'; 'use strict'; { function f() {} } }",
        "class A { a() { { function f() {} } } }",
        "{ async function f() {} function* g() {} async function* h() {} }",
        "let f; { function f() {} }",
        "function g(f) { { function f() {} } }",
        "const g = ({ f }) => { { function f() {} } };",
        "for (let f of a) { function f() {} }",
        "for (let f = 0; ;) { function f() {} }",
        "try {} catch ({ f }) { { function f() {} } }",
        "{ const f = 1; { function f() {} } }",
        "{ class f {} { function f() {} } }",
        "{ let f; switch (a) { case 1: function f() {} } }",
        "function f() {} f();",
    ] {
        assert!(hoisted(text).is_empty(), "{text}");
    }
}

#[test]
fn only_the_outer_of_nested_blocks_with_one_name_is_hoisted_where_the_inner_could_not_be() {
    assert_eq!(
        hoisted("{ async function f() {} { function f() {} } }").len(),
        0
    );
    assert_eq!(
        hoisted("function g(f) { return () => { { function f() {} } }; }"),
        ["f"]
    );
}
