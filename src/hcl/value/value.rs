//! Values and their parts.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use super::marks::Marks;
use super::number::Number;
use super::refinement::Refinement;
use super::types::friendly_name;
use super::{Path, Step, Type};

/// A value, which always has a type, also where it is null or unknown.
///
/// Two values are `==` where nothing distinguishes them: types, marks and refinements count. Whether a program takes
/// them as equal is [`Value::equals`].
#[derive(Clone)]
pub struct Value {
    pub(super) of: TypeRef,
    pub(super) content: Content,
    pub(super) marks: Marks,
    pub(super) facts: Facts,
}

#[derive(Clone, PartialEq)]
pub(super) enum Content {
    Null,
    Unknown(Option<Arc<Refinement>>),
    Bool(bool),
    Number(Arc<Number>),
    String(Arc<str>),
    /// Of a list, a tuple or a set; those of a set have no marks, and are in order.
    Elements(Arc<[Value]>),
    /// Of a map or an object.
    Members(Arc<BTreeMap<String, Value>>),
}

/// The facts that hold for a part of a value.
#[derive(Clone, Copy, Default)]
pub(super) struct Facts {
    pub is_marked_inside: bool,
    pub is_unknown_inside: bool,
    /// How deeply parts are nested.
    pub depth: u32,
}

/// A shared type.
#[derive(Clone)]
pub(super) enum TypeRef {
    Static(&'static Type),
    Shared(Arc<Type>),
}

static BOOL: Type = Type::Bool;
static NUMBER: Type = Type::Number;
static STRING: Type = Type::String;
static DYNAMIC: Type = Type::Dynamic;

impl TypeRef {
    pub(super) const BOOL: Self = Self::Static(&BOOL);
    pub(super) const NUMBER: Self = Self::Static(&NUMBER);
    pub(super) const STRING: Self = Self::Static(&STRING);
    pub(super) const DYNAMIC: Self = Self::Static(&DYNAMIC);
}

impl From<Type> for TypeRef {
    fn from(of: Type) -> Self {
        match of {
            Type::Bool => Self::BOOL,
            Type::Number => Self::NUMBER,
            Type::String => Self::STRING,
            Type::Dynamic => Self::DYNAMIC,
            of => Self::Shared(Arc::new(of)),
        }
    }
}

impl Deref for TypeRef {
    type Target = Type;

    fn deref(&self) -> &Type {
        match self {
            Self::Static(of) => of,
            Self::Shared(of) => of,
        }
    }
}

impl Value {
    pub(super) fn assemble(of: TypeRef, content: Content) -> Self {
        let mut facts = Facts::default();
        let mut note = |part: &Self| {
            facts.is_marked_inside |= part.contains_marked();
            facts.is_unknown_inside |= !part.is_wholly_known();
            facts.depth = facts.depth.max(part.facts.depth + 1);
        };
        match &content {
            Content::Elements(elements) => elements.iter().for_each(&mut note),
            Content::Members(members) => members.values().for_each(&mut note),
            _ => {}
        }
        Self {
            of,
            content,
            marks: Marks::NONE,
            facts,
        }
    }

    /// How deeply parts are nested in the value: 0 if it has none.
    pub fn depth(&self) -> usize {
        usize::try_from(self.facts.depth).unwrap_or(usize::MAX)
    }

    pub fn ty(&self) -> &Type {
        &self.of
    }

    pub fn is_null(&self) -> bool {
        matches!(self.content, Content::Null)
    }

    pub fn is_unknown(&self) -> bool {
        matches!(self.content, Content::Unknown(_))
    }

    pub fn is_known(&self) -> bool {
        !self.is_unknown()
    }

    /// Whether the value and all of its parts are known.
    pub fn is_wholly_known(&self) -> bool {
        self.is_known() && !self.facts.is_unknown_inside
    }

    /// Whether the type of the value is not known.
    pub fn is_dynamic(&self) -> bool {
        matches!(self.ty(), Type::Dynamic)
    }

    /// Whether the type of the value is a known one, also in all of its parts.
    pub fn has_wholly_known_type(&self) -> bool {
        match &self.content {
            // Null is equal to null of any type.
            Content::Null => true,
            Content::Unknown(_) => !self.ty().has_dynamic(),
            _ => self.parts().all(Self::has_wholly_known_type),
        }
    }

    pub(super) fn is_set(&self) -> bool {
        matches!(self.ty(), Type::Set(_))
    }

    pub fn as_bool(&self) -> Option<bool> {
        match self.content {
            Content::Bool(it) => Some(it),
            _ => None,
        }
    }

    pub fn as_number(&self) -> Option<&Number> {
        match &self.content {
            Content::Number(it) => Some(it),
            _ => None,
        }
    }

    pub fn as_str(&self) -> Option<&str> {
        match &self.content {
            Content::String(it) => Some(it),
            _ => None,
        }
    }

    /// The elements of a known list, tuple or set; those of a set are in order.
    pub fn elements(&self) -> Option<&[Value]> {
        match &self.content {
            Content::Elements(elements) => Some(elements),
            _ => None,
        }
    }

    /// The elements of a known map, or the attributes of a known object.
    pub fn members(&self) -> Option<&BTreeMap<String, Value>> {
        match &self.content {
            Content::Members(members) => Some(members),
            _ => None,
        }
    }

    /// All direct parts, in order.
    pub fn parts(&self) -> Box<dyn Iterator<Item = &Value> + '_> {
        match &self.content {
            Content::Elements(elements) => Box::new(elements.iter()),
            Content::Members(members) => Box::new(members.values()),
            _ => Box::new(std::iter::empty()),
        }
    }

    /// The keys and parts of a known collection, object or tuple, in order; the keys of a set are its elements.
    /// Marks of the whole are left out.
    pub fn iterate(&self) -> Option<Vec<(Value, Value)>> {
        match &self.content {
            Content::Elements(elements) if self.is_set() => {
                Some(elements.iter().map(|it| (it.clone(), it.clone())).collect())
            }
            Content::Elements(elements) => {
                let elements = elements.iter().enumerate();
                Some(
                    elements
                        .map(|(at, it)| (Self::number(at), it.clone()))
                        .collect(),
                )
            }
            Content::Members(members) => Some(
                members
                    .iter()
                    .map(|(key, it)| (Self::string(key.as_str()), it.clone()))
                    .collect(),
            ),
            _ => None,
        }
    }

    /// The value of an attribute, with the marks of the whole; `None` if the type has no such attribute.
    ///
    /// Attributes of a null object are null.
    pub fn attribute(&self, name: &str) -> Option<Value> {
        let value = match (self.ty(), &self.content) {
            (Type::Dynamic, _) => Self::DYNAMIC,
            (Type::Object(_), Content::Members(members)) => members.get(name)?.clone(),
            (Type::Object(object), content) => {
                let of = object.attributes.get(name)?.clone();
                match content {
                    Content::Null => Self::null(of),
                    _ => Self::unknown(of),
                }
            }
            _ => return None,
        };
        Some(value.with_marks(&self.marks))
    }

    /// The value with each part replaced by what `replace` makes of it, from the innermost ones outwards.
    ///
    /// Parts keep the type of collections only where `replace` does.
    pub fn transform<E>(
        &self,
        path: &Path,
        replace: &mut dyn FnMut(&Path, Value) -> Result<Value, E>,
    ) -> Result<Value, E> {
        let is_object = matches!(self.ty(), Type::Object(_));
        let value = match &self.content {
            Content::Elements(elements) => {
                let elements = (0..).zip(elements.iter());
                let elements = elements
                    .map(|(at, it)| it.transform(&path.then(Step::Index(at)), replace))
                    .collect::<Result<Vec<_>, E>>()?;
                self.with_elements(elements)
            }
            Content::Members(members) => {
                let members = members.iter().map(|(name, it)| {
                    let step = match is_object {
                        true => Step::Attribute(name.clone()),
                        false => Step::Key(name.clone()),
                    };
                    let part = it.transform(&path.then(step), replace)?;
                    Ok((name.clone(), part))
                });
                self.with_members(members.collect::<Result<_, E>>()?)
            }
            _ => return replace(path, self.clone()),
        };
        replace(path, value.with_marks(&self.marks))
    }

    fn with_elements(&self, elements: Vec<Value>) -> Value {
        match self.ty() {
            Type::Tuple(_) => Self::tuple(elements),
            Type::Set(element) => match elements.is_empty() {
                true => Self::set(element, elements),
                false => Self::set_of(elements),
            },
            Type::List(element) => match elements.is_empty() {
                true => Self::list(element, elements),
                false => Self::list_of(elements),
            },
            _ => self.clone(),
        }
    }

    fn with_members(&self, members: BTreeMap<String, Value>) -> Value {
        match self.ty() {
            Type::Object(_) => Self::object(members),
            Type::Map(element) => match members.is_empty() {
                true => Self::map(element, members),
                false => Self::map_of(members),
            },
            _ => self.clone(),
        }
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        self.ty() == other.ty() && self.marks == other.marks && self.content == other.content
    }
}

impl Default for Value {
    fn default() -> Self {
        Self::null(Type::Dynamic)
    }
}

impl From<bool> for Value {
    fn from(it: bool) -> Self {
        Self::bool(it)
    }
}

impl From<&str> for Value {
    fn from(it: &str) -> Self {
        Self::string(it)
    }
}

impl From<i64> for Value {
    fn from(it: i64) -> Self {
        Self::integer(it)
    }
}

/// Shows everything but what is sensitive.
impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_marked() {
            return write!(f, "{} marked {:?}", friendly_name(self.ty()), self.marks);
        }
        match &self.content {
            Content::Null => write!(f, "null {}", friendly_name(self.ty())),
            Content::Unknown(None) => write!(f, "unknown {}", friendly_name(self.ty())),
            Content::Unknown(Some(refinement)) => {
                write!(f, "unknown {} {refinement:?}", friendly_name(self.ty()))
            }
            Content::Bool(it) => write!(f, "{it}"),
            Content::Number(it) => write!(f, "{it}"),
            Content::String(it) => write!(f, "{it:?}"),
            Content::Elements(elements) => {
                write!(f, "{} {elements:?}", friendly_name(self.ty()))
            }
            Content::Members(members) => write!(f, "{} {members:?}", friendly_name(self.ty())),
        }
    }
}
