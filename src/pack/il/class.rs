//! Classes.

use serde::{Deserialize, Serialize};

use super::expression::{Expr, Key};
use super::function::Function;
use super::module::Slot;
use super::position::At;
use super::types::{Type, TypeParameter};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Class {
    /// The variable of a class expression with a name, visible in the class alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own: Option<Slot>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub generics: Vec<TypeParameter>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extends: Option<Expr>,
    /// The arguments of the types of the class that it extends.
    #[serde(default, rename = "superTypes", skip_serializing_if = "Vec::is_empty")]
    pub super_types: Vec<Type>,
    pub members: Vec<ClassMember>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClassMember {
    pub key: Key,
    #[serde(default, rename = "static", skip_serializing_if = "std::ops::Not::not")]
    pub is_static: bool,
    pub kind: MemberKind,
    #[serde(skip)]
    pub at: At,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub enum MemberKind {
    Constructor(Function),
    Method(Function),
    Getter(Function),
    Setter(Function),
    Field {
        #[serde(default, rename = "type", skip_serializing_if = "Option::is_none")]
        value_type: Option<Type>,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        readonly: bool,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        value: Option<Expr>,
    },
    /// A field that only types know, such as one of `declare`.
    Declared {
        #[serde(default, rename = "type", skip_serializing_if = "Option::is_none")]
        value_type: Option<Type>,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        readonly: bool,
    },
}
