//! Lengths, elements and indices.

use super::Type;
use super::number::Number;
use super::refinement::Refinement;
use super::sets::is_equivalent;
use super::value::{Content, Value};

impl Value {
    /// Whether the value is a list, a set or a map.
    pub fn is_collection(&self) -> bool {
        matches!(self.ty(), Type::List(_) | Type::Set(_) | Type::Map(_))
    }

    /// The number of elements, unknown where unknown elements of a set may be equal. Of values that have no elements,
    /// and of null: an unknown number.
    #[must_use]
    pub fn length(&self) -> Value {
        let length = match (self.ty(), &self.content) {
            (Type::Tuple(elements), _) => Value::number(elements.len()),
            (Type::Object(object), _) => Value::number(object.attributes.len()),
            (Type::Set(_), Content::Elements(elements))
                if elements.len() > 1 && !self.is_wholly_known() =>
            {
                let facts = Refinement::not_null()
                    .with_lower(Number::from(1usize), true)
                    .with_upper(Number::from(elements.len()), true);
                Value::unknown(Type::Number).refine(&facts)
            }
            (_, Content::Elements(elements)) => Value::number(elements.len()),
            (_, Content::Members(members)) => Value::number(members.len()),
            _ => {
                let range = self.range();
                let mut facts =
                    Refinement::not_null().with_lower(Number::from(range.min_length), true);
                if let Some(max) = range.max_length {
                    facts = facts.with_upper(Number::from(max), true);
                } else {
                    // The largest length that there can be is known, too.
                    facts = facts.with_upper(Number::from(i64::MAX), true);
                }
                Value::unknown(Type::Number).refine(&facts)
            }
        };
        length.with_marks(&self.marks)
    }

    /// The element at a key; `None` where there is none.
    pub fn index(&self, key: &Value) -> Option<Value> {
        let marks = self.marks.union(&key.marks);
        let value = match (self.ty(), &self.content) {
            (Type::Dynamic, _) => Value::DYNAMIC,
            (Type::List(element) | Type::Map(element), _)
                if self.is_unknown() || key.is_unknown() =>
            {
                Value::unknown(element.as_ref().clone())
            }
            (Type::Tuple(_), _) if key.is_unknown() => Value::DYNAMIC,
            (Type::Tuple(elements), Content::Unknown(_)) => {
                let of = elements.get(key.as_number()?.to_usize()?)?;
                Value::unknown(of.clone())
            }
            (Type::List(_) | Type::Tuple(_), Content::Elements(elements)) => {
                elements.get(key.as_number()?.to_usize()?)?.clone()
            }
            (Type::Map(_), Content::Members(members)) => members.get(key.as_str()?)?.clone(),
            _ => return None,
        };
        Some(value.with_marks(&marks))
    }

    /// Whether there is an element at a key.
    #[must_use]
    pub fn has_index(&self, key: &Value) -> Value {
        let marks = self.marks.union(&key.marks);
        let is_open = match self.ty() {
            Type::Dynamic => true,
            _ if key.is_dynamic() => true,
            Type::List(_) => *key.ty() == Type::Number && (key.is_unknown() || self.is_unknown()),
            Type::Map(_) => *key.ty() == Type::String && (key.is_unknown() || self.is_unknown()),
            Type::Tuple(_) => *key.ty() == Type::Number && key.is_unknown(),
            _ => false,
        };
        let answer = match is_open {
            true => Value::unknown_not_null(Type::Bool),
            false => Value::bool(self.index(key).is_some()),
        };
        answer.with_marks(&marks)
    }

    /// Whether a set has an element.
    #[must_use]
    pub fn has_element(&self, element: &Value) -> Value {
        let marks = self.marks.union(&element.marks);
        let unknown = Value::unknown_not_null(Type::Bool);
        let answer = match (self.ty(), &self.content) {
            (Type::Set(of), content) => {
                let can_be_one =
                    element.is_dynamic() || **of == Type::Dynamic || element.ty() == of.as_ref();
                match content {
                    Content::Elements(_) if !can_be_one => Value::bool(false),
                    Content::Elements(elements) => {
                        let is_present = elements.iter().any(|it| is_equivalent(it, element));
                        match is_present {
                            true => Value::bool(true),
                            false if elements.is_empty() => Value::bool(false),
                            false if !self.is_wholly_known() || !element.is_wholly_known() => {
                                unknown
                            }
                            false => Value::bool(false),
                        }
                    }
                    _ => unknown,
                }
            }
            _ => unknown,
        };
        answer.with_marks(&marks)
    }
}
