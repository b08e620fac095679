//! Visits all nodes of a module in order.

use super::class::{Class, ClassMember, MemberKind};
use super::expression::{Expr, ExprKind, Key, Property, Template};
use super::function::{Body, Function};
use super::module::Module;
use super::pattern::{ObjectPattern, Pattern, PatternKind};
use super::position::At;
use super::statement::{Head, Statement, StatementKind};

/// A visitor of the nodes of a module.
pub trait Visit {
    /// Visits the position of a node.
    fn position(&mut self, _at: &mut At) {}

    /// Visits a statement before its parts.
    fn statement(&mut self, _statement: &Statement) {}

    /// Visits an expression before its parts.
    fn expression(&mut self, _expression: &Expr) {}
}

/// Calls a function for each position.
struct Positions<'a>(&'a mut dyn FnMut(&mut At));

impl Visit for Positions<'_> {
    fn position(&mut self, at: &mut At) {
        (self.0)(at);
    }
}

type Visitor<'a> = &'a mut dyn Visit;

impl Module {
    /// Calls `visit` for the position of each node, always in the same order.
    pub fn each_position(&mut self, visit: &mut dyn FnMut(&mut At)) {
        self.each_node(&mut Positions(visit));
    }

    /// Visits each node, always in the same order.
    pub fn each_node(&mut self, visit: &mut dyn Visit) {
        statements(&mut self.body, visit);
    }
}

fn statements(body: &mut [Statement], visit: Visitor<'_>) {
    for statement in body {
        self::statement(statement, visit);
    }
}

fn statement(statement: &mut Statement, visit: Visitor<'_>) {
    visit.statement(statement);
    visit.position(&mut statement.at);
    match &mut statement.kind {
        StatementKind::Evaluate(it)
        | StatementKind::Default(it)
        | StatementKind::Throw(it)
        | StatementKind::Return(Some(it)) => expression(it, visit),
        StatementKind::Variable { pattern, value, .. } => {
            self::pattern(pattern, visit);
            expressions(value, visit);
        }
        StatementKind::Function { function, .. } => self::function(function, visit),
        StatementKind::Class { class, .. } => self::class(class, visit),
        StatementKind::Closure { closure, .. } => visit.position(&mut closure.at),
        StatementKind::Enum { members, .. } => {
            for member in members {
                expressions(&mut member.value, visit);
            }
        }
        StatementKind::If {
            test,
            then,
            otherwise,
        } => {
            expression(test, visit);
            statements(then, visit);
            statements(otherwise.as_deref_mut().unwrap_or_default(), visit);
        }
        StatementKind::Block(body) => statements(body, visit),
        StatementKind::Labeled { body, .. } => self::statement(body, visit),
        StatementKind::Return(None) | StatementKind::Break(_) | StatementKind::Continue(_) => {}
        other => loops(other, visit),
    }
}

fn loops(kind: &mut StatementKind, visit: Visitor<'_>) {
    match kind {
        StatementKind::For {
            head,
            test,
            update,
            body,
        } => {
            match head {
                Some(Head::Variables(it)) => statements(it, visit),
                Some(Head::Value(it)) => expression(it, visit),
                None => {}
            }
            expressions(test, visit);
            expressions(update, visit);
            statements(body, visit);
        }
        StatementKind::ForEach {
            pattern, of, body, ..
        } => {
            self::pattern(pattern, visit);
            expression(of, visit);
            statements(body, visit);
        }
        StatementKind::While { test, body } | StatementKind::DoWhile { body, test } => {
            expression(test, visit);
            statements(body, visit);
        }
        StatementKind::Switch { value, cases } => {
            expression(value, visit);
            for case in cases {
                expressions(&mut case.test, visit);
                statements(&mut case.body, visit);
            }
        }
        StatementKind::Try {
            body,
            catch,
            finally,
        } => {
            statements(body, visit);
            if let Some(catch) = catch {
                if let Some(pattern) = &mut catch.pattern {
                    self::pattern(pattern, visit);
                }
                statements(&mut catch.body, visit);
            }
            statements(finally.as_deref_mut().unwrap_or_default(), visit);
        }
        _ => {}
    }
}

fn expressions<'a>(list: impl IntoIterator<Item = &'a mut Expr>, visit: Visitor<'_>) {
    for it in list {
        expression(it, visit);
    }
}

#[expect(clippy::too_many_lines, reason = "one arm for each kind of node")]
fn expression(expression: &mut Expr, visit: Visitor<'_>) {
    visit.expression(expression);
    visit.position(&mut expression.at);
    match &mut expression.kind {
        ExprKind::Template(it) => template(it, visit),
        ExprKind::Tagged { tag, template } => {
            self::expression(tag, visit);
            self::template(template, visit);
        }
        ExprKind::Array(list) | ExprKind::Sequence(list) | ExprKind::SuperCall(list) => {
            expressions(list, visit);
        }
        ExprKind::Object(properties) => {
            for it in properties {
                property(it, visit);
            }
        }
        ExprKind::Function(it) => function(it, visit),
        ExprKind::Class(it) => class(it, visit),
        ExprKind::Closure(it) => visit.position(&mut it.at),
        ExprKind::Get { of, .. }
        | ExprKind::Private { of, .. }
        | ExprKind::Chain(of)
        | ExprKind::Unary { of, .. }
        | ExprKind::Update { target: of, .. }
        | ExprKind::Await(of)
        | ExprKind::Spread(of)
        | ExprKind::Yield { of: Some(of), .. } => self::expression(of, visit),
        ExprKind::At { of, index, .. } => {
            self::expression(of, visit);
            self::expression(index, visit);
        }
        ExprKind::Call {
            callee, arguments, ..
        }
        | ExprKind::New {
            class: callee,
            arguments,
            ..
        } => {
            self::expression(callee, visit);
            expressions(arguments, visit);
        }
        ExprKind::Binary { left, right, .. } => {
            self::expression(left, visit);
            self::expression(right, visit);
        }
        ExprKind::Conditional {
            test,
            then,
            otherwise,
        } => {
            for it in [test, then, otherwise] {
                self::expression(it, visit);
            }
        }
        ExprKind::Assign { target, value, .. } => {
            pattern(target, visit);
            self::expression(value, visit);
        }
        _ => {}
    }
}

fn template(template: &mut Template, visit: Visitor<'_>) {
    expressions(&mut template.values, visit);
}

fn property(property: &mut Property, visit: Visitor<'_>) {
    match property {
        Property::Value { key, value, at } => {
            visit.position(at);
            self::key(key, visit);
            expression(value, visit);
        }
        Property::Method { key, function, at } | Property::Getter { key, function, at } => {
            visit.position(at);
            self::key(key, visit);
            self::function(function, visit);
        }
        Property::Closure(it) => visit.position(&mut it.at),
        Property::Spread(it) => expression(it, visit),
    }
}

fn key(key: &mut Key, visit: Visitor<'_>) {
    if let Key::Computed(it) = key {
        expression(it, visit);
    }
}

fn function(function: &mut Function, visit: Visitor<'_>) {
    for parameter in &mut function.parameters {
        pattern(&mut parameter.pattern, visit);
    }
    match &mut function.body {
        Body::Value(it) => expression(it, visit),
        Body::Block(it) => statements(it, visit),
    }
}

fn class(class: &mut Class, visit: Visitor<'_>) {
    expressions(&mut class.extends, visit);
    for ClassMember { key, kind, at, .. } in &mut class.members {
        visit.position(at);
        self::key(key, visit);
        match kind {
            MemberKind::Constructor(it)
            | MemberKind::Method(it)
            | MemberKind::Getter(it)
            | MemberKind::Setter(it) => function(it, visit),
            MemberKind::Field { value, .. } => expressions(value, visit),
            MemberKind::Declared { .. } => {}
        }
    }
}

fn pattern(pattern: &mut Pattern, visit: Visitor<'_>) {
    visit.position(&mut pattern.at);
    match &mut pattern.kind {
        PatternKind::Bind(_) => {}
        PatternKind::Target(it) => expression(it, visit),
        PatternKind::Array(items) => {
            for it in items.iter_mut().flatten() {
                self::pattern(it, visit);
            }
        }
        PatternKind::Object(ObjectPattern { properties, rest }) => {
            for it in properties {
                key(&mut it.key, visit);
                self::pattern(&mut it.value, visit);
            }
            if let Some(rest) = rest {
                self::pattern(rest, visit);
            }
        }
        PatternKind::Default { pattern, value } => {
            self::pattern(pattern, visit);
            expression(value, visit);
        }
        PatternKind::Rest(it) => self::pattern(it, visit),
    }
}
