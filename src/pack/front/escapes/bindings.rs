//! The names that patterns and calls bind to values.

use deno_ast::swc::ast::*;
use deno_ast::swc::atoms::Atom;
use deno_ast::swc::ecma_visit::{Visit, VisitWith};
use lumi_closure::analysis::untyped;

use super::finder::{Argument, Finder, Use};
use super::holder::holder;

/// Methods that call their arguments, and keep none.
const CALLING: &[&str] = &[
    "every",
    "filter",
    "finally",
    "find",
    "findIndex",
    "findLast",
    "findLastIndex",
    "flatMap",
    "forEach",
    "from",
    "map",
    "reduce",
    "reduceRight",
    "replace",
    "replaceAll",
    "some",
    "sort",
    "then",
    "toSorted",
    "catch",
];

/// The names that a pattern binds.
pub fn bound(pattern: &impl VisitWith<BoundNames>) -> Vec<Atom> {
    let mut names = BoundNames(Vec::new());
    pattern.visit_with(&mut names);
    names.0
}

pub struct BoundNames(Vec<Atom>);

impl Visit for BoundNames {
    fn visit_binding_ident(&mut self, it: &BindingIdent) {
        self.0.push(it.id.sym.clone());
    }

    fn visit_assign_pat_prop(&mut self, it: &AssignPatProp) {
        self.0.push(it.key.id.sym.clone());
    }

    // Values of defaults bind nothing.
    fn visit_expr(&mut self, _: &Expr) {}
}

/// The parameters of a function that are plain names; `None` for others.
pub fn parameters<'p>(patterns: impl Iterator<Item = &'p Pat>) -> Vec<Option<Atom>> {
    let name = |it: &Pat| match it {
        Pat::Ident(it) => Some(it.id.sym.clone()),
        _ => None,
    };
    patterns.map(name).collect()
}

impl Finder {
    /// A pattern takes the value of an expression apart.
    pub fn bind(&mut self, pattern: &Pat, value: &Expr) {
        if let Pat::Ident(name) = pattern {
            let name = name.id.sym.clone();
            return self.held_by(Some(name), |this| {
                this.used_as(Use::Value, |this| value.visit_with(this));
            });
        }
        self.parts(bound(pattern), value);
    }

    /// Each of the names may be a part of the value.
    pub fn parts(&mut self, names: Vec<Atom>, value: &Expr) {
        match holder(value) {
            Some(from) => {
                self.flows
                    .extend(names.into_iter().map(|it| (it, from.clone())));
                self.used_as(Use::Called, |this| value.visit_with(this));
            }
            // The place stands for a name.
            None => {
                let place: Atom = self.place_name(value).into();
                self.flows
                    .extend(names.into_iter().map(|it| (it, place.clone())));
                self.held_by(Some(place), |this| {
                    this.used_as(Use::Value, |this| value.visit_with(this));
                });
            }
        }
    }

    pub fn call(&mut self, callee: &Expr, arguments: &[ExprOrSpread]) {
        self.used_as(Use::Called, |this| callee.visit_with(this));
        match untyped(callee) {
            Expr::Member(it) if is_calling(it) => {
                let object = holder(&it.obj);
                let calls_second = is_one_of(it, &["from", "replace", "replaceAll", "then"]);
                // The first parameter has the initial value, or a result. Without an initial value, it begins as a part.
                let is_reducing = is_one_of(it, &["reduce", "reduceRight"]);
                let skipped = usize::from(is_reducing && arguments.len() > 1);
                if let (true, 0, Some(object)) = (is_reducing, skipped, &object) {
                    self.escaped.insert(object.clone());
                }
                for (index, argument) in arguments.iter().enumerate() {
                    match index == 0 || calls_second {
                        true => self.called_back(object.as_ref(), &argument.expr, skipped),
                        false => self.held_by(None, |this| {
                            this.used_as(Use::Value, |this| argument.expr.visit_with(this));
                        }),
                    }
                }
            }
            Expr::Ident(it) if arguments.iter().all(|it| it.spread.is_none()) => {
                for (index, argument) in arguments.iter().enumerate() {
                    let name = self.parameter_name(&it.sym, index);
                    self.arguments.push(Argument {
                        callee: it.sym.clone(),
                        index,
                        name: name.clone(),
                    });
                    self.held_by(Some(name), |this| {
                        this.used_as(Use::Value, |this| argument.expr.visit_with(this));
                    });
                }
            }
            _ => self.held_by(None, |this| {
                this.used_as(Use::Value, |this| arguments.visit_with(this));
            }),
        }
    }

    /// The name of what is passed as an argument, whatever the parameter is.
    fn parameter_name(&self, callee: &Atom, index: usize) -> Atom {
        format!("{callee}({index})").into()
    }

    /// A callback of a method that calls it with parts of its object, but for the first `skipped` parameters.
    fn called_back(&mut self, object: Option<&Atom>, argument: &Expr, skipped: usize) {
        if let Some(object) = object {
            let names = match untyped(argument) {
                Expr::Arrow(it) => it.params.iter().skip(skipped).flat_map(bound).collect(),
                Expr::Fn(it) => {
                    let parameters = it.function.params.iter().skip(skipped);
                    parameters.flat_map(bound).collect()
                }
                // A named function takes its parameters from anywhere.
                _ => {
                    self.escaped.insert(object.clone());
                    Vec::new()
                }
            };
            self.flows
                .extend(names.into_iter().map(|it| (it, object.clone())));
        }
        self.held_by(None, |this| {
            this.used_as(Use::Called, |this| argument.visit_with(this));
        });
    }
}

fn is_calling(callee: &MemberExpr) -> bool {
    is_one_of(callee, CALLING)
}

fn is_one_of(callee: &MemberExpr, names: &[&str]) -> bool {
    let name = callee.prop.as_ident();
    name.is_some_and(|it| names.contains(&&*it.sym))
}
