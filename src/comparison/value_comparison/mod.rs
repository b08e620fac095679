//! Compares two values by what they mean.
//!
//! | module | |
//! |---|---|
//! | `json` | JSON in texts |
//! | `list_comparison` | compares two lists |
//! | `scalar` | numbers and booleans, as values or as their text |

pub mod json;
mod list_comparison;
pub mod scalar;

use std::borrow::Cow;

use lumi_graph::{Asset, Change, Object, PropertyPath, Urn, Value};

use super::difference_class::DifferenceClass;
use super::difference_reason::DifferenceReason;
use json::parsed_json;
use scalar::Scalar;

/// Facts about the values of a pair of resources.
pub trait ValueContext {
    /// Whether the list at this path is a set.
    fn is_set(&self, path: &PropertyPath) -> bool;

    /// Whether a resource of the first graph is this one of the second.
    fn is_same_resource(&self, first: &Urn, second: &Urn) -> bool;
}

/// Compares two values at a path, and reports each difference.
pub struct ValueComparison<'c, 'a> {
    pub context: &'c dyn ValueContext,
    pub path: PropertyPath,
    pub report: &'c mut dyn FnMut(&PropertyPath, Change<'a>, DifferenceReason),
}

impl<'a> ValueComparison<'_, 'a> {
    pub fn optional(&mut self, first: Option<&'a Value>, second: Option<&'a Value>) {
        match (first, second) {
            (Some(first), Some(second)) => self.values(first, second),
            (Some(first), None) => {
                let change = Change::Removed(Cow::Borrowed(first));
                (self.report)(&self.path, change, missing_reason(first));
            }
            (None, Some(second)) => {
                let change = Change::Added(Cow::Borrowed(second));
                (self.report)(&self.path, change, missing_reason(second));
            }
            (None, None) => {}
        }
    }

    pub fn objects(&mut self, first: &'a Object, second: &'a Object) {
        for (key, value) in first {
            self.member(key, Some(value), second.get(key));
        }
        for (key, value) in second.iter().filter(|(key, _)| !first.contains_key(*key)) {
            self.member(key, None, Some(value));
        }
    }

    fn member(&mut self, key: &str, first: Option<&'a Value>, second: Option<&'a Value>) {
        self.path.push_key(key);
        self.optional(first, second);
        self.path.pop();
    }

    pub fn values(&mut self, first: &'a Value, second: &'a Value) {
        match (first, second) {
            (Value::Object(first), Value::Object(second)) => self.objects(first, second),
            (Value::Array(first), Value::Array(second)) => self.lists(first, second),
            // Two masks look alike, whatever is behind them.
            (Value::Secret(one), Value::Secret(_)) if first == second => {
                if one.contains_unknown() {
                    self.masked(first, second);
                }
            }
            _ if first == second => {}
            (Value::Secret(_), _) | (_, Value::Secret(_)) => self.secrets(first, second),
            (Value::Unknown, _) | (_, Value::Unknown) => {
                self.replaced(first, second, DifferenceReason::Unknown);
            }
            (Value::Resource(one), Value::Resource(other)) => {
                if !self.context.is_same_resource(&one.urn, &other.urn) {
                    self.replaced(first, second, DifferenceReason::Values);
                }
            }
            _ => {
                let reason = representation(first, second, self.context);
                self.replaced(first, second, reason.unwrap_or(DifferenceReason::Values));
            }
        }
    }

    fn replaced(&mut self, old: &'a Value, new: &'a Value, reason: DifferenceReason) {
        let (old, new) = (Cow::Borrowed(old), Cow::Borrowed(new));
        (self.report)(&self.path, Change::Replaced { old, new }, reason);
    }

    /// A graph does not have a secret, so that nothing tells whether it is the other one.
    fn masked(&mut self, first: &'a Value, second: &'a Value) {
        let text = |value: &Value| match value {
            Value::Secret(_) => lumi_graph::SECRET_MASK.to_owned(),
            value => value.kind().to_owned(),
        };
        let (old, new) = (text(first), text(second));
        let reason = DifferenceReason::MaskedSecret;
        (self.report)(&self.path, Change::Text { old, new }, reason);
    }

    /// At least one of the two different values is secret, and neither is shown.
    fn secrets(&mut self, first: &'a Value, second: &'a Value) {
        let (one, other) = (first.open(), second.open());
        let is_masked = one.contains_unknown() || other.contains_unknown();
        let reason = if is_masked {
            DifferenceReason::MaskedSecret
        } else if matches!((first, second), (Value::Secret(_), Value::Secret(_))) {
            match means_same(one, other, self.context) {
                Some(reason) => reason,
                None => DifferenceReason::Values,
            }
        } else if one == other || means_same(one, other, self.context).is_some() {
            DifferenceReason::SecretMark
        } else {
            DifferenceReason::Values
        };
        if reason == DifferenceReason::MaskedSecret {
            return self.masked(first, second);
        }
        let masked = |value: &'a Value| match value {
            Value::Secret(_) => Cow::Borrowed(value),
            _ if reason == DifferenceReason::SecretMark => {
                Cow::Owned(Value::from("the same in clear"))
            }
            value => Cow::Borrowed(value),
        };
        let (old, new) = (masked(first), masked(second));
        (self.report)(&self.path, Change::Replaced { old, new }, reason);
    }
}

/// A member that is null is the same as one that is missing.
fn missing_reason(value: &Value) -> DifferenceReason {
    match value {
        Value::Null => DifferenceReason::NullMember,
        Value::Unknown => DifferenceReason::Unknown,
        _ => DifferenceReason::Values,
    }
}

/// How two different values of other kinds, or two texts, mean the same.
fn representation(
    first: &Value,
    second: &Value,
    context: &dyn ValueContext,
) -> Option<DifferenceReason> {
    if let (Some(one), Some(other)) = (Scalar::of(first), Scalar::of(second)) {
        return (one == other).then_some(DifferenceReason::ScalarForm);
    }
    if let (Value::Asset(one), Value::Asset(other)) = (first, second) {
        return is_same_content(one, other).then_some(DifferenceReason::AssetSource);
    }
    if let (Value::Archive(one), Value::Archive(other)) = (first, second) {
        let is_same = one.hash.is_some() && one.hash == other.hash;
        return is_same.then_some(DifferenceReason::AssetSource);
    }
    let (one, other) = (structure(first)?, structure(second)?);
    let is_same = one == other || means_same(&one, &other, context).is_some();
    is_same.then_some(DifferenceReason::JsonText)
}

/// A list or an object, or the one that a text contains as JSON.
fn structure(value: &Value) -> Option<Cow<'_, Value>> {
    match value {
        Value::String(text) => parsed_json(text).map(Cow::Owned),
        Value::Array(_) | Value::Object(_) => Some(Cow::Borrowed(value)),
        _ => None,
    }
}

fn is_same_content(one: &Asset, other: &Asset) -> bool {
    one.content == other.content || (one.hash.is_some() && one.hash == other.hash)
}

/// The reason of the first difference of two values, if all their differences are of
/// representation. `None` if they mean different things, or are the same.
fn means_same(
    first: &Value,
    second: &Value,
    context: &dyn ValueContext,
) -> Option<DifferenceReason> {
    let mut reasons = Vec::new();
    ValueComparison {
        context,
        path: PropertyPath::new(),
        report: &mut |_, _, reason| reasons.push(reason),
    }
    .values(first, second);
    let is_same = reasons
        .iter()
        .all(|it| it.class() == DifferenceClass::Representation);
    reasons.first().copied().filter(|_| is_same)
}
