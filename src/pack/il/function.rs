//! Functions.

use serde::{Deserialize, Serialize};

use super::expression::Expr;
use super::module::Slot;
use super::pattern::Pattern;
use super::statement::Statement;
use super::types::{Type, TypeParameter};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Function {
    /// The variable of a function expression with a name, visible in the function alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own: Option<Slot>,
    /// Whether `this` is that of the code around it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub arrow: bool,
    #[serde(default, rename = "async", skip_serializing_if = "std::ops::Not::not")]
    pub is_async: bool,
    /// Whether it yields values; arrows do not.
    #[serde(
        default,
        rename = "generator",
        skip_serializing_if = "std::ops::Not::not"
    )]
    pub is_generator: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub generics: Vec<TypeParameter>,
    pub parameters: Vec<Parameter>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<Type>,
    pub body: Body,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parameter {
    pub pattern: Pattern,
    #[serde(default, rename = "type", skip_serializing_if = "Option::is_none")]
    pub value_type: Option<Type>,
    /// Whether callers may leave it out, as the type says.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub optional: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Body {
    /// The result of an arrow.
    Value(Box<Expr>),
    Block(Vec<Statement>),
}
