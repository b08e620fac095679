//! Values of the type system.

use std::collections::BTreeMap;
use std::fmt;

use unicode_normalization::{UnicodeNormalization as _, is_nfc};

use super::number::Number;
use super::path::{Path, Step};
use super::refinement::Refinement;
use super::type_constraint::Type;

/// A value. Its type is known from a schema, or is inside ([`Value::Dynamic`]).
///
/// Equality is that of the type system: sets have no order, numbers are compared by value, and two
/// unknown values are equal.
#[derive(Clone, Default)]
pub enum Value {
    #[default]
    Null,
    /// Not known before the object exists.
    Unknown(Option<Box<Refinement>>),
    Bool(bool),
    Number(Number),
    /// Normalised (NFC): construct it with [`Value::string`].
    String(String),
    List(Vec<Value>),
    Set(Vec<Value>),
    Map(BTreeMap<String, Value>),
    Object(BTreeMap<String, Value>),
    Tuple(Vec<Value>),
    /// A value whose type the schema leaves open. Never null or unknown inside.
    Dynamic(Box<(Type, Value)>),
}

/// Text as all peers compare it.
pub fn normalized(text: impl Into<String>) -> String {
    let text = text.into();
    match text.is_ascii() || is_nfc(&text) {
        true => text,
        false => text.nfc().collect(),
    }
}

impl Value {
    pub const UNKNOWN: Self = Self::Unknown(None);

    pub fn string(text: impl Into<String>) -> Self {
        Self::String(normalized(text))
    }

    pub fn object<N: Into<String>>(attributes: impl IntoIterator<Item = (N, Value)>) -> Self {
        let attributes = attributes.into_iter();
        Self::Object(attributes.map(|(name, it)| (name.into(), it)).collect())
    }

    pub fn map<N: Into<String>>(elements: impl IntoIterator<Item = (N, Value)>) -> Self {
        let elements = elements.into_iter();
        Self::Map(elements.map(|(key, it)| (normalized(key), it)).collect())
    }

    pub fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    pub fn is_unknown(&self) -> bool {
        matches!(self, Self::Unknown(_))
    }

    /// Whether the value and all of its parts are known.
    pub fn is_wholly_known(&self) -> bool {
        match self {
            Self::Unknown(_) => false,
            _ => self.children().all(|(_, it)| it.is_wholly_known()),
        }
    }

    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::String(text) => Some(text),
            _ => None,
        }
    }

    /// The attributes of an object; of a map, its elements.
    pub fn members(&self) -> Option<&BTreeMap<String, Value>> {
        match self {
            Self::Object(members) | Self::Map(members) => Some(members),
            Self::Dynamic(inner) => inner.1.members(),
            _ => None,
        }
    }

    /// The elements of a list, a set or a tuple.
    pub fn elements(&self) -> Option<&[Value]> {
        match self {
            Self::List(elements) | Self::Set(elements) | Self::Tuple(elements) => Some(elements),
            Self::Dynamic(inner) => inner.1.elements(),
            _ => None,
        }
    }

    /// An attribute; null if there is none, unknown if the whole is.
    pub fn attribute(&self, name: &str) -> Value {
        match self {
            Self::Unknown(_) => Self::UNKNOWN,
            _ => {
                let found = self.members().and_then(|it| it.get(name));
                found.cloned().unwrap_or_default()
            }
        }
    }

    /// The direct parts. The step into a set is missing.
    pub fn children(&self) -> Box<dyn Iterator<Item = (Option<Step>, &Value)> + '_> {
        match self {
            Self::List(elements) | Self::Tuple(elements) => {
                Box::new((0..).map(|it| Some(Step::Index(it))).zip(elements))
            }
            Self::Set(elements) => Box::new(elements.iter().map(|it| (None, it))),
            Self::Map(members) => Box::new(
                members
                    .iter()
                    .map(|(key, it)| (Some(Step::Key(key.clone())), it)),
            ),
            Self::Object(members) => Box::new(
                members
                    .iter()
                    .map(|(name, it)| (Some(Step::Attribute(name.clone())), it)),
            ),
            Self::Dynamic(inner) => inner.1.children(),
            Self::Null | Self::Unknown(_) | Self::Bool(_) | Self::Number(_) | Self::String(_) => {
                Box::new(std::iter::empty())
            }
        }
    }

    /// The part at a place. `Err` if there can be no such place; what an unknown or null whole has is
    /// unknown or null.
    pub fn at(&self, path: &Path) -> Result<Value, NoSuchPlace> {
        let mut value = self;
        for step in &path.0 {
            let value_of_step = match (value, step) {
                (Self::Unknown(_) | Self::Null, _) => return Ok(value.clone()),
                (Self::Dynamic(inner), _) => match inner.1.step(step) {
                    Some(value) => Some(value),
                    None => return Err(NoSuchPlace),
                },
                _ => value.step(step),
            };
            value = value_of_step.ok_or(NoSuchPlace)?;
        }
        Ok(value.clone())
    }

    fn step(&self, step: &Step) -> Option<&Value> {
        match (self, step) {
            (Self::Object(members), Step::Attribute(name)) => members.get(name),
            (Self::Map(members), Step::Key(key)) => members.get(key),
            // Paths of providers use either step for objects and maps of a dynamic type.
            (Self::Object(members), Step::Key(name)) => members.get(name),
            (Self::List(elements) | Self::Tuple(elements), Step::Index(index)) => {
                elements.get(usize::try_from(*index).ok()?)
            }
            _ => None,
        }
    }

    /// The value with each part replaced for which `replace` has another; parts of what was replaced
    /// are not visited.
    #[must_use]
    pub fn map_parts(
        &self,
        path: &Path,
        replace: &mut dyn FnMut(&Path, &Value) -> Option<Value>,
    ) -> Value {
        if let Some(other) = replace(path, self) {
            return other;
        }
        let mut each = |step: Option<Step>, it: &Value| match step {
            Some(step) => it.map_parts(&path.then(step), replace),
            None => it.map_parts(path, replace),
        };
        match self {
            Self::List(elements) => Self::List(
                (0..)
                    .zip(elements)
                    .map(|(at, it)| each(Some(Step::Index(at)), it))
                    .collect(),
            ),
            Self::Tuple(elements) => Self::Tuple(
                (0..)
                    .zip(elements)
                    .map(|(at, it)| each(Some(Step::Index(at)), it))
                    .collect(),
            ),
            Self::Set(elements) => Self::Set(elements.iter().map(|it| each(None, it)).collect()),
            Self::Map(members) => Self::Map(
                members
                    .iter()
                    .map(|(key, it)| (key.clone(), each(Some(Step::Key(key.clone())), it)))
                    .collect(),
            ),
            Self::Object(members) => Self::Object(
                members
                    .iter()
                    .map(|(name, it)| (name.clone(), each(Some(Step::Attribute(name.clone())), it)))
                    .collect(),
            ),
            Self::Dynamic(inner) => {
                let value = inner.1.map_parts(path, replace);
                match value {
                    Self::Null | Self::Unknown(_) => value,
                    value => Self::Dynamic(Box::new((inner.0.clone(), value))),
                }
            }
            Self::Null | Self::Unknown(_) | Self::Bool(_) | Self::Number(_) | Self::String(_) => {
                self.clone()
            }
        }
    }
}

/// The place is not one of the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoSuchPlace;

impl From<bool> for Value {
    fn from(it: bool) -> Self {
        Self::Bool(it)
    }
}

impl From<i64> for Value {
    fn from(it: i64) -> Self {
        Self::Number(Number::from(it))
    }
}

impl From<&str> for Value {
    fn from(it: &str) -> Self {
        Self::string(it)
    }
}

/// Shows the shape alone: values may be secret.
impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Unknown(None) => f.write_str("unknown"),
            Self::Unknown(Some(_)) => f.write_str("unknown, refined"),
            Self::Bool(_) => f.write_str("bool"),
            Self::Number(_) => f.write_str("number"),
            Self::String(_) => f.write_str("string"),
            Self::List(elements) => write!(f, "list {elements:?}"),
            Self::Set(elements) => write!(f, "set {elements:?}"),
            Self::Tuple(elements) => write!(f, "tuple {elements:?}"),
            Self::Map(members) => write!(f, "map {members:?}"),
            Self::Object(members) => write!(f, "object {members:?}"),
            Self::Dynamic(inner) => write!(f, "dynamic {:?}", inner.1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_normalised() {
        assert_eq!(Value::string("e\u{301}").as_str(), Some("\u{e9}"));
        assert!(
            Value::map([("e\u{301}", Value::Null)])
                .members()
                .unwrap()
                .contains_key("\u{e9}")
        );
    }

    #[test]
    fn parts_are_found_by_their_place() {
        let value = Value::object([("a", Value::List(vec![Value::map([("k", Value::from(1))])]))]);
        let path = Path::attribute("a")
            .then(Step::Index(0))
            .then(Step::Key("k".to_owned()));
        assert_eq!(value.at(&path), Ok(Value::from(1)));
        assert_eq!(value.at(&Path::attribute("b")), Err(NoSuchPlace));
        let outside = Path::attribute("a").then(Step::Index(-1));
        assert_eq!(value.at(&outside), Err(NoSuchPlace));
        assert_eq!(Value::UNKNOWN.at(&path), Ok(Value::UNKNOWN));
    }

    #[test]
    fn debug_output_shows_no_values() {
        let value = Value::object([
            ("password", Value::string("hunter2")),
            ("port", Value::from(7)),
        ]);
        assert_eq!(
            format!("{value:?}"),
            r#"object {"password": string, "port": number}"#
        );
    }
}
