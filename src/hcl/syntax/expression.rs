//! The tree of an expression.

use std::ops::Deref;
use std::sync::{Arc, LazyLock};

use super::diagnostic::Diagnostics;
use super::source_file::Span;

/// An expression with its place.
#[derive(Clone, Debug)]
pub struct Expression {
    pub kind: SharedKind,
    pub span: Span,
}

/// A kind that clones of an expression share. Trees of any depth can be dropped.
#[derive(Clone, Debug)]
pub struct SharedKind(Arc<ExpressionKind>);

impl Deref for SharedKind {
    type Target = ExpressionKind;

    fn deref(&self) -> &ExpressionKind {
        &self.0
    }
}

static NULL: LazyLock<Arc<ExpressionKind>> =
    LazyLock::new(|| Arc::new(ExpressionKind::Literal(Literal::Null)));

impl Drop for SharedKind {
    fn drop(&mut self) {
        let kind = std::mem::replace(&mut self.0, NULL.clone());
        stacker::maybe_grow(32 * 1024, 1024 * 1024, || drop(kind));
    }
}

/// The kinds of expressions.
#[derive(Debug)]
pub enum ExpressionKind {
    Literal(Literal),
    /// A quoted text, heredoc or template file: its parts as one text.
    Template(Vec<Expression>),
    /// A template that is one interpolation, whose value keeps its type.
    Wrapped(Expression),
    /// The texts of a list as one text: a `%{for}` directive.
    Join(Expression),
    Parentheses(Expression),
    Traversal(Traversal),
    /// Attributes and constant indexes of another expression.
    Relative {
        source: Expression,
        steps: Vec<Step>,
    },
    Index {
        collection: Expression,
        key: Expression,
    },
    /// `each` is evaluated for each element of the source, with [`Self::Element`] as the element.
    Splat {
        source: Expression,
        each: Expression,
    },
    /// The element of the innermost splat whose `each` this is in.
    Element,
    Call(Call),
    Conditional {
        condition: Expression,
        on_true: Expression,
        on_false: Expression,
    },
    Unary {
        operator: UnaryOperator,
        operand: Expression,
    },
    Binary {
        operator: BinaryOperator,
        left: Expression,
        right: Expression,
    },
    Tuple(Vec<Expression>),
    /// Of equal keys, the last counts.
    Object(Vec<(Expression, Expression)>),
    /// A key of an object without parentheses: a name is a text.
    Key(Expression),
    For(For),
    JsonText(JsonText),
    /// Keys are templates; equal ones are refused.
    JsonObject(Vec<(Expression, Expression)>),
}

/// A constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Literal {
    Null,
    Bool(bool),
    /// The digits as they are written.
    Number(String),
    Text(String),
}

/// A reference: a name, then attributes and constant indexes.
#[derive(Clone, Debug)]
pub struct Traversal {
    pub root: String,
    pub root_span: Span,
    pub steps: Vec<Step>,
    pub span: Span,
}

/// An attribute or a constant index, with its dot or brackets.
#[derive(Clone, Debug)]
pub struct Step {
    pub kind: StepKind,
    pub span: Span,
}

/// The kinds of steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepKind {
    Attribute(String),
    Index(Literal),
}

/// A call of a function.
#[derive(Clone, Debug)]
pub struct Call {
    /// With its namespaces, such as `core::upper`.
    pub name: String,
    pub name_span: Span,
    pub arguments: Vec<Expression>,
    /// Whether the last argument is a list of arguments (`...`).
    pub is_expanded: bool,
    pub span: Span,
}

/// A `for` expression.
#[derive(Debug)]
pub struct For {
    pub key_name: Option<String>,
    pub value_name: String,
    pub collection: Expression,
    /// Makes an object; without a key, a tuple.
    pub key: Option<Expression>,
    pub value: Expression,
    pub condition: Option<Expression>,
    /// Whether the values of equal keys make a list (`...`).
    pub is_grouped: bool,
}

/// A text in a JSON file.
#[derive(Debug)]
pub struct JsonText {
    pub text: String,
    /// The text as a template, for expressions.
    pub template: Result<Expression, Diagnostics>,
}

/// Operators with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaryOperator {
    Negate,
    Not,
}

/// Operators with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryOperator {
    Or,
    And,
    Equal,
    NotEqual,
    Greater,
    GreaterOrEqual,
    Less,
    LessOrEqual,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
}

impl BinaryOperator {
    /// The binding strength; a greater one binds more tightly.
    pub(super) fn precedence(self) -> u8 {
        match self {
            Self::Or => 1,
            Self::And => 2,
            Self::Equal | Self::NotEqual => 3,
            Self::Greater | Self::GreaterOrEqual | Self::Less | Self::LessOrEqual => 4,
            Self::Add | Self::Subtract => 5,
            Self::Multiply | Self::Divide | Self::Remainder => 6,
        }
    }
}

impl Expression {
    pub fn new(kind: ExpressionKind, span: Span) -> Self {
        Self {
            kind: SharedKind(Arc::new(kind)),
            span,
        }
    }

    /// A constant text.
    pub fn text(text: impl Into<String>, span: Span) -> Self {
        Self::new(ExpressionKind::Literal(Literal::Text(text.into())), span)
    }
}
