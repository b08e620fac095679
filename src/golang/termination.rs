//! Facts about statements that syntax alone tells.

use super::syntax::tree::{Block, Case, Expr, ExprKind, Statement, StatementKind};

/// Whether the end of statements cannot be reached.
pub fn ends(statements: &[Statement]) -> bool {
    statements.last().is_some_and(|it| is_end(it, None))
}

fn is_end(of: &Statement, label: Option<&str>) -> bool {
    match &of.kind {
        StatementKind::Return(_) => true,
        StatementKind::Expression(it) => is_panic(it),
        StatementKind::Block(it) => ends(&it.statements),
        StatementKind::If(it) => {
            let otherwise = it.otherwise.as_ref();
            ends(&it.then.statements) && otherwise.is_some_and(|it| is_end(it, None))
        }
        StatementKind::For(it) => it.test.is_none() && !leaves(&it.body.statements, label, true),
        StatementKind::Labeled(name, it) => is_end(it, Some(&name.name)),
        StatementKind::Switch(it) => are_ends(&it.cases, label),
        StatementKind::TypeSwitch(it) => are_ends(&it.cases, label),
        _ => false,
    }
}

fn are_ends(cases: &[Case], label: Option<&str>) -> bool {
    let has_default = cases.iter().any(|it| it.values.is_none());
    let is_case_end = |it: &Case| {
        let last = it.body.statements.last();
        let falls = last.is_some_and(|it| matches!(it.kind, StatementKind::Fallthrough));
        (falls || ends(&it.body.statements)) && !leaves(&it.body.statements, label, true)
    };
    has_default && cases.iter().all(is_case_end)
}

fn is_panic(of: &Expr) -> bool {
    match &of.kind {
        ExprKind::Call(call) => matches!(&call.of.kind, ExprKind::Name(name) if &**name == "panic"),
        ExprKind::Paren(inner) => is_panic(inner),
        _ => false,
    }
}

/// Whether a `break` leaves the statement around: one without a label if it is directly in it.
fn leaves(statements: &[Statement], label: Option<&str>, is_direct: bool) -> bool {
    statements.iter().any(|it| leaves_one(it, label, is_direct))
}

fn leaves_one(of: &Statement, label: Option<&str>, is_direct: bool) -> bool {
    let in_cases = |cases: &[Case]| {
        cases
            .iter()
            .any(|it| leaves(&it.body.statements, label, false))
    };
    match &of.kind {
        StatementKind::Break(None) => is_direct,
        StatementKind::Break(Some(name)) => label == Some(&*name.name),
        StatementKind::Block(it) => leaves(&it.statements, label, is_direct),
        StatementKind::If(it) => {
            let otherwise = it.otherwise.as_ref();
            leaves(&it.then.statements, label, is_direct)
                || otherwise.is_some_and(|it| leaves_one(it, label, is_direct))
        }
        StatementKind::Labeled(_, it) => leaves_one(it, label, is_direct),
        StatementKind::For(it) => leaves(&it.body.statements, label, false),
        StatementKind::Range(it) => leaves(&it.body.statements, label, false),
        StatementKind::Switch(it) => in_cases(&it.cases),
        StatementKind::TypeSwitch(it) => in_cases(&it.cases),
        _ => false,
    }
}

/// Deferred calls.
pub struct Deferrals;

impl Deferrals {
    /// Whether a function defers calls, without the functions in it.
    pub fn of(body: &Block) -> bool {
        body.statements.iter().any(Self::in_statement)
    }

    fn in_statement(of: &Statement) -> bool {
        let in_cases = |cases: &[Case]| cases.iter().any(|it| Self::of(&it.body));
        match &of.kind {
            StatementKind::Defer(_) => true,
            StatementKind::Block(it) => Self::of(it),
            StatementKind::If(it) => {
                Self::of(&it.then) || it.otherwise.as_ref().is_some_and(Self::in_statement)
            }
            StatementKind::Labeled(_, it) => Self::in_statement(it),
            StatementKind::For(it) => Self::of(&it.body),
            StatementKind::Range(it) => Self::of(&it.body),
            StatementKind::Switch(it) => in_cases(&it.cases),
            StatementKind::TypeSwitch(it) => in_cases(&it.cases),
            _ => false,
        }
    }
}
