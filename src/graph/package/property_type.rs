//! Types of properties.

use std::sync::Arc;

/// The type of a value, as programs see it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum PropertyType {
    Any,
    Bool,
    Number,
    Text,
    Asset,
    Archive,
    List(Box<Self>),
    /// A list in which no element occurs twice, in no order.
    Set(Box<Self>),
    /// A list; one element alone may stand for it.
    OneOrMore(Box<Self>),
    Map(Box<Self>),
    Tuple(Vec<Self>),
    Object(Arc<ObjectType>),
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
