//! The value of a property.

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use super::asset::{Archive, ArchiveContent, Asset};
use super::ephemeral_reference::EphemeralReference;
use crate::urn::Urn;

/// The maximum nesting of a value. Arrays, objects and secrets are one level each; an archive of
/// assets and an object with a `$lumi` key are two, as they are in JSON.
pub const MAX_DEPTH: usize = 500;

/// Members in the order of the program.
pub type Object = IndexMap<String, Value, FxBuildHasher>;

/// The value of an input, an output or an option.
///
/// Two values are equal if their JSON is equal up to the order of members: `NaN` equals itself, and
/// `-0` differs from `0`.
#[derive(Clone, Debug, Default)]
pub enum Value {
    #[default]
    Null,
    Bool(bool),
    Number(f64),
    String(String),
    Array(Vec<Value>),
    Object(Object),
    Asset(Box<Asset>),
    Archive(Box<Archive>),
    /// A value that must not be displayed; construct it with [`Value::secret`].
    Secret(Box<Value>),
    /// A hole: a value that is not known before the deployment.
    Unknown,
    Resource(Box<ResourceReference>),
    /// A value that nothing stores: providers alone get it.
    Ephemeral(Box<EphemeralReference>),
}

/// A resource used as a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResourceReference {
    pub urn: Urn,
    /// [`Value::String`], or [`Value::Unknown`] before the resource is created; `None` for a
    /// component.
    pub id: Option<Value>,
}

impl Value {
    /// Marks a value as secret; a secret stays as it is.
    pub fn secret(value: Value) -> Self {
        match value {
            Self::Secret(_) => value,
            value => Self::Secret(Box::new(value)),
        }
    }

    /// The value without its mark as a secret.
    pub fn open(&self) -> &Value {
        match self {
            Self::Secret(inner) => inner,
            value => value,
        }
    }

    /// Whether an archive can contain the value.
    pub fn is_archive_member(&self) -> bool {
        match self {
            Self::Secret(inner) => inner.is_archive_member(),
            Self::Asset(_) | Self::Archive(_) | Self::Unknown => true,
            _ => false,
        }
    }

    /// The name of this kind of value in messages.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "a boolean",
            Self::Number(_) => "a number",
            Self::String(_) => "a string",
            Self::Array(_) => "an array",
            Self::Object(_) => "an object",
            Self::Asset(_) => "an asset",
            Self::Archive(_) => "an archive",
            Self::Secret(_) => "a secret",
            Self::Unknown => "an unknown value",
            Self::Resource(_) => "a resource",
            Self::Ephemeral(_) => "an ephemeral value",
        }
    }

    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::String(text) => Some(text),
            _ => None,
        }
    }

    pub fn as_object(&self) -> Option<&Object> {
        match self {
            Self::Object(object) => Some(object),
            _ => None,
        }
    }

    /// Whether the value contains an unknown value, in secrets and references, too.
    pub fn contains_unknown(&self) -> bool {
        self.any(|value| matches!(value, Self::Unknown))
    }

    /// Whether any part of the value is ephemeral.
    pub fn contains_ephemeral(&self) -> bool {
        self.any(|value| matches!(value, Self::Ephemeral(_)))
    }

    /// Whether any part of the value is secret.
    pub fn contains_secret(&self) -> bool {
        self.any(|value| matches!(value, Self::Secret(_)))
    }

    /// Whether the predicate holds for the value or any part of it. Iterative, so it is safe at any
    /// depth.
    pub fn any(&self, predicate: impl FnMut(&Value) -> bool) -> bool {
        self.any_below(|_| true, predicate)
    }

    /// Like [`Self::any`], without the parts that are marked as secret.
    pub fn any_in_clear(&self, predicate: impl FnMut(&Value) -> bool) -> bool {
        self.any_below(|it| !matches!(it, Self::Secret(_)), predicate)
    }

    fn any_below(
        &self,
        descends: impl Fn(&Value) -> bool,
        mut predicate: impl FnMut(&Value) -> bool,
    ) -> bool {
        let mut pending = Vec::new();
        let mut next = Some(self);
        while let Some(value) = next {
            if predicate(value) {
                return true;
            }
            if descends(value) {
                value.push_children(&mut pending);
            }
            next = pending.pop();
        }
        false
    }

    /// The number of levels, as [`MAX_DEPTH`] counts them; 0 for a scalar. Safe at any depth.
    pub fn depth(&self) -> usize {
        let mut deepest = 0;
        let mut pending = vec![(self, 0)];
        let mut children = Vec::new();
        while let Some((value, above)) = pending.pop() {
            let depth = above + value.levels();
            deepest = deepest.max(depth);
            value.push_children(&mut children);
            pending.extend(children.drain(..).map(|child| (child, depth)));
        }
        deepest
    }

    /// The levels that the value adds to those of its parts.
    pub(crate) fn levels(&self) -> usize {
        match self {
            Self::Object(object) if has_lumi_key(object) => 2,
            Self::Array(_) | Self::Object(_) | Self::Secret(_) => 1,
            Self::Archive(archive) if matches!(archive.content, ArchiveContent::Assets(_)) => 2,
            _ => 0,
        }
    }

    /// Pushes the parts in reverse, so that popping visits them in order.
    fn push_children<'a>(&'a self, pending: &mut Vec<&'a Value>) {
        match self {
            Self::Array(items) => pending.extend(items.iter().rev()),
            Self::Object(members) => pending.extend(members.values().rev()),
            Self::Archive(archive) => {
                if let ArchiveContent::Assets(members) = &archive.content {
                    pending.extend(members.values().rev());
                }
            }
            Self::Secret(inner) => pending.push(inner),
            Self::Resource(reference) => pending.extend(&reference.id),
            _ => {}
        }
    }
}

/// The key that marks special values in JSON.
pub const LUMI_KEY: &str = "$lumi";

/// Whether a member has that key. For a small object, a scan of the keys is faster than a lookup.
pub fn has_lumi_key(members: &Object) -> bool {
    if members.len() > 8 {
        return members.contains_key(LUMI_KEY);
    }
    members.keys().any(|key| key == LUMI_KEY)
}

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Null, Self::Null) | (Self::Unknown, Self::Unknown) => true,
            (Self::Bool(a), Self::Bool(b)) => a == b,
            (Self::Number(a), Self::Number(b)) => {
                a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan())
            }
            (Self::String(a), Self::String(b)) => a == b,
            (Self::Array(a), Self::Array(b)) => a == b,
            (Self::Object(a), Self::Object(b)) => a == b,
            (Self::Asset(a), Self::Asset(b)) => a == b,
            (Self::Archive(a), Self::Archive(b)) => a == b,
            (Self::Secret(a), Self::Secret(b)) => a == b,
            (Self::Resource(a), Self::Resource(b)) => a == b,
            (Self::Ephemeral(a), Self::Ephemeral(b)) => a == b,
            _ => false,
        }
    }
}

impl Eq for Value {}

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

impl From<f64> for Value {
    fn from(value: f64) -> Self {
        Self::Number(value)
    }
}

impl From<&str> for Value {
    fn from(value: &str) -> Self {
        Self::String(value.to_owned())
    }
}

impl From<String> for Value {
    fn from(value: String) -> Self {
        Self::String(value)
    }
}

impl From<Vec<Value>> for Value {
    fn from(value: Vec<Value>) -> Self {
        Self::Array(value)
    }
}

impl From<Object> for Value {
    fn from(value: Object) -> Self {
        Self::Object(value)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn object<const N: usize>(members: [(&str, Value); N]) -> Object {
        members
            .into_iter()
            .map(|(key, value)| (key.to_owned(), value))
            .collect()
    }

    #[test]
    fn stays_small() {
        assert!(size_of::<Value>() <= 64, "{}", size_of::<Value>());
    }

    #[test]
    fn finds_holes_and_secrets_anywhere() {
        let hidden = Value::secret(Value::Array(vec![Value::Null, Value::Unknown]));
        let value = Value::Object(object([("a", Value::from(1.0)), ("b", hidden)]));
        assert!(value.contains_unknown());
        assert!(value.contains_secret());
        assert!(!Value::from("x").contains_unknown());
    }

    #[test]
    fn equality_is_that_of_the_json() {
        assert_eq!(Value::Number(f64::NAN), Value::Number(-f64::NAN));
        assert_ne!(Value::Number(0.0), Value::Number(-0.0));
        assert_eq!(
            Value::secret(Value::secret(Value::Null)),
            Value::secret(Value::Null)
        );
    }

    #[test]
    fn counts_levels_as_json_writes_them() {
        assert_eq!(Value::Null.depth(), 0);
        assert_eq!(Value::Array(vec![Value::Array(vec![])]).depth(), 2);
        assert_eq!(Value::Object(object([("$lumi", Value::Null)])).depth(), 2);
        assert_eq!(Value::secret(Value::Array(vec![Value::Null])).depth(), 2);
    }
}
