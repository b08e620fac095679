//! Destructuring and assignment.

use deno_ast::swc::ast::*;

use super::Generator;
use super::origins::{IteratedCode, shown_member};
use crate::solver::{Key, NodeId, Use};

impl Generator<'_> {
    /// Declares the variables of a pattern.
    pub(super) fn bind(&mut self, pattern: &Pat, from: NodeId) {
        self.pattern(pattern, from, false);
    }

    pub(super) fn assign(&mut self, pattern: &Pat, from: NodeId) {
        self.pattern(pattern, from, true);
    }

    fn pattern(&mut self, pattern: &Pat, from: NodeId, assigns: bool) {
        match pattern {
            Pat::Ident(it) => match assigns {
                true => self.assign_variable(&it.id, from),
                false => {
                    self.note_declared(&it.id);
                    let variable = self.variable(it.id.to_id());
                    self.solver.copy(from, variable);
                }
            },
            Pat::Array(it) => self.array_pattern(it, from, assigns),
            Pat::Object(it) => self.object_pattern(it, from, assigns),
            Pat::Rest(it) => self.pattern(&it.arg, from, assigns),
            Pat::Assign(it) => {
                let default = self.expression(&it.right);
                let either = self.union([from, default]);
                self.pattern(&it.left, either, assigns);
            }
            Pat::Expr(it) => self.assign_expression(it, from),
            Pat::Invalid(_) => {}
        }
    }

    pub(super) fn array_pattern(&mut self, pattern: &ArrayPat, from: NodeId, assigns: bool) {
        let element = self.elements(from, IteratedCode::Pattern(pattern));
        for part in pattern.elems.iter().flatten() {
            match part {
                Pat::Rest(it) => self.pattern(&it.arg, from, assigns),
                part => self.pattern(part, element, assigns),
            }
        }
    }

    pub(super) fn object_pattern(&mut self, pattern: &ObjectPat, from: NodeId, assigns: bool) {
        for property in &pattern.props {
            match property {
                ObjectPatProp::KeyValue(it) => {
                    let key = self.property_key(&it.key);
                    let site = self.site(&it.key);
                    let member = self.load(from, key, site);
                    self.pattern(&it.value, member, assigns);
                }
                ObjectPatProp::Assign(it) => {
                    let key = self.key(&it.key.id.sym);
                    let site = self.site(&it.key.id);
                    let member = self.load(from, key, site);
                    let value = match &it.value {
                        Some(default) => {
                            let default = self.expression(default);
                            self.union([member, default])
                        }
                        None => member,
                    };
                    match assigns {
                        true => self.assign_variable(&it.key.id, value),
                        false => {
                            self.note_declared(&it.key.id);
                            let variable = self.variable(it.key.id.to_id());
                            self.solver.copy(value, variable);
                        }
                    }
                }
                // A copy of an intrinsic has no members that can be followed, so it is the intrinsic.
                ObjectPatProp::Rest(it) => self.pattern(&it.arg, from, assigns),
            }
        }
    }

    /// The key of a member; computed ones with constant text are names.
    pub(super) fn property_key(&mut self, key: &PropName) -> Key {
        match key {
            PropName::Ident(it) => self.key(&it.sym),
            PropName::Str(it) => self.key(&it.value.to_string_lossy()),
            PropName::Num(_) | PropName::BigInt(_) => Key::Any,
            PropName::Computed(it) => self.computed_key(&it.expr),
        }
    }

    pub(super) fn computed_key(&mut self, expression: &Expr) -> Key {
        let key = self.expression(expression);
        let site = self.site(expression);
        self.solver.observe(key, Use::CoercedToText(site));
        match self.declarations.text(expression) {
            Some(text) if text.parse::<f64>().is_err() => self.key(&text),
            _ => Key::Any,
        }
    }

    pub(super) fn assign_variable(&mut self, ident: &Ident, from: NodeId) {
        let site = self.site(ident);
        if self.is_global(ident) {
            let subject = ident.sym.to_string();
            self.solver
                .report(crate::rule::Rule::ChangedBuiltin, site, subject);
            return;
        }
        self.check_deferred(ident);
        self.note_write(ident);
        let variable = self.variable(ident.to_id());
        self.solver.copy(from, variable);
    }

    pub(super) fn assign_expression(&mut self, target: &Expr, from: NodeId) {
        match target {
            Expr::Ident(it) => self.assign_variable(it, from),
            Expr::Member(it) => self.assign_member(it, from),
            Expr::Paren(it) => self.assign_expression(&it.expr, from),
            other => {
                self.expression(other);
            }
        }
    }

    pub(super) fn assign_member(&mut self, target: &MemberExpr, from: NodeId) {
        let object = self.expression(&target.obj);
        let key = self.member_key(&target.prop);
        let site = self.site(target);
        let change = self.change(&shown_member(target), target.span);
        self.solver.observe(
            object,
            Use::Store {
                key,
                from,
                site,
                change,
            },
        );
    }

    pub(super) fn member_key(&mut self, property: &MemberProp) -> Key {
        match property {
            MemberProp::Ident(it) => self.key(&it.sym),
            MemberProp::PrivateName(it) => self.key(&format!("#{}", it.name)),
            MemberProp::Computed(it) => self.computed_key(&it.expr),
        }
    }
}
