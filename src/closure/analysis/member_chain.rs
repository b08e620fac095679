//! Chains of constant member accesses.

use deno_ast::swc::ast::*;
use deno_ast::swc::common::Span;

use super::syntax::offset;

/// The start of a chain.
#[derive(Clone)]
pub enum MentionRoot {
    Name(Id),
    This,
    Super,
}

/// A chain of constant member accesses: `a.b["c"]`.
pub struct Chain {
    pub root: MentionRoot,
    pub path: Vec<String>,
    pub offset: usize,
}

/// The chain of an expression; `None` for other expressions.
pub fn chain(expression: &Expr) -> Option<Chain> {
    let mut path = Vec::new();
    let mut at = expression;
    loop {
        let (object, property) = match at {
            Expr::Paren(paren) => {
                at = &paren.expr;
                continue;
            }
            Expr::Await(it) if !path.is_empty() => {
                // `(await x).y`: the awaited value is unknown.
                let _ = it;
                return None;
            }
            Expr::Member(member) => (&member.obj, &member.prop),
            Expr::OptChain(optional) => match &*optional.base {
                OptChainBase::Member(member) => (&member.obj, &member.prop),
                OptChainBase::Call(_) => return None,
            },
            other => {
                let (root, span) = beginning(other, &mut path)?;
                path.reverse();
                let offset = offset(span);
                return Some(Chain { root, path, offset });
            }
        };
        path.push(match property {
            MemberProp::Ident(name) => name.sym.to_string(),
            MemberProp::Computed(computed) => constant_key(&computed.expr)?,
            MemberProp::PrivateName(_) => return None,
        });
        at = object;
    }
}

/// The root of a chain; a member of `super` is added to the reversed path.
fn beginning(expression: &Expr, path: &mut Vec<String>) -> Option<(MentionRoot, Span)> {
    match expression {
        Expr::Ident(ident) => Some((MentionRoot::Name(ident.to_id()), ident.span)),
        Expr::This(this) => Some((MentionRoot::This, this.span)),
        Expr::SuperProp(it) => {
            path.push(match &it.prop {
                SuperProp::Ident(name) => name.sym.to_string(),
                SuperProp::Computed(computed) => constant_key(&computed.expr)?,
            });
            Some((MentionRoot::Super, it.span))
        }
        _ => None,
    }
}

fn constant_key(key: &Expr) -> Option<String> {
    match key {
        Expr::Lit(Lit::Str(text)) => Some(text.value.to_string_lossy().into_owned()),
        Expr::Lit(Lit::Num(number)) => Some(number.value.to_string()),
        _ => None,
    }
}
