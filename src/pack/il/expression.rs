//! Expressions.

use super::class::Class;
use super::closure::Closure;
use super::function::Function;
use super::node::{located, node};
use super::pattern::Pattern;
use super::position::At;
use super::slot::Slot;
use super::token::Token;
use super::types::Type;

located! {
    pub struct Expr { ExprKind } as Expression, Expressions
}

node! {
    pub enum ExprKind {
        Null,
        Undefined,
        This,
        /// A missing element of an array.
        Hole,
        Bool(it: bool),
        Number(#[serde(with = "super::number")] it: f64),
        String(it: String),
        Template(it: Template),
        Tagged {
            tag: Box<Expr>,
            template: Template,
        },
        Regex(pattern: String, flags: String),
        Array(it: Vec<Expr>),
        Object(it: Vec<Property>),
        Function(it: Box<Function>),
        Class(it: Box<Class>),
        Closure(it: Closure),
        Local(it: Slot),
        Token(it: Token),
        Intrinsic(it: String),
        Get {
            of: Box<Expr>,
            name: String,
            optional: bool = false,
        },
        At {
            of: Box<Expr>,
            index: Box<Expr>,
            optional: bool = false,
        },
        /// A `#private` member.
        Private {
            of: Box<Expr>,
            name: String,
        },
        SuperGet(it: String),
        Call {
            callee: Box<Expr>,
            arguments: Vec<Expr>,
            optional: bool = false,
            types: Vec<Type> = [],
        },
        SuperCall(it: Vec<Expr>),
        New {
            class: Box<Expr>,
            arguments: Vec<Expr>,
            types: Vec<Type> = [],
        },
        /// The extent of `?.`: all of it is `undefined` where an optional part of it is.
        Chain(it: Box<Expr>),
        Unary {
            operator: String,
            of: Box<Expr>,
        },
        /// `++` and `--`.
        Update {
            operator: String,
            prefix: bool = false,
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
            otherwise as "else": Box<Expr>,
        },
        Assign {
            operator: String,
            target: Box<Pattern>,
            value: Box<Expr>,
        },
        Sequence(it: Vec<Expr>),
        Await(it: Box<Expr>),
        /// In generators; `delegate` yields all values of what can be iterated.
        Yield {
            of: Option<Box<Expr>> = None,
            delegate: bool = false,
        },
        /// In arrays and arguments.
        Spread(it: Box<Expr>),
    }
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

node! {
    /// Texts with values between them: always one text more than values.
    pub struct Template {
        texts: Vec<String>,
        /// The texts as they are written, for a tag, where they differ.
        raw: Vec<String> = [],
        values: Vec<Expr>,
    }
}

node! {
    pub enum Key {
        Name(it: String),
        Computed(it: Box<Expr>),
        /// A `#private` name, without `#`.
        Private(it: String),
    }
}

node! {
    pub enum Property {
        Value {
            #[serde(skip)]
            at: At,
            key: Key,
            value: Expr,
        },
        Method {
            #[serde(skip)]
            at: At,
            key: Key,
            function: Function,
        },
        Getter {
            #[serde(skip)]
            at: At,
            key: Key,
            function: Function,
        },
        Closure(it: Closure),
        Spread(it: Expr),
    }
}
