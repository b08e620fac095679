//! Visits all nodes of a module in order.

use super::expression::Expr;
use super::module::Module;
use super::node::{Node, Part};
use super::position::At;
use super::statement::Statement;

/// A visitor of the nodes of a module.
pub trait Visit {
    /// Called for a statement before its parts.
    fn statement(&mut self, _statement: &Statement) {}

    /// Called for an expression before its parts.
    fn expression(&mut self, _expression: &Expr) {}
}

impl Module {
    /// Calls `each` for the position of each node, always in the same order.
    pub fn each_position(&mut self, each: &mut dyn FnMut(&mut At)) {
        self.body.positions(each);
    }

    /// Visits each node, always in the same order.
    pub fn each_node(&self, visit: &mut dyn Visit) {
        statements(&self.body, visit);
    }
}

fn parts(node: &dyn Node, visit: &mut dyn Visit) {
    node.parts(&mut |_, part| match part {
        Part::Expression(it) => expressions(std::slice::from_ref(it), visit),
        Part::Expressions(list) => expressions(list, visit),
        Part::Statement(it) => statements(std::slice::from_ref(it), visit),
        Part::Statements(list) => statements(list, visit),
        Part::Pattern(it) => parts(it, visit),
    });
}

fn expressions(list: &[Expr], visit: &mut dyn Visit) {
    for it in list {
        visit.expression(it);
        parts(it, visit);
    }
}

fn statements(list: &[Statement], visit: &mut dyn Visit) {
    for it in list {
        visit.statement(it);
        parts(it, visit);
    }
}
