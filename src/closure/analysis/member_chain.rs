//! Chains of constant member accesses.

use deno_ast::swc::ast::*;

use super::syntax::offset;

/// The start of a chain.
#[derive(Clone)]
pub enum MentionRoot {
    Name(Id),
    This,
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
            Expr::Ident(ident) => {
                path.reverse();
                return Some(Chain {
                    root: MentionRoot::Name(ident.to_id()),
                    path,
                    offset: offset(ident.span),
                });
            }
            Expr::This(this) => {
                path.reverse();
                return Some(Chain {
                    root: MentionRoot::This,
                    path,
                    offset: offset(this.span),
                });
            }
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
            _ => return None,
        };
        path.push(match property {
            MemberProp::Ident(name) => name.sym.to_string(),
            MemberProp::Computed(computed) => match &*computed.expr {
                Expr::Lit(Lit::Str(text)) => text.value.to_string_lossy().into_owned(),
                Expr::Lit(Lit::Num(number)) => number.value.to_string(),
                _ => return None,
            },
            MemberProp::PrivateName(_) => return None,
        });
        at = object;
    }
}
