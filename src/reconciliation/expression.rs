//! Constant names.

use deno_ast::swc::ast::{Expr, Lit, MemberProp, PropName};
use lumi_closure::analysis::untyped;

/// The name of a property, if it is constant.
pub fn key_of(key: &PropName) -> Option<String> {
    match key {
        PropName::Ident(name) => Some(name.sym.to_string()),
        PropName::Str(text) => text.value.as_str().map(str::to_owned),
        PropName::Num(number) => Some(lumi_inference::number(number.value)),
        PropName::Computed(computed) => text_of(&computed.expr),
        PropName::BigInt(_) => None,
    }
}

/// The name of a member, if it is constant.
pub fn member_of(member: &MemberProp) -> Option<String> {
    match member {
        MemberProp::Ident(name) => Some(name.sym.to_string()),
        MemberProp::Computed(computed) => text_of(&computed.expr),
        MemberProp::PrivateName(_) => None,
    }
}

/// The text of a string literal.
pub fn text_of(expression: &Expr) -> Option<String> {
    match untyped(expression) {
        Expr::Lit(Lit::Str(text)) => text.value.as_str().map(str::to_owned),
        _ => None,
    }
}
