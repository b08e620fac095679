//! Types of properties.

use std::fmt;
use std::sync::Arc;

use crate::value::value::Value;

/// The type of a value, as programs see it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum PropertyType {
    Any,
    Bool,
    Number,
    Text,
    Asset,
    Archive,
    /// A value that nothing stores.
    Ephemeral,
    List(Box<Self>),
    /// A list in which no element occurs twice, in no order.
    Set(Box<Self>),
    /// A list; one element alone may stand for it.
    OneOrMore(Box<Self>),
    Map(Box<Self>),
    Tuple(Vec<Self>),
    /// Any of several types.
    Union(Vec<Self>),
    /// One of these values.
    Choice(Arc<[Choice]>),
    /// A text. It is mostly one of these, which its documentation names.
    OpenChoice(Arc<[String]>),
    Object(Arc<ObjectType>),
}

/// A value of an enumeration.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Choice {
    Text(String),
    Bool(bool),
    Number(ChoiceNumber),
}

/// A number as its schema writes it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ChoiceNumber(pub String);

impl PropertyType {
    /// Whether a value of this type has no members by name.
    pub fn is_single(&self) -> bool {
        !matches!(self, Self::Object(_) | Self::Map(_))
    }

    /// Whether its values are texts, of any content.
    pub fn is_text(&self) -> bool {
        matches!(self, Self::Text | Self::OpenChoice(_))
    }
}

impl Choice {
    /// Whether a value is this one.
    pub fn is(&self, value: &Value) -> bool {
        match (self, value) {
            (Self::Text(text), Value::String(value)) => text == &**value,
            (Self::Bool(is), Value::Bool(value)) => is == value,
            (Self::Number(number), Value::Number(value)) => number.0.parse() == Ok(*value),
            _ => false,
        }
    }
}

/// As programs write it.
impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => write!(f, "{}", serde_json::Value::from(text.as_str())),
            Self::Bool(is) => write!(f, "{is}"),
            Self::Number(number) => f.write_str(&number.0),
        }
    }
}

/// Properties by name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ObjectType {
    /// Sorted by name.
    pub properties: Vec<PropertySchema>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PropertySchema {
    pub name: String,
    /// Another name that programs may use for it, such as the one that its provider uses.
    pub other_name: Option<String>,
    pub of: PropertyType,
    pub description: String,
    /// Why it is not to be used any more.
    pub deprecation: Option<String>,
    pub is_required: bool,
    pub is_secret: bool,
}

impl PropertySchema {
    /// A property that may be left out, with nothing but a name and a type.
    pub fn new(name: impl Into<String>, of: PropertyType) -> Self {
        Self {
            name: name.into(),
            other_name: None,
            of,
            description: String::new(),
            deprecation: None,
            is_required: false,
            is_secret: false,
        }
    }
}

impl ObjectType {
    pub fn new(mut properties: Vec<PropertySchema>) -> Self {
        properties.sort_by(|one, other| one.name.cmp(&other.name));
        Self { properties }
    }

    /// The property of this name, or of this other name.
    pub fn get(&self, name: &str) -> Option<&PropertySchema> {
        let found = self
            .properties
            .binary_search_by(|it| it.name.as_str().cmp(name));
        match found {
            Ok(at) => self.properties.get(at),
            Err(_) => {
                let mut all = self.properties.iter();
                all.find(|it| it.other_name.as_deref() == Some(name))
            }
        }
    }
}
