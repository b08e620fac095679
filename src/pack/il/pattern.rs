//! Patterns: what values are assigned to.

use super::expression::{Expr, Key};
use super::node::{located, node};
use super::slot::Slot;

located! {
    pub struct Pattern { PatternKind } as Pattern, _
}

node! {
    pub enum PatternKind {
        /// Declares a local variable.
        Bind(it: Slot),
        /// Assigns to a variable or member that exists.
        Target(it: Box<Expr>),
        Array(it: Vec<Option<Pattern>>),
        Object(it: ObjectPattern),
        /// The value of `value` in place of `undefined`.
        Default {
            pattern: Box<Pattern>,
            value: Box<Expr>,
        },
        /// All that is left; the last of an array or of parameters.
        Rest(it: Box<Pattern>),
    }
}

node! {
    pub struct ObjectPattern {
        properties: Vec<PropertyPattern>,
        rest: Option<Box<Pattern>> = None,
    }
}

node! {
    pub struct PropertyPattern {
        key: Key,
        value: Pattern,
    }
}
