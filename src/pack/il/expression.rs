//! Expressions.

use serde::{Deserialize, Serialize};

use super::class::Class;
use super::closure::Closure;
use super::function::Function;
use super::module::Slot;
use super::pattern::Pattern;
use super::position::At;
use super::token::Token;
use super::types::Type;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Expr {
    pub kind: ExprKind,
    #[serde(skip)]
    pub at: At,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub enum ExprKind {
    Null,
    Undefined,
    This,
    /// A missing element of an array.
    Hole,
    Bool(bool),
    Number(#[serde(with = "super::number")] f64),
    String(String),
    Template(Template),
    Tagged {
        tag: Box<Expr>,
        template: Template,
    },
    /// The pattern and the flags.
    Regex(String, String),
    Array(Vec<Expr>),
    Object(Vec<Property>),
    Function(Box<Function>),
    Class(Box<Class>),
    Closure(Closure),
    Local(Slot),
    Token(Token),
    Intrinsic(String),
    Get {
        of: Box<Expr>,
        name: String,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        optional: bool,
    },
    At {
        of: Box<Expr>,
        index: Box<Expr>,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        optional: bool,
    },
    /// A `#private` member.
    Private {
        of: Box<Expr>,
        name: String,
    },
    SuperGet(String),
    Call {
        callee: Box<Expr>,
        arguments: Vec<Expr>,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        optional: bool,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        types: Vec<Type>,
    },
    SuperCall(Vec<Expr>),
    New {
        class: Box<Expr>,
        arguments: Vec<Expr>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        types: Vec<Type>,
    },
    /// The extent of `?.`: all of it is `undefined` where an optional part of it is.
    Chain(Box<Expr>),
    Unary {
        operator: String,
        of: Box<Expr>,
    },
    /// `++` and `--`.
    Update {
        operator: String,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        prefix: bool,
        target: Box<Expr>,
    },
    /// All operators with two operands, `&&`, `||` and `??` included.
    Binary {
        operator: String,
        left: Box<Expr>,
        right: Box<Expr>,
    },
    Conditional {
        test: Box<Expr>,
        then: Box<Expr>,
        #[serde(rename = "else")]
        otherwise: Box<Expr>,
    },
    Assign {
        operator: String,
        target: Box<Pattern>,
        value: Box<Expr>,
    },
    Sequence(Vec<Expr>),
    Await(Box<Expr>),
    /// In generators; `delegate` yields all values of what can be iterated.
    Yield {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        of: Option<Box<Expr>>,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        delegate: bool,
    },
    /// In arrays and arguments.
    Spread(Box<Expr>),
}

impl ExprKind {
    /// Whether the value is written as it is, and evaluates nothing.
    pub fn is_literal(&self) -> bool {
        matches!(
            self,
            Self::Null | Self::Bool(_) | Self::Number(_) | Self::String(_) | Self::Regex(..)
        )
    }
}

/// Texts with values between them: always one text more than values.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Template {
    pub texts: Vec<String>,
    /// The texts as they are written, for a tag, where they differ.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub raw: Vec<String>,
    pub values: Vec<Expr>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Key {
    Name(String),
    Computed(Box<Expr>),
    /// A `#private` name, without `#`.
    Private(String),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub enum Property {
    Value {
        key: Key,
        value: Expr,
        #[serde(skip)]
        at: At,
    },
    Method {
        key: Key,
        function: Function,
        #[serde(skip)]
        at: At,
    },
    Getter {
        key: Key,
        function: Function,
        #[serde(skip)]
        at: At,
    },
    Closure(Closure),
    Spread(Expr),
}
