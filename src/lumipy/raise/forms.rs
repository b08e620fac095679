//! The forms of calls that the lowering makes.

use lumi_pack::il::{
    Body, Expr, ExprKind, Function, Pattern, PatternKind, Slot, Statement, StatementKind, Token,
};

use crate::library::FOLDER;

/// The module of the library and the name that a token has there.
pub fn library_name(token: &Token) -> Option<(&str, &str)> {
    let module = token
        .module()
        .strip_prefix(FOLDER)
        .filter(|_| token.is_own())?;
    Some((module, token.name()))
}

/// The member of the library's index that an expression is.
pub fn index_name(of: &Expr) -> Option<&str> {
    match &of.kind {
        ExprKind::Token(token) => library_name(token)
            .filter(|it| it.0 == "index")
            .map(|it| it.1),
        _ => None,
    }
}

/// A call of a function of the library's index: its name and arguments.
pub fn py(of: &Expr) -> Option<(&str, &[Expr])> {
    match &of.kind {
        ExprKind::Call {
            callee,
            arguments,
            optional: false,
            ..
        } => Some((index_name(callee)?, arguments)),
        _ => None,
    }
}

/// The arguments of a call of one function of the library's index.
pub fn py_named<'e>(of: &'e Expr, name: &str) -> Option<&'e [Expr]> {
    py(of).filter(|it| it.0 == name).map(|it| it.1)
}

pub fn string(of: &Expr) -> Option<&str> {
    match &of.kind {
        ExprKind::String(it) => Some(it),
        _ => None,
    }
}

pub fn array(of: &Expr) -> Option<&[Expr]> {
    match &of.kind {
        ExprKind::Array(it) => Some(it),
        _ => None,
    }
}

pub fn local(of: &Expr) -> Option<Slot> {
    match of.kind {
        ExprKind::Local(it) => Some(it),
        _ => None,
    }
}

/// The variable and the value of `variable = value`.
pub fn assigned(of: &Expr) -> Option<(Slot, &Expr)> {
    match &of.kind {
        ExprKind::Assign {
            operator,
            target,
            value,
        } if operator == "=" => Some((target_slot(target)?, value)),
        _ => None,
    }
}

/// The variable that a pattern assigns.
pub fn target_slot(of: &Pattern) -> Option<Slot> {
    match &of.kind {
        PatternKind::Target(it) => local(it),
        _ => None,
    }
}

/// The variable that a pattern declares.
pub fn bound(of: &Pattern) -> Option<Slot> {
    match of.kind {
        PatternKind::Bind(it) => Some(it),
        _ => None,
    }
}

/// A statement that declares a variable with a value.
pub fn declared(of: &Statement) -> Option<(Slot, &Expr)> {
    match &of.kind {
        StatementKind::Variable {
            pattern,
            value: Some(value),
            ..
        } => Some((bound(pattern)?, value)),
        _ => None,
    }
}

/// A statement that declares a variable without a value.
pub fn hoisted(of: &Statement) -> Option<Slot> {
    match &of.kind {
        StatementKind::Variable {
            pattern,
            value: None,
            ..
        } => bound(pattern),
        _ => None,
    }
}

pub fn evaluated(of: &Statement) -> Option<&Expr> {
    match &of.kind {
        StatementKind::Evaluate(it) => Some(it),
        _ => None,
    }
}

/// Whether a statement returns `None`.
pub fn is_empty_return(of: &Statement) -> bool {
    matches!(&of.kind, StatementKind::Return(Some(it)) if matches!(it.kind, ExprKind::Null))
}

/// The statements of a function with a block.
pub fn block(of: &Function) -> Option<&[Statement]> {
    match &of.body {
        Body::Block(it) => Some(it),
        Body::Value(_) => None,
    }
}

/// A function that is called at once with one argument.
pub fn immediate(of: &Expr) -> Option<(&Function, &Expr)> {
    let ExprKind::Call {
        callee, arguments, ..
    } = &of.kind
    else {
        return None;
    };
    match (&callee.kind, arguments.as_slice()) {
        (ExprKind::Function(function), [source]) => Some((function, source)),
        _ => None,
    }
}

/// The class and the arguments of `new`.
pub fn made(of: &Expr) -> Option<(&Expr, &[Expr])> {
    match &of.kind {
        ExprKind::New {
            class, arguments, ..
        } => Some((class, arguments)),
        _ => None,
    }
}

/// The arguments that the library prepares for a class: those after the class itself.
pub fn prepared<'e>(arguments: &'e [Expr], name: &str) -> Option<&'e [Expr]> {
    let [only] = arguments else {
        return None;
    };
    match &only.kind {
        ExprKind::Spread(it) => py_named(it, name),
        _ => None,
    }
}
