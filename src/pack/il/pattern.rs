//! Patterns: what values are assigned to.

use serde::{Deserialize, Serialize};

use super::expression::{Expr, Key};
use super::module::Slot;
use super::position::At;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Pattern {
    pub kind: PatternKind,
    #[serde(skip)]
    pub at: At,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub enum PatternKind {
    /// Declares a local variable.
    Bind(Slot),
    /// Assigns to a variable or member that exists.
    Target(Box<Expr>),
    Array(Vec<Option<Pattern>>),
    Object(ObjectPattern),
    /// The value of `value` in place of `undefined`.
    Default {
        pattern: Box<Pattern>,
        value: Box<Expr>,
    },
    /// All that is left; the last of an array or of parameters.
    Rest(Box<Pattern>),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ObjectPattern {
    pub properties: Vec<PropertyPattern>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rest: Option<Box<Pattern>>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PropertyPattern {
    pub key: Key,
    pub value: Pattern,
}
