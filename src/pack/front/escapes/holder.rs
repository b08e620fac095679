//! The name of what holds the value of an expression.

use deno_ast::swc::ast::*;
use deno_ast::swc::atoms::Atom;
use lumi_closure::analysis::untyped;

/// Results of results of results are not told apart further.
const MAX_RESULTS: usize = 3;

/// Methods whose results are parts of their object.
const PARTS: &[&str] = &[
    "apply",
    "at",
    "bind",
    "call",
    "catch",
    "concat",
    "entries",
    "fill",
    "filter",
    "finally",
    "find",
    "findLast",
    "flat",
    "get",
    "next",
    "pop",
    "reverse",
    "shift",
    "slice",
    "sort",
    "splice",
    "then",
    "toReversed",
    "toSorted",
    "toSpliced",
    "values",
    "with",
];

/// The name of the results of a function.
pub fn result_of(name: &Atom) -> Atom {
    match name.matches("()").count() < MAX_RESULTS {
        true => format!("{name}()").into(),
        false => name.clone(),
    }
}

/// The name whose value an expression has, or a part of it. A member is a part of its object.
pub fn holder(expression: &Expr) -> Option<Atom> {
    match untyped(expression) {
        Expr::Ident(it) => Some(it.sym.clone()),
        Expr::Member(it) => holder(&it.obj),
        Expr::Await(it) => holder(&it.arg),
        Expr::Call(it) => match &it.callee {
            Callee::Expr(callee) => result_holder(callee),
            _ => None,
        },
        Expr::OptChain(it) => match &*it.base {
            OptChainBase::Member(it) => holder(&it.obj),
            OptChainBase::Call(it) => result_holder(&it.callee),
        },
        _ => None,
    }
}

fn result_holder(callee: &Expr) -> Option<Atom> {
    let name = match untyped(callee) {
        Expr::Member(it) => it.prop.as_ident(),
        _ => None,
    };
    let object = holder(callee)?;
    match name {
        Some(name) if PARTS.contains(&&*name.sym) => Some(object),
        _ => Some(result_of(&object)),
    }
}
