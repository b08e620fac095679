//! Code that is kept as JavaScript.

use serde::{Deserialize, Serialize};

use super::module::Slot;
use super::position::At;
use super::token::Token;

/// A function or class that may be captured by a resource: real JavaScript, of which only the captures are known.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Closure {
    /// The SHA-256 of the text, which is a file of the package.
    pub text: String,
    pub shape: ClosureShape,
    /// The free variables of the text that are not globals, by name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub captures: Vec<Capture>,
    #[serde(skip)]
    pub at: At,
}

/// The kind of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ClosureShape {
    /// A function or class as an expression.
    Expression,
    /// A declaration of a function or class.
    Declaration,
    /// A method, getter or setter of an object.
    Method,
}

/// A free variable of a text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Capture {
    pub name: String,
    pub value: Captured,
}

/// The target of a free variable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Captured {
    Local(Slot),
    Token(Token),
}
