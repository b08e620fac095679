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

pub fn object(entries: Vec<(String, Expr)>, at: At) -> Expr {
    let entries = entries.into_iter().map(|(key, value)| Property::Value {
        at,
        key: Key::Name(key),
        value,
    });
    expr(ExprKind::Object(entries.collect()), at)
}

pub fn get(of: Expr, name: &str, at: At) -> Expr {
    let kind = ExprKind::Get {
        of: Box::new(of),
        name: name.to_owned(),
        optional: false,
    };
    expr(kind, at)
}

pub fn index(of: Expr, index: f64, at: At) -> Expr {
    let kind = ExprKind::At {
        of: Box::new(of),
        index: Box::new(number(index, at)),
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

pub fn sequence(of: Vec<Expr>, at: At) -> Expr {
    expr(ExprKind::Sequence(of), at)
}

pub fn bind(slot: Slot, at: At) -> Pattern {
    Pattern {
        kind: PatternKind::Bind(slot),
        at,
    }
}

/// `to = value`
pub fn assign(to: Expr, value: Expr, at: At) -> Expr {
    let target = Pattern {
        at: to.at,
        kind: PatternKind::Target(Box::new(to)),
    };
    let kind = ExprKind::Assign {
        operator: "=".to_owned(),
        target: Box::new(target),
        value: Box::new(value),
    };
    expr(kind, at)
}

pub fn evaluate(of: Expr) -> Statement {
    let at = of.at;
    statement(StatementKind::Evaluate(of), at)
}

pub fn give_back(value: Expr, at: At) -> Statement {
    statement(StatementKind::Return(Some(value)), at)
}

pub fn variable(kind: VariableKind, slot: Slot, value: Option<Expr>, at: At) -> Statement {
    let kind = StatementKind::Variable {
        kind,
        pattern: bind(slot, at),
        value,
    };
    statement(kind, at)
}

pub fn constant(slot: Slot, value: Expr, at: At) -> Statement {
    variable(VariableKind::Const, slot, Some(value), at)
}

pub fn changeable(slot: Slot, value: Expr, at: At) -> Statement {
    variable(VariableKind::Let, slot, Some(value), at)
}

pub fn when(
    test: Expr,
    then: Vec<Statement>,
    otherwise: Option<Vec<Statement>>,
    at: At,
) -> Statement {
    let kind = StatementKind::If {
        test,
        then,
        otherwise,
    };
    statement(kind, at)
}

pub fn function(parameters: &[Slot], body: Body, arrow: bool, at: At) -> Function {
    let parameters = parameters.iter().map(|it| Parameter {
        pattern: bind(*it, at),
        value_type: None,
        optional: false,
    });
    Function {
        own: None,
        arrow,
        is_async: false,
        is_generator: false,
        generics: Vec::new(),
        parameters: parameters.collect(),
        result: None,
        body,
    }
}

/// An arrow with a value.
pub fn arrow(parameters: &[Slot], value: Expr, at: At) -> Expr {
    let function = function(parameters, Body::Value(Box::new(value)), true, at);
    expr(ExprKind::Function(Box::new(function)), at)
}

/// An arrow with statements.
pub fn arrow_block(parameters: &[Slot], body: Vec<Statement>, at: At) -> Expr {
    let function = function(parameters, Body::Block(body), true, at);
    expr(ExprKind::Function(Box::new(function)), at)
}
