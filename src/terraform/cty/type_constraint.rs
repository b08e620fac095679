//! Types, and their JSON in schemas.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde_json::Value as Json;
use thiserror::Error;

use super::MAX_DEPTH;

/// The type of a value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Type {
    Bool,
    Number,
    String,
    /// Any type; the value says which.
    Dynamic,
    List(Box<Type>),
    Set(Box<Type>),
    Map(Box<Type>),
    Object(ObjectType),
    Tuple(Vec<Type>),
}

/// The attributes of an object.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectType {
    pub attributes: BTreeMap<String, Type>,
    /// Attributes that arguments of functions may leave out.
    pub optional: BTreeSet<String>,
}

/// Why a type cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TypeError {
    #[error("a type is not JSON: {0}")]
    NotJson(String),
    #[error("`{0}` is not a type")]
    Unknown(String),
    #[error("types are nested more than {MAX_DEPTH} levels deep")]
    TooDeep,
}

impl Type {
    pub fn list(element: Type) -> Self {
        Self::List(Box::new(element))
    }

    pub fn set(element: Type) -> Self {
        Self::Set(Box::new(element))
    }

    pub fn map(element: Type) -> Self {
        Self::Map(Box::new(element))
    }

    pub fn object<N: Into<String>>(attributes: impl IntoIterator<Item = (N, Type)>) -> Self {
        Self::Object(ObjectType {
            attributes: attributes
                .into_iter()
                .map(|(name, it)| (name.into(), it))
                .collect(),
            optional: BTreeSet::new(),
        })
    }

    /// Whether the type, or a part of it, is [`Type::Dynamic`].
    pub fn has_dynamic(&self) -> bool {
        match self {
            Self::Dynamic => true,
            Self::Bool | Self::Number | Self::String => false,
            Self::List(element) | Self::Set(element) | Self::Map(element) => element.has_dynamic(),
            Self::Object(object) => object.attributes.values().any(Self::has_dynamic),
            Self::Tuple(elements) => elements.iter().any(Self::has_dynamic),
        }
    }

    /// Reads the JSON of a type.
    pub fn from_json(json: &[u8]) -> Result<Self, TypeError> {
        let json: Json =
            serde_json::from_slice(json).map_err(|it| TypeError::NotJson(it.to_string()))?;
        Self::read(&json, 0)
    }

    pub(super) fn read(json: &Json, depth: usize) -> Result<Self, TypeError> {
        let unknown = || {
            let text = json.to_string();
            TypeError::Unknown(text.chars().take(80).collect())
        };
        if depth > MAX_DEPTH {
            return Err(TypeError::TooDeep);
        }
        match json {
            Json::String(name) => match name.as_str() {
                "bool" => Ok(Self::Bool),
                "number" => Ok(Self::Number),
                "string" => Ok(Self::String),
                "dynamic" => Ok(Self::Dynamic),
                _ => Err(unknown()),
            },
            Json::Array(parts) => {
                let (kind, parts) = parts.split_first().ok_or_else(unknown)?;
                let element = || match parts {
                    [element] => Ok(Box::new(Self::read(element, depth + 1)?)),
                    _ => Err(unknown()),
                };
                match kind.as_str() {
                    Some("list") => Ok(Self::List(element()?)),
                    Some("set") => Ok(Self::Set(element()?)),
                    Some("map") => Ok(Self::Map(element()?)),
                    Some("object") => ObjectType::read(parts, depth)
                        .transpose()
                        .ok_or_else(unknown)?
                        .map(Self::Object),
                    Some("tuple") => {
                        let [Json::Array(elements)] = parts else {
                            return Err(unknown());
                        };
                        let elements = elements.iter().map(|it| Self::read(it, depth + 1));
                        Ok(Self::Tuple(elements.collect::<Result<_, _>>()?))
                    }
                    _ => Err(unknown()),
                }
            }
            _ => Err(unknown()),
        }
    }

    /// The JSON of the type, as schemas have it.
    pub fn to_json(&self) -> Json {
        match self {
            Self::Bool => "bool".into(),
            Self::Number => "number".into(),
            Self::String => "string".into(),
            Self::Dynamic => "dynamic".into(),
            Self::List(element) => Json::Array(vec!["list".into(), element.to_json()]),
            Self::Set(element) => Json::Array(vec!["set".into(), element.to_json()]),
            Self::Map(element) => Json::Array(vec!["map".into(), element.to_json()]),
            Self::Object(object) => object.to_json(),
            Self::Tuple(elements) => Json::Array(vec![
                "tuple".into(),
                elements.iter().map(Self::to_json).collect(),
            ]),
        }
    }
}

impl ObjectType {
    /// `None` if the parts are not those of an object.
    fn read(parts: &[Json], depth: usize) -> Result<Option<Self>, TypeError> {
        let (attributes, optional) = match parts {
            [Json::Object(attributes)] => (attributes, None),
            [Json::Object(attributes), Json::Array(optional)] => (attributes, Some(optional)),
            _ => return Ok(None),
        };
        let mut object = Self::default();
        for (name, json) in attributes {
            let attribute = Type::read(json, depth + 1)?;
            object.attributes.insert(name.clone(), attribute);
        }
        for name in optional.into_iter().flatten() {
            match name.as_str() {
                Some(name) if object.attributes.contains_key(name) => {
                    object.optional.insert(name.to_owned());
                }
                _ => return Ok(None),
            }
        }
        Ok(Some(object))
    }

    fn to_json(&self) -> Json {
        let attributes = self.attributes.iter();
        let attributes = attributes.map(|(name, it)| (name.clone(), it.to_json()));
        let mut parts = vec!["object".into(), Json::Object(attributes.collect())];
        if !self.optional.is_empty() {
            parts.push(self.optional.iter().cloned().map(Json::String).collect());
        }
        Json::Array(parts)
    }
}

/// The type as messages name it.
impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool => f.write_str("a boolean"),
            Self::Number => f.write_str("a number"),
            Self::String => f.write_str("a string"),
            Self::Dynamic => f.write_str("a value of any type"),
            Self::List(_) => f.write_str("a list"),
            Self::Set(_) => f.write_str("a set"),
            Self::Map(_) => f.write_str("a map"),
            Self::Object(_) => f.write_str("an object"),
            Self::Tuple(_) => f.write_str("a tuple"),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::samples::any_type;
    use super::*;

    #[test]
    fn types_are_read_as_schemas_have_them() {
        let json = br#"["object",{"a":["list","string"],"b":["tuple",["bool","dynamic"]]},["a"]]"#;
        let Type::Object(object) = Type::from_json(json).unwrap() else {
            panic!("it is an object");
        };
        assert_eq!(object.attributes["a"], Type::list(Type::String));
        assert_eq!(
            object.attributes["b"],
            Type::Tuple(vec![Type::Bool, Type::Dynamic])
        );
        assert!(object.optional.contains("a"));
    }

    #[test]
    fn texts_that_are_not_types_are_refused() {
        for json in [
            "",
            "1",
            "{}",
            "[]",
            r#""text""#,
            r#"["list"]"#,
            r#"["list","string","string"]"#,
            r#"["object"]"#,
            r#"["object",{},["a"]]"#,
            r#"["tuple","string"]"#,
        ] {
            assert!(Type::from_json(json.as_bytes()).is_err(), "{json}");
        }
        let deep = format!("{}\"string\"{}", "[\"list\",".repeat(120), "]".repeat(120));
        assert_eq!(Type::from_json(deep.as_bytes()), Err(TypeError::TooDeep));
    }

    proptest! {
        #[test]
        fn types_survive_json(of in any_type()) {
            let json = of.to_json().to_string();
            prop_assert_eq!(Type::from_json(json.as_bytes()).unwrap(), of);
        }
    }
}
