//! Whether values are equal, also in part unknown ones.

use super::marks::Marks;
use super::sets::is_equivalent;
use super::value::{Content, Value};
use super::{Type, conforms};

impl Value {
    /// Whether the values have one type and are equal; unknown where that is open. Nulls of all types are equal.
    /// The result has the marks of both, also of their parts.
    #[must_use]
    pub fn equals(&self, other: &Value) -> Value {
        if !self.contains_marked() && !other.contains_marked() {
            return match are_equal(self, other) {
                Some(are_equal) => Value::bool(are_equal),
                None => Value::unknown_not_null(Type::Bool),
            };
        }
        let (one, mut marks) = self.unmarked_deep();
        let (two, mut other_marks) = other.unmarked_deep();
        // A comparison with null does not look at parts.
        if self.is_null() != other.is_null() {
            marks = self.marks.clone();
            other_marks = other.marks.clone();
        }
        let marks: Marks = marks.union(&other_marks);
        one.equals(&two).with_marks(&marks)
    }

    /// Whether the values differ, as [`Value::equals`].
    #[must_use]
    pub fn differs(&self, other: &Value) -> Value {
        self.equals(other).not()
    }
}

/// `None` where it is open.
fn are_equal(one: &Value, two: &Value) -> Option<bool> {
    if (one.is_null() && two.is_definitely_not_null())
        || (two.is_null() && one.is_definitely_not_null())
    {
        return Some(false);
    }
    match (one.is_known(), two.is_known()) {
        (false, false) => return None,
        (true, false) => return known_and_unknown(one, two),
        (false, true) => return known_and_unknown(two, one),
        (true, true) => {}
    }
    if one.is_null() && two.is_null() {
        return Some(true);
    }
    if !one.has_wholly_known_type() || !two.has_wholly_known_type() {
        let can_be_equal = conforms(one.ty(), two.ty()) || conforms(two.ty(), one.ty());
        return (!can_be_equal).then_some(false);
    }
    match one.ty() == two.ty() {
        true => are_contents_equal(one, two),
        false => Some(false),
    }
}

fn known_and_unknown(known: &Value, unknown: &Value) -> Option<bool> {
    if unknown.excludes(known) {
        return Some(false);
    }
    let is_open = known.is_null() || unknown.ty().has_dynamic() || known.ty() == unknown.ty();
    (!is_open).then_some(false)
}

/// Whether two known values of one type are equal.
fn are_contents_equal(one: &Value, two: &Value) -> Option<bool> {
    match (&one.content, &two.content) {
        (Content::Bool(one), Content::Bool(two)) => Some(one == two),
        (Content::Number(one), Content::Number(two)) => Some(one == two),
        (Content::String(one), Content::String(two)) => Some(one == two),
        (Content::Elements(first), Content::Elements(second)) if one.is_set() => {
            are_sets_equal(first, second)
        }
        (Content::Elements(one), Content::Elements(two)) => match one.len() == two.len() {
            true => all_equal(one.iter().zip(two.iter())),
            false => Some(false),
        },
        (Content::Members(one), Content::Members(two)) => match one.keys().eq(two.keys()) {
            true => all_equal(one.values().zip(two.values())),
            false => Some(false),
        },
        _ => Some(false),
    }
}

/// The first pair that differs, or is open, decides.
fn all_equal<'a>(mut pairs: impl Iterator<Item = (&'a Value, &'a Value)>) -> Option<bool> {
    let decision = pairs.find_map(|(one, two)| match are_equal(one, two) {
        Some(true) => None,
        other => Some(other),
    });
    decision.unwrap_or(Some(true))
}

fn are_sets_equal(one: &[Value], two: &[Value]) -> Option<bool> {
    if one.iter().chain(two).any(Value::is_unknown) {
        return None;
    }
    let has = |set: &[Value], it: &Value| set.iter().any(|other| is_equivalent(other, it));
    Some(one.iter().all(|it| has(two, it)) && two.iter().all(|it| has(one, it)))
}
