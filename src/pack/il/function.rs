//! Functions.

use super::expression::Expr;
use super::node::node;
use super::pattern::Pattern;
use super::slot::Slot;
use super::statement::Statement;
use super::types::{Type, TypeParameter};

node! {
    pub struct Function {
        /// The variable of a function expression with a name, visible in the function alone.
        own: Option<Slot> = None,
        /// Whether `this` is that of the code around it.
        arrow: bool = false,
        is_async as "async": bool = false,
        /// Whether it yields values; arrows do not.
        is_generator as "generator": bool = false,
        generics: Vec<TypeParameter> = [],
        parameters: Vec<Parameter>,
        result: Option<Type> = None,
        body: Body,
    }
}

node! {
    pub struct Parameter {
        pattern: Pattern,
        value_type as "type": Option<Type> = None,
        /// Whether callers may leave it out, as the type says.
        optional: bool = false,
    }
}

node! {
    pub enum Body {
        /// The result of an arrow.
        Value(it: Box<Expr>),
        Block(it: Vec<Statement>),
    }
}
