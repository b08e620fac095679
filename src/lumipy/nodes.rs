//! Constructors of nodes of LumiIL.

use lumi_pack::il::{
    At, Body, Expr, ExprKind, Function, Key, Parameter, Pattern, PatternKind, Property, Slot,
    Statement, StatementKind, VariableKind,
};

pub fn expr(kind: ExprKind, at: At) -> Expr {
    Expr { kind, at }
}

pub fn statement(kind: StatementKind, at: At) -> Statement {
    Statement { kind, at }
}

pub fn local(slot: Slot, at: At) -> Expr {
    expr(ExprKind::Local(slot), at)
}

pub fn string(text: &str, at: At) -> Expr {
    expr(ExprKind::String(text.to_owned()), at)
}

pub fn null(at: At) -> Expr {
    expr(ExprKind::Null, at)
}

pub fn boolean(value: bool, at: At) -> Expr {
    expr(ExprKind::Bool(value), at)
}

/// A number: a negative one is the operator `-` before its amount.
pub fn number(value: f64, at: At) -> Expr {
    let amount = expr(ExprKind::Number(value.abs()), at);
    match value.is_sign_negative() {
        true => unary("-", amount, at),
        false => amount,
    }
}

pub fn array(items: Vec<Expr>, at: At) -> Expr {
    expr(ExprKind::Array(items), at)
}

pub fn spread(of: Expr, at: At) -> Expr {
    expr(ExprKind::Spread(Box::new(of)), at)
}

pub fn get(of: Expr, name: &str, at: At) -> Expr {
    let kind = ExprKind::Get {
        of: Box::new(of),
        name: name.to_owned(),
        optional: false,
    };
    expr(kind, at)
}

pub fn call(callee: Expr, arguments: Vec<Expr>, at: At) -> Expr {
    let kind = ExprKind::Call {
        callee: Box::new(callee),
        arguments,
        optional: false,
        types: Vec::new(),
    };
    expr(kind, at)
}

pub fn new(class: Expr, arguments: Vec<Expr>, at: At) -> Expr {
    let kind = ExprKind::New {
        class: Box::new(class),
        arguments,
        types: Vec::new(),
    };
    expr(kind, at)
}

pub fn unary(operator: &str, of: Expr, at: At) -> Expr {
    let kind = ExprKind::Unary {
        operator: operator.to_owned(),
        of: Box::new(of),
    };
    expr(kind, at)
}

pub fn binary(operator: &str, left: Expr, right: Expr, at: At) -> Expr {
    let kind = ExprKind::Binary {
        operator: operator.to_owned(),
        left: Box::new(left),
        right: Box::new(right),
    };
    expr(kind, at)
}

pub fn conditional(test: Expr, then: Expr, otherwise: Expr, at: At) -> Expr {
    let kind = ExprKind::Conditional {
        test: Box::new(test),
        then: Box::new(then),
        otherwise: Box::new(otherwise),
    };
    expr(kind, at)
}

pub fn pattern(kind: PatternKind, at: At) -> Pattern {
    Pattern { kind, at }
}

pub fn target(of: Expr) -> Pattern {
    let at = of.at;
    pattern(PatternKind::Target(Box::new(of)), at)
}

pub fn bind(slot: Slot, at: At) -> Pattern {
    pattern(PatternKind::Bind(slot), at)
}

pub fn assign(to: Pattern, value: Expr, at: At) -> Expr {
    let kind = ExprKind::Assign {
        operator: "=".to_owned(),
        target: Box::new(to),
        value: Box::new(value),
    };
    expr(kind, at)
}

pub fn set(slot: Slot, value: Expr, at: At) -> Expr {
    assign(target(local(slot, at)), value, at)
}

pub fn evaluate(of: Expr) -> Statement {
    let at = of.at;
    statement(StatementKind::Evaluate(of), at)
}

pub fn give_back(value: Expr, at: At) -> Statement {
    statement(StatementKind::Return(Some(value)), at)
}

pub fn variable(kind: VariableKind, pattern: Pattern, value: Option<Expr>, at: At) -> Statement {
    let kind = StatementKind::Variable {
        kind,
        pattern,
        value,
    };
    statement(kind, at)
}

/// `const slot = value`
pub fn constant(slot: Slot, value: Expr, at: At) -> Statement {
    variable(VariableKind::Const, bind(slot, at), Some(value), at)
}

pub fn value_property(key: &str, value: Expr, at: At) -> Property {
    Property::Value {
        key: Key::Name(key.to_owned()),
        value,
        at,
    }
}

pub fn function(parameters: Vec<Parameter>, body: Body, arrow: bool) -> Function {
    Function {
        own: None,
        arrow,
        is_async: false,
        is_generator: false,
        generics: Vec::new(),
        parameters,
        result: None,
        body,
    }
}

pub fn parameter(pattern: Pattern) -> Parameter {
    Parameter {
        pattern,
        value_type: None,
        optional: false,
    }
}

pub fn with_default(of: Parameter, value: Expr) -> Parameter {
    let at = of.pattern.at;
    let kind = PatternKind::Default {
        pattern: Box::new(of.pattern),
        value: Box::new(value),
    };
    Parameter {
        pattern: pattern(kind, at),
        ..of
    }
}
