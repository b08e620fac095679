//! Which functions declare no resources: a plan is complete although it has not called them.

use std::collections::HashSet;

use ruff_python_ast::visitor::{Visitor, walk_expr, walk_parameter, walk_pattern, walk_stmt};
use ruff_python_ast::{Expr as Syntax, ExprContext, Parameters, Pattern, Stmt};

use super::calls::Named;
use super::lowering::Lowering;
use super::scopes::captured;

impl Lowering<'_> {
    /// Whether a function with an expression calls nothing but functions of Python and its own values, as
    /// `js/lumi/data/declaration_scan.ts` decides for JavaScript.
    pub fn is_conversion(&self, parameters: &Parameters, body: &Syntax) -> bool {
        let mut locals = Locals::default();
        locals.visit_parameters(parameters);
        locals.visit_expr(body);
        let mut calls = Calls::new(self, locals.0);
        calls.visit_expr(body);
        calls.are_harmless
    }

    /// Whether a function with statements is one of these.
    pub fn is_conversion_of(&self, parameters: &Parameters, body: &[Stmt]) -> bool {
        let mut locals = Locals::default();
        locals.visit_parameters(parameters);
        locals.visit_body(body);
        let mut calls = Calls::new(self, locals.0);
        calls.visit_body(body);
        calls.are_harmless
    }
}

/// The parameters and variables of a function and of those in it.
#[derive(Default)]
struct Locals(HashSet<String>);

impl<'a> Visitor<'a> for Locals {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        if let Stmt::FunctionDef(it) = statement {
            self.0.insert(it.name.to_string());
        }
        walk_stmt(self, statement);
    }

    fn visit_expr(&mut self, expression: &'a Syntax) {
        match expression {
            Syntax::Name(it) if it.ctx == ExprContext::Store => {
                self.0.insert(it.id.to_string());
            }
            other => walk_expr(self, other),
        }
    }

    fn visit_pattern(&mut self, pattern: &'a Pattern) {
        self.0.extend(captured(pattern).map(str::to_owned));
        walk_pattern(self, pattern);
    }

    fn visit_parameter(&mut self, parameter: &'a ruff_python_ast::Parameter) {
        self.0.insert(parameter.name.to_string());
        walk_parameter(self, parameter);
    }
}

struct Calls<'l, 'a> {
    lowering: &'l Lowering<'a>,
    locals: HashSet<String>,
    are_harmless: bool,
}

impl<'l, 'a> Calls<'l, 'a> {
    fn new(lowering: &'l Lowering<'a>, locals: HashSet<String>) -> Self {
        Self {
            lowering,
            locals,
            are_harmless: true,
        }
    }

    fn is_harmless(&self, callee: &Syntax) -> bool {
        match callee {
            Syntax::Name(it) if self.locals.contains(it.id.as_str()) => true,
            // A name without a meaning in the module is one of the language.
            Syntax::Name(it) if self.lowering.meaning(&it.id).is_none() => true,
            Syntax::Name(_) => matches!(self.lowering.named(callee), Some(Named::Library(..))),
            Syntax::Attribute(it) => {
                matches!(self.lowering.named(callee), Some(Named::Library(..)))
                    || self.is_own_value(&it.value)
            }
            _ => false,
        }
    }

    /// Whether a value is one of the function, or a result of what it calls.
    fn is_own_value(&self, value: &Syntax) -> bool {
        match value {
            Syntax::Name(it) => self.locals.contains(it.id.as_str()),
            Syntax::Attribute(it) => self.is_own_value(&it.value),
            Syntax::Subscript(it) => self.is_own_value(&it.value),
            Syntax::Call(_) => true,
            other => other.is_literal_expr() || is_made_here(other),
        }
    }
}

fn is_made_here(value: &Syntax) -> bool {
    matches!(
        value,
        Syntax::FString(_)
            | Syntax::BinOp(_)
            | Syntax::List(_)
            | Syntax::ListComp(_)
            | Syntax::Dict(_)
            | Syntax::DictComp(_)
            | Syntax::Set(_)
            | Syntax::SetComp(_)
            | Syntax::Tuple(_)
    )
}

impl<'a> Visitor<'a> for Calls<'_, '_> {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        // A class may be one of resources; a variable of the module may be set for those that declare.
        let is_more = matches!(
            statement,
            Stmt::ClassDef(_) | Stmt::Global(_) | Stmt::Nonlocal(_)
        );
        self.are_harmless &= !is_more;
        walk_stmt(self, statement);
    }

    fn visit_expr(&mut self, expression: &'a Syntax) {
        if let Syntax::Call(it) = expression {
            self.are_harmless &= self.is_harmless(&it.func);
        }
        walk_expr(self, expression);
    }
}
