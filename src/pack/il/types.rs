//! Types, as far as LumiIL can say them. They describe interfaces; no run depends on them.

use serde::{Deserialize, Serialize};

/// A type by which values are described.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub enum Type {
    Any,
    /// Anything, and what LumiIL has no type for.
    Unknown,
    Never,
    Void,
    Null,
    Undefined,
    String,
    Number,
    Boolean,
    Object,
    /// The type of one text, number or truth value.
    Literal(serde_json::Value),
    Array(Box<Type>),
    Tuple(Vec<Type>),
    Union(Vec<Type>),
    Intersection(Vec<Type>),
    /// An object with these members.
    Members(Vec<TypeMember>),
    Function {
        parameters: Vec<TypeMember>,
        result: Box<Type>,
    },
    /// A type by its name: a token, a type parameter, or a type of the standard library.
    Named {
        name: String,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        arguments: Vec<Type>,
    },
    Keyof(Box<Type>),
    Readonly(Box<Type>),
}

/// A member of a type of objects, or a parameter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TypeMember {
    pub name: String,
    #[serde(rename = "type")]
    pub value_type: Type,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub optional: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub readonly: bool,
    /// Whether it stands for all parameters that are left.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rest: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TypeParameter {
    pub name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extends: Option<Type>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<Type>,
}

/// A type with a name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TypeDeclaration {
    pub name: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub generics: Vec<TypeParameter>,
    /// The interfaces that this one extends.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub extends: Vec<Type>,
    /// Whether it is declared as an interface.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub interface: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub exported: bool,
    #[serde(rename = "type")]
    pub value_type: Type,
}
