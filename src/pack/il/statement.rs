//! Statements.

use serde::{Deserialize, Serialize};

use super::class::Class;
use super::closure::Closure;
use super::expression::Expr;
use super::function::Function;
use super::module::Slot;
use super::pattern::Pattern;
use super::position::At;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Statement {
    pub kind: StatementKind,
    #[serde(skip)]
    pub at: At,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum VariableKind {
    Const,
    Let,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum LoopKind {
    /// Over the values of what can be iterated.
    Of,
    /// Over the names of properties.
    In,
    /// As `of`, and waits for each value.
    AwaitOf,
}

/// The first part of `for (;;)`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub enum Head {
    /// Statements that declare variables.
    Variables(Vec<Statement>),
    Value(Expr),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub enum StatementKind {
    Evaluate(Expr),
    Variable {
        kind: VariableKind,
        pattern: Pattern,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        value: Option<Expr>,
    },
    Function {
        slot: Slot,
        function: Box<Function>,
    },
    Class {
        slot: Slot,
        class: Box<Class>,
    },
    /// A function or class that is kept as JavaScript.
    Closure {
        slot: Slot,
        closure: Closure,
    },
    Enum {
        slot: Slot,
        members: Vec<EnumMember>,
    },
    /// The value of the module's default export.
    Default(Expr),
    Return(Option<Expr>),
    Throw(Expr),
    If {
        test: Expr,
        then: Vec<Statement>,
        #[serde(default, rename = "else", skip_serializing_if = "Option::is_none")]
        otherwise: Option<Vec<Statement>>,
    },
    For {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        head: Option<Head>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        test: Option<Expr>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        update: Option<Expr>,
        body: Vec<Statement>,
    },
    ForEach {
        kind: LoopKind,
        /// `None` assigns to what exists.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        variable: Option<VariableKind>,
        pattern: Pattern,
        of: Expr,
        body: Vec<Statement>,
    },
    While {
        test: Expr,
        body: Vec<Statement>,
    },
    DoWhile {
        body: Vec<Statement>,
        test: Expr,
    },
    Switch {
        value: Expr,
        cases: Vec<Case>,
    },
    Try {
        body: Vec<Statement>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        catch: Option<Catch>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        finally: Option<Vec<Statement>>,
    },
    Block(Vec<Statement>),
    Labeled {
        label: String,
        body: Box<Statement>,
    },
    Break(Option<String>),
    Continue(Option<String>),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EnumMember {
    pub name: String,
    /// One more than that of the member before, or 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<Expr>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// `None` for all other values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test: Option<Expr>,
    pub body: Vec<Statement>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Catch {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pattern: Option<Pattern>,
    pub body: Vec<Statement>,
}
