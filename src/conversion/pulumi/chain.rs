//! Chains of constant member accesses: `pulumi.asset.FileAsset`.

use std::ops::Range;

use deno_ast::swc::ast::{Expr, Ident, MemberProp, TsEntityName};
use deno_ast::swc::common::Span;
use lumi_closure::analysis::{end, offset};

/// A name, and members of it.
pub struct Chain<'a> {
    pub root: &'a Ident,
    /// Each name with its bytes, which may have escapes.
    parts: Vec<(&'a str, Range<usize>)>,
}

impl<'a> Chain<'a> {
    /// The chain that an expression is.
    pub fn of(expression: &'a Expr) -> Option<Self> {
        match expression {
            Expr::Ident(root) => Some(Self {
                root,
                parts: Vec::new(),
            }),
            Expr::Member(member) => {
                let MemberProp::Ident(name) = &member.prop else {
                    return None;
                };
                let mut chain = Self::of(&member.obj)?;
                chain.parts.push((name.sym.as_str(), bytes(name.span)));
                Some(chain)
            }
            _ => None,
        }
    }

    pub fn of_type(name: &'a TsEntityName) -> Self {
        match name {
            TsEntityName::Ident(root) => Self {
                root,
                parts: Vec::new(),
            },
            TsEntityName::TsQualifiedName(it) => {
                let mut chain = Self::of_type(&it.left);
                chain
                    .parts
                    .push((it.right.sym.as_str(), bytes(it.right.span)));
                chain
            }
        }
    }

    pub fn of_name(root: &'a Ident) -> Self {
        Self {
            root,
            parts: Vec::new(),
        }
    }

    pub fn names(&self) -> impl DoubleEndedIterator<Item = &'a str> {
        self.parts.iter().map(|it| it.0)
    }

    pub fn start(&self) -> usize {
        offset(self.root.span)
    }

    /// The bytes of the name and of this number of members.
    pub fn range(&self, members: usize) -> Range<usize> {
        let end = match members {
            0 => end(self.root.span),
            _ => self.parts[members - 1].1.end,
        };
        self.start()..end
    }

    /// The bytes of the last name.
    pub fn last_range(&self) -> Range<usize> {
        match self.parts.last() {
            Some((_, range)) => range.clone(),
            None => self.range(0),
        }
    }
}

fn bytes(span: Span) -> Range<usize> {
    offset(span)..end(span)
}
