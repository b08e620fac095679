//! The difference between two values, as a tree of the parts that differ.

use lumi_graph::{Archive, ArchiveContent, Object, Value};

/// A difference, without equal parts.
#[derive(Clone, Debug, PartialEq)]
pub enum Delta<'a> {
    Added(&'a Value),
    Removed(&'a Value),
    /// Values without common parts; secrets always count as such.
    Changed {
        old: &'a Value,
        new: &'a Value,
    },
    Members(Vec<(&'a str, Delta<'a>)>),
    /// By position: in the new array, or in the old one for removed items.
    Items(Vec<(usize, Delta<'a>)>),
}

impl<'a> Delta<'a> {
    /// `None` if the values are equal.
    pub fn between(old: &'a Value, new: &'a Value) -> Option<Self> {
        if old == new {
            return None;
        }
        Some(match (old, new) {
            (Value::Object(old), Value::Object(new)) => Self::Members(Self::members(old, new)),
            (Value::Array(old), Value::Array(new)) => Self::Items(Self::items(old, new)),
            (Value::Archive(a), Value::Archive(b)) => match (assets(a), assets(b)) {
                (Some(a), Some(b)) if a != b => Self::Members(Self::members(a, b)),
                _ => Self::Changed { old, new },
            },
            _ => Self::Changed { old, new },
        })
    }

    /// The members that differ: those of the old object in order, then added ones.
    pub fn members(old: &'a Object, new: &'a Object) -> Vec<(&'a str, Self)> {
        let changed = old.iter().filter_map(|(key, old)| {
            let delta = match new.get(key) {
                Some(new) => Self::between(old, new)?,
                None => Self::Removed(old),
            };
            Some((key.as_str(), delta))
        });
        let added = new.iter().filter(|(key, _)| !old.contains_key(*key));
        changed
            .chain(added.map(|(key, new)| (key.as_str(), Self::Added(new))))
            .collect()
    }

    /// Skips equal items at the start and the end; between them, compares items by position.
    fn items(old: &'a [Value], new: &'a [Value]) -> Vec<(usize, Self)> {
        let same = |it: &(&Value, &Value)| it.0 == it.1;
        let start = old.iter().zip(new).take_while(same).count();
        let rest = old[start..].iter().rev().zip(new[start..].iter().rev());
        let end = rest.take_while(same).count();
        let (old, new) = (&old[start..old.len() - end], &new[start..new.len() - end]);
        let mut items = Vec::new();
        for at in 0..old.len().max(new.len()) {
            let delta = match (old.get(at), new.get(at)) {
                (Some(old), Some(new)) => Self::between(old, new),
                (Some(old), None) => Some(Self::Removed(old)),
                (None, new) => new.map(Self::Added),
            };
            items.extend(delta.map(|it| (start + at, it)));
        }
        items
    }
}

fn assets(archive: &Archive) -> Option<&Object> {
    match &archive.content {
        ArchiveContent::Assets(members) => Some(members),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn array(items: &[f64]) -> Value {
        Value::Array(items.iter().map(|&it| Value::from(it)).collect())
    }

    fn apply(value: &Value, delta: &Delta<'_>) -> Value {
        match delta {
            Delta::Added(new) | Delta::Changed { new, .. } => Value::clone(new),
            Delta::Removed(_) => Value::Null,
            Delta::Members(deltas) => {
                let mut members = value.as_object().cloned().unwrap_or_default();
                for (key, delta) in deltas {
                    if matches!(delta, Delta::Removed(_)) {
                        members.shift_remove(*key);
                    } else {
                        let old = members.get(*key).cloned().unwrap_or_default();
                        members.insert((*key).to_owned(), apply(&old, delta));
                    }
                }
                Value::Object(members)
            }
            Delta::Items(deltas) => {
                let Value::Array(mut items) = value.clone() else {
                    return Value::Null;
                };
                for (at, delta) in deltas {
                    match delta {
                        Delta::Added(new) => items.insert(*at, Value::clone(new)),
                        Delta::Removed(_) => {}
                        other => items[*at] = apply(&items[*at].clone(), other),
                    }
                }
                let removed = deltas.iter().rev();
                let removed = removed.filter(|(_, it)| matches!(it, Delta::Removed(_)));
                for (at, _) in removed {
                    items.remove(*at);
                }
                Value::Array(items)
            }
        }
    }

    #[test]
    fn an_item_at_the_start_changes_no_other() {
        let (old, new) = (array(&[1.0, 2.0, 3.0]), array(&[9.0, 1.0, 2.0, 3.0]));
        let nine = Value::from(9.0);
        let expected = Delta::Items(vec![(0, Delta::Added(&nine))]);
        assert_eq!(Delta::between(&old, &new), Some(expected));
    }

    fn value() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            (0..3_i32).prop_map(|it| Value::from(f64::from(it))),
            Just(Value::Unknown),
            "[ab]{0,2}".prop_map(Value::from),
        ];
        leaf.prop_recursive(3, 20, 4, |inner| {
            let member = ("[a-c]", inner.clone());
            prop_oneof![
                prop::collection::vec(inner, 0..4).prop_map(Value::Array),
                prop::collection::vec(member, 0..4)
                    .prop_map(|it| Value::Object(it.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn the_old_value_with_the_difference_is_the_new_one(old in value(), new in value()) {
            match Delta::between(&old, &new) {
                None => prop_assert_eq!(old, new),
                Some(delta) => prop_assert_eq!(apply(&old, &delta), new),
            }
        }
    }
}
