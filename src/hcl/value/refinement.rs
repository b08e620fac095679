//! Refinements: facts about an unknown value.

use std::sync::Arc;

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;
use unicode_segmentation::UnicodeSegmentation as _;

use super::number::Number;
use super::value::{Content, Value};
use super::{Type, conforms};

/// The longest list that stands for an unknown one of known length.
const MAX_ELEMENTS: usize = 1 << 16;

/// The facts that are known of an unknown value. Each fact counts only for values of the type that has it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Refinement {
    pub is_not_null: bool,
    /// How a string begins.
    pub prefix: String,
    pub lower: Option<Bound>,
    pub upper: Option<Bound>,
    /// Lengths of a list, a set or a map.
    pub min_length: usize,
    pub max_length: Option<usize>,
}

/// A limit of a number.
#[derive(Clone, Debug, PartialEq)]
pub struct Bound {
    pub number: Number,
    pub is_inclusive: bool,
}

impl Refinement {
    /// The fact that the value is not null.
    pub fn not_null() -> Self {
        Self {
            is_not_null: true,
            ..Self::default()
        }
    }

    /// The string begins with this text, of which only that part counts that no following text can change.
    #[must_use]
    pub fn with_prefix(self, prefix: &str) -> Self {
        let prefix: String = prefix.nfc().collect();
        let safe = safe_prefix(&prefix).len();
        self.with_full_prefix(&prefix[..safe])
    }

    /// The string begins with this text.
    #[must_use]
    pub fn with_full_prefix(mut self, prefix: &str) -> Self {
        self.prefix = prefix.nfc().collect();
        self
    }

    #[must_use]
    pub fn with_lower(mut self, number: Number, is_inclusive: bool) -> Self {
        self.lower = Some(Bound {
            number,
            is_inclusive,
        });
        self
    }

    #[must_use]
    pub fn with_upper(mut self, number: Number, is_inclusive: bool) -> Self {
        self.upper = Some(Bound {
            number,
            is_inclusive,
        });
        self
    }

    #[must_use]
    pub fn with_min_length(mut self, length: usize) -> Self {
        self.min_length = length;
        self
    }

    #[must_use]
    pub fn with_max_length(mut self, length: usize) -> Self {
        self.max_length = Some(length);
        self
    }

    #[must_use]
    pub fn with_length(self, length: usize) -> Self {
        self.with_min_length(length).with_max_length(length)
    }

    fn merge(&mut self, other: &Self, of: &Type) {
        self.is_not_null |= other.is_not_null;
        match of {
            Type::String if other.prefix.len() > self.prefix.len() => {
                self.prefix.clone_from(&other.prefix);
            }
            Type::Number => {
                merge_bound(&mut self.lower, other.lower.as_ref(), |new, old| new > old);
                merge_bound(&mut self.upper, other.upper.as_ref(), |new, old| new < old);
            }
            Type::List(_) | Type::Set(_) | Type::Map(_) => {
                self.min_length = self.min_length.max(other.min_length);
                self.max_length = match (self.max_length, other.max_length) {
                    (Some(one), Some(two)) => Some(one.min(two)),
                    (one, two) => one.or(two),
                };
            }
            _ => {}
        }
    }

    /// The one value that has all of these facts, or one that is known in part.
    fn known_value(&self, of: &Type) -> Option<Value> {
        if !self.is_not_null {
            return None;
        }
        if let (Some(lower), Some(upper)) = (&self.lower, &self.upper)
            && lower.is_inclusive
            && upper.is_inclusive
            && lower.number == upper.number
        {
            return Some(Value::number(lower.number.clone()));
        }
        let length = self.max_length.filter(|it| *it == self.min_length)?;
        match of {
            Type::List(element) if length <= MAX_ELEMENTS => {
                let unknown = Value::unknown(element.as_ref().clone());
                Some(Value::list(element, vec![unknown; length]))
            }
            Type::Set(element) if length <= 1 => {
                let unknown = Value::unknown(element.as_ref().clone());
                Some(Value::set(element, vec![unknown; length]))
            }
            Type::Map(element) if length == 0 => {
                Some(Value::map(element, std::iter::empty::<(String, Value)>()))
            }
            _ => None,
        }
    }
}

fn merge_bound(
    bound: &mut Option<Bound>,
    other: Option<&Bound>,
    is_tighter: fn(&Number, &Number) -> bool,
) {
    let Some(other) = other.filter(|it| !it.number.is_infinite()) else {
        return;
    };
    let is_new = bound.as_ref().is_none_or(|it| {
        is_tighter(&other.number, &it.number)
            || (other.number == it.number && (it.is_inclusive || !other.is_inclusive))
    });
    if is_new {
        *bound = Some(other.clone());
    }
}

/// The part of a prefix that text after it cannot change, by joining its last character.
fn safe_prefix(prefix: &str) -> &str {
    let Some((last, cluster)) = prefix.grapheme_indices(true).next_back() else {
        return prefix;
    };
    let mut characters = cluster.chars();
    match (characters.next(), characters.next()) {
        (Some(it), None) if is_delimiter(it) => prefix,
        // A character before which nothing is composed ends what is certain.
        _ => {
            let boundary = prefix
                .char_indices()
                .rev()
                .find(|(_, it)| !is_combining_mark(*it))
                .map_or(0, |it| it.0);
            &prefix[..boundary.min(last)]
        }
    }
}

fn is_delimiter(it: char) -> bool {
    "-_:;/\\,.(){}[]|?!~ \t@#$%^&*+\"'".contains(it)
}

impl Value {
    /// The value with more facts. A known value is unchanged, and one of an unknown type has no facts; an unknown one
    /// becomes known where the facts say what it is.
    #[must_use]
    pub fn refine(&self, facts: &Refinement) -> Self {
        let Content::Unknown(old) = &self.content else {
            return self.clone();
        };
        if self.is_dynamic() {
            return self.clone();
        }
        let mut refinement = old.as_deref().cloned().unwrap_or_default();
        refinement.merge(facts, self.ty());
        if let Some(value) = refinement.known_value(self.ty()) {
            return value.with_marks(&self.marks);
        }
        let is_empty = refinement == Refinement::default();
        let mut value = self.clone();
        value.content = Content::Unknown((!is_empty).then(|| Arc::new(refinement)));
        value
    }

    /// The value, if unknown with the fact that it is not null.
    #[must_use]
    pub fn not_null(&self) -> Self {
        self.refine(&Refinement::not_null())
    }

    /// An unknown value that is not null.
    pub fn unknown_not_null(of: Type) -> Self {
        Self::unknown(of).not_null()
    }

    pub fn is_definitely_not_null(&self) -> bool {
        match &self.content {
            Content::Null => false,
            Content::Unknown(refinement) => refinement.as_ref().is_some_and(|it| it.is_not_null),
            _ => true,
        }
    }

    /// The facts about an unknown value; those of a known one say what it is. Null has none.
    pub fn range(&self) -> Refinement {
        let not_null = Refinement::not_null();
        match &self.content {
            Content::Null => Refinement::default(),
            Content::Unknown(refinement) => refinement.as_deref().cloned().unwrap_or_default(),
            Content::String(text) => not_null.with_full_prefix(text),
            Content::Number(number) => not_null
                .with_lower(number.as_ref().clone(), true)
                .with_upper(number.as_ref().clone(), true),
            Content::Elements(_) | Content::Members(_) if self.is_collection() => {
                match self.length().as_number().and_then(Number::to_usize) {
                    Some(length) => not_null.with_length(length),
                    None => not_null,
                }
            }
            _ => not_null,
        }
    }

    /// Whether the facts about this unknown value rule the other value out.
    pub(super) fn excludes(&self, other: &Value) -> bool {
        let Content::Unknown(refinement) = &self.content else {
            return false;
        };
        let is_not_null = refinement.as_ref().is_some_and(|it| it.is_not_null);
        if other.is_null() {
            return is_not_null;
        }
        if !conforms(other.ty(), self.ty()) {
            return true;
        }
        let Some(facts) = refinement.as_deref() else {
            return false;
        };
        match &other.content {
            Content::String(text) => !text.starts_with(&facts.prefix),
            Content::Number(number) => {
                let is_below = |it: &Bound| {
                    **number < it.number || (!it.is_inclusive && **number == it.number)
                };
                let is_above = |it: &Bound| {
                    **number > it.number || (!it.is_inclusive && **number == it.number)
                };
                // Any fact says that the number is finite where it has no bound.
                let is_beyond = number.is_infinite()
                    && match number.is_negative() {
                        true => facts.lower.is_none(),
                        false => facts.upper.is_none(),
                    };
                is_beyond
                    || facts.lower.as_ref().is_some_and(is_below)
                    || facts.upper.as_ref().is_some_and(is_above)
            }
            Content::Elements(_) | Content::Members(_) if other.is_collection() => {
                let length = other.range();
                length.max_length.is_some_and(|it| it < facts.min_length)
                    || facts.max_length.is_some_and(|it| length.min_length > it)
            }
            _ => false,
        }
    }
}
