//! Parts of the standard library that have a form of their own, and members of Node's modules.

use lumi_closure::node_members::{is_pure_node_member, node_submodule};

use crate::il::{Expr, ExprKind};
use crate::intrinsics::{DATE, SYMBOL};

use super::module::ModuleVerifier;
use super::step::Step;
use super::violation::Rule;

impl<'a> ModuleVerifier<'a> {
    /// Checks an expression that has a form of its own; false for all others.
    pub fn library(&mut self, kind: &'a ExprKind) -> bool {
        match kind {
            ExprKind::New {
                class,
                arguments,
                types,
            } if is_intrinsic(class, DATE) => {
                if !matches!(arguments.as_slice(), [it] if !matches!(it.kind, ExprKind::Spread(_)))
                    || !types.is_empty()
                {
                    self.broken(Rule::Intrinsics, "a date is made of one value");
                }
                self.hidden(DATE);
                self.list("arguments", arguments, false);
            }
            ExprKind::Call {
                callee,
                arguments,
                optional: false,
                types,
            } if is_intrinsic(callee, SYMBOL) => {
                if !types.is_empty() {
                    self.broken(Rule::Intrinsics, "`Symbol` has no parameters of types");
                }
                self.hidden(SYMBOL);
                self.list("arguments", arguments, false);
            }
            ExprKind::Get {
                of,
                name,
                optional: false,
            } => {
                let Some(module) = node_module(of) else {
                    return false;
                };
                if !is_pure_node_member(module, name) {
                    let message = format!(
                        "`{}` of `node:{}` is for closures alone",
                        name.escape_debug(),
                        module.escape_debug()
                    );
                    self.broken(Rule::Tokens, message);
                }
                self.within(Step::Member("of"), |this| this.node_object(of));
            }
            _ => return false,
        }
        true
    }

    fn node_object(&mut self, object: &'a Expr) {
        self.at = object.at;
        match &object.kind {
            ExprKind::Token(token) => self.imported(token),
            ExprKind::Get { of, .. } => {
                self.within(Step::Member("of"), |this| this.node_object(of));
            }
            _ => {}
        }
    }
}

/// The module of Node that an expression is as an object, by its form.
pub fn node_module(object: &Expr) -> Option<&str> {
    match &object.kind {
        ExprKind::Token(token) => token.node_module(),
        ExprKind::Get {
            of,
            name,
            optional: false,
        } => node_submodule(node_module(of)?, name),
        _ => None,
    }
}

fn is_intrinsic(expression: &Expr, name: &str) -> bool {
    matches!(&expression.kind, ExprKind::Intrinsic(it) if it == name)
}
