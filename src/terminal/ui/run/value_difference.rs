//! The difference between two values, as a tree of the parts that differ.

use lumi_graph::{Archive, ArchiveContent, Object, PropertyPath, Value};

/// A difference, without equal parts.
#[derive(Clone, Debug, PartialEq)]
pub enum ValueDifference<'a> {
    Added(&'a Value),
    Removed(&'a Value),
    /// Values without common parts; secrets always count as such.
    Changed {
        old: &'a Value,
        new: &'a Value,
    },
    Members(Vec<(&'a str, ValueDifference<'a>)>),
    /// By position: in the new array, or in the old one for removed items.
    Items(Vec<(usize, ValueDifference<'a>)>),
    /// Of a set: removed and added elements.
    Elements(Vec<ValueDifference<'a>>),
}

/// Whether the array at a path is a set, whose elements have no order.
pub type IsSet<'s> = &'s dyn Fn(&PropertyPath) -> bool;

impl<'a> ValueDifference<'a> {
    /// The members that differ: those of the old object in order, then added ones.
    pub fn members(old: &'a Object, new: &'a Object) -> Vec<(&'a str, Self)> {
        Comparison::new(&|_| false).members(old, new)
    }
}

/// A comparison of values with sets in them.
pub struct Comparison<'s> {
    is_set: IsSet<'s>,
    path: PropertyPath,
}

impl<'s> Comparison<'s> {
    pub fn new(is_set: IsSet<'s>) -> Self {
        Self::at(PropertyPath::new(), is_set)
    }

    /// Compares values at a path.
    pub fn at(path: PropertyPath, is_set: IsSet<'s>) -> Self {
        Self { is_set, path }
    }

    /// `None` if the values are equal.
    pub fn between<'a>(&mut self, old: &'a Value, new: &'a Value) -> Option<ValueDifference<'a>> {
        if old == new {
            return None;
        }
        let delta = match (old, new) {
            (Value::Object(old), Value::Object(new)) => {
                ValueDifference::Members(self.members(old, new))
            }
            (Value::Array(old), Value::Array(new)) => match (self.is_set)(&self.path) {
                true => ValueDifference::Elements(elements(old, new)),
                false => ValueDifference::Items(self.items(old, new)),
            },
            (Value::Archive(a), Value::Archive(b)) => match (assets(a), assets(b)) {
                (Some(a), Some(b)) if a != b => ValueDifference::Members(self.members(a, b)),
                _ => ValueDifference::Changed { old, new },
            },
            _ => ValueDifference::Changed { old, new },
        };
        // Nothing is left if only the order of a set differs.
        let is_nothing = match &delta {
            ValueDifference::Members(members) => members.is_empty(),
            ValueDifference::Items(items) => items.is_empty(),
            ValueDifference::Elements(elements) => elements.is_empty(),
            _ => false,
        };
        (!is_nothing).then_some(delta)
    }

    /// The members that differ: those of the old object in order, then added ones.
    pub fn members<'a>(
        &mut self,
        old: &'a Object,
        new: &'a Object,
    ) -> Vec<(&'a str, ValueDifference<'a>)> {
        let changed = old.iter().filter_map(|(key, old)| {
            let delta = match new.get(key) {
                Some(new) => {
                    self.path.push_key(key);
                    let delta = self.between(old, new);
                    self.path.pop();
                    delta?
                }
                None => ValueDifference::Removed(old),
            };
            Some((key.as_str(), delta))
        });
        let added = new.iter().filter(|(key, _)| !old.contains_key(*key));
        changed
            .chain(added.map(|(key, new)| (key.as_str(), ValueDifference::Added(new))))
            .collect()
    }

    /// Skips equal items at the start and the end; between them, compares items by position.
    fn items<'a>(
        &mut self,
        old: &'a [Value],
        new: &'a [Value],
    ) -> Vec<(usize, ValueDifference<'a>)> {
        let same = |it: &(&Value, &Value)| it.0 == it.1;
        let start = old.iter().zip(new).take_while(same).count();
        let rest = old[start..].iter().rev().zip(new[start..].iter().rev());
        let end = rest.take_while(same).count();
        let (old, new) = (&old[start..old.len() - end], &new[start..new.len() - end]);
        let mut items = Vec::new();
        for at in 0..old.len().max(new.len()) {
            let delta = match (old.get(at), new.get(at)) {
                (Some(old), Some(new)) => {
                    self.path.push_index(start + at);
                    let delta = self.between(old, new);
                    self.path.pop();
                    delta
                }
                (Some(old), None) => Some(ValueDifference::Removed(old)),
                (None, new) => new.map(ValueDifference::Added),
            };
            items.extend(delta.map(|it| (start + at, it)));
        }
        items
    }
}

/// The elements that only one of two sets has: removed ones, then added ones. An element that differs in a part is both.
fn elements<'a>(old: &'a [Value], new: &'a [Value]) -> Vec<ValueDifference<'a>> {
    let mut added: Vec<&Value> = new.iter().collect();
    let mut deltas = Vec::new();
    for element in old {
        match added.iter().position(|it| *it == element) {
            Some(at) => drop(added.remove(at)),
            None => deltas.push(ValueDifference::Removed(element)),
        }
    }
    deltas.extend(added.into_iter().map(ValueDifference::Added));
    deltas
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

    fn between<'a>(old: &'a Value, new: &'a Value) -> Option<ValueDifference<'a>> {
        Comparison::new(&|_| false).between(old, new)
    }

    fn apply(value: &Value, delta: &ValueDifference<'_>) -> Value {
        match delta {
            ValueDifference::Added(new) | ValueDifference::Changed { new, .. } => Value::clone(new),
            ValueDifference::Removed(_) => Value::Null,
            ValueDifference::Members(deltas) => {
                let mut members = value.as_object().cloned().unwrap_or_default();
                for (key, delta) in deltas {
                    if matches!(delta, ValueDifference::Removed(_)) {
                        members.shift_remove(*key);
                    } else {
                        let old = members.get(*key).cloned().unwrap_or_default();
                        members.insert((*key).to_owned(), apply(&old, delta));
                    }
                }
                Value::Object(members)
            }
            ValueDifference::Items(deltas) => {
                let Value::Array(mut items) = value.clone() else {
                    return Value::Null;
                };
                for (at, delta) in deltas {
                    match delta {
                        ValueDifference::Added(new) => items.insert(*at, Value::clone(new)),
                        ValueDifference::Removed(_) => {}
                        other => items[*at] = apply(&items[*at].clone(), other),
                    }
                }
                let removed = deltas.iter().rev();
                let removed = removed.filter(|(_, it)| matches!(it, ValueDifference::Removed(_)));
                for (at, _) in removed {
                    items.remove(*at);
                }
                Value::Array(items)
            }
            ValueDifference::Elements(deltas) => {
                let Value::Array(mut items) = value.clone() else {
                    return Value::Null;
                };
                for delta in deltas {
                    match delta {
                        ValueDifference::Removed(old) => {
                            let at = items.iter().position(|it| it == *old);
                            items.remove(at.expect("it was there"));
                        }
                        other => items.push(apply(&Value::Null, other)),
                    }
                }
                Value::Array(items)
            }
        }
    }

    #[test]
    fn an_item_at_the_start_changes_no_other() {
        let (old, new) = (array(&[1.0, 2.0, 3.0]), array(&[9.0, 1.0, 2.0, 3.0]));
        let nine = Value::from(9.0);
        let expected = ValueDifference::Items(vec![(0, ValueDifference::Added(&nine))]);
        assert_eq!(between(&old, &new), Some(expected));
    }

    #[test]
    fn elements_of_a_set_are_added_and_removed() {
        let object = |items: &[f64]| {
            let rules = [("ports".to_owned(), array(items))].into_iter().collect();
            [("rules".to_owned(), Value::Array(vec![Value::Object(rules)]))]
                .into_iter()
                .collect::<Object>()
        };
        let is_set = |path: &PropertyPath| path.to_string() == "rules[0].ports";
        let (old, new) = (object(&[2.0, 1.0, 4.0]), object(&[1.0, 3.0, 2.0]));
        let deltas = Comparison::new(&is_set).members(&old, &new);
        let text = format!("{deltas:?}");
        assert_eq!(
            text,
            r#"[("rules", Items([(0, Members([("ports", Elements([Removed(Number(4.0)), Added(Number(3.0))]))]))]))]"#
        );
        let other = object(&[4.0, 2.0, 1.0]);
        assert_eq!(Comparison::new(&is_set).members(&old, &other), []);
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
            match between(&old, &new) {
                None => prop_assert_eq!(old, new),
                Some(delta) => prop_assert_eq!(apply(&old, &delta), new),
            }
        }
    }
}
