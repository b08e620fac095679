//! Compares the desired body with the actual one.

use lumi_graph::{Object, Value};

use super::pointer::Pointer;

/// Compares a desired body with the result of a read.
///
/// Only desired members that the result contains are compared: an API adds members of its own, and
/// omits write-only ones (a password).
pub struct Drift<'a> {
    /// Values that are never compared, with their parts.
    pub ignored: &'a [Pointer],
}

impl Drift<'_> {
    /// The desired body, with actual values where they differ; equal to `wanted` without drift.
    pub fn overlay(&self, wanted: &Value, live: &Value) -> Value {
        self.at(&mut Vec::new(), wanted, live)
    }

    fn at(&self, keys: &mut Vec<String>, wanted: &Value, live: &Value) -> Value {
        if self.ignored.iter().any(|it| it.is_at(keys)) {
            return wanted.clone();
        }
        match (wanted, live) {
            (Value::Object(wanted), Value::Object(live)) => {
                Value::Object(self.members(keys, wanted, live))
            }
            (Value::Array(wanted), Value::Array(live)) if wanted.len() == live.len() => {
                let pairs = wanted.iter().zip(live).enumerate();
                let items = pairs.map(|(index, (wanted, live))| {
                    self.inside(keys, index.to_string(), wanted, live)
                });
                Value::Array(items.collect())
            }
            // In JSON, 0 and -0 are the same number.
            (Value::Number(a), Value::Number(b)) if a == b => wanted.clone(),
            _ => live.clone(),
        }
    }

    fn members(&self, keys: &mut Vec<String>, wanted: &Object, live: &Object) -> Object {
        let members = wanted.iter().map(|(key, value)| {
            let value = match live.get(key) {
                Some(live) => self.inside(keys, key.clone(), value, live),
                None => value.clone(),
            };
            (key.clone(), value)
        });
        members.collect()
    }

    fn inside(&self, keys: &mut Vec<String>, key: String, wanted: &Value, live: &Value) -> Value {
        keys.push(key);
        let value = self.at(keys, wanted, live);
        keys.pop();
        value
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn overlay(wanted: &str, live: &str, ignored: &[&str]) -> Value {
        let ignored: Vec<Pointer> = ignored.iter().map(|it| it.parse().unwrap()).collect();
        let [wanted, live] = [wanted, live].map(|it| Value::from_json(it).unwrap());
        Drift { ignored: &ignored }.overlay(&wanted, &live)
    }

    fn json(text: &str) -> Value {
        Value::from_json(text).unwrap()
    }

    #[test]
    fn undeclared_and_unreturned_members_are_no_drift() {
        let wanted = r#"{"name": "a", "password": "p", "tags": [{"k": 1}]}"#;
        let live = r#"{"id": 7, "name": "a", "tags": [{"k": 1, "at": 2}]}"#;
        assert_eq!(overlay(wanted, live, &[]), json(wanted));
    }

    #[test]
    fn differences_are_adopted() {
        let wanted = r#"{"name": "a", "tags": [1, 2], "deep": {"x": 1, "y": 2}, "n": null}"#;
        let live = r#"{"name": "b", "tags": [1], "deep": {"x": 1, "y": "2"}, "n": 3}"#;
        assert_eq!(
            overlay(wanted, live, &[]),
            json(r#"{"name": "b", "tags": [1], "deep": {"x": 1, "y": "2"}, "n": 3}"#)
        );
        assert_eq!(overlay("-0.0", "0", &[]), Value::Number(-0.0));
    }

    #[test]
    fn ignored_values_stay_as_wanted() {
        let wanted = r#"{"a": {"b": [1, {"c": 2}]}, "d": 3}"#;
        let live = r#"{"a": {"b": [9, {"c": 9}]}, "d": 9}"#;
        assert_eq!(
            overlay(wanted, live, &["/a/b/1/c", "/d"]),
            json(r#"{"a": {"b": [9, {"c": 2}]}, "d": 3}"#)
        );
        assert_eq!(overlay(wanted, live, &[""]), json(wanted));
    }

    fn any_json() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::Bool),
            any::<i8>().prop_map(|it| Value::Number(it.into())),
            "[ab]{0,2}".prop_map(Value::String),
        ];
        leaf.prop_recursive(3, 16, 3, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..3).prop_map(Value::Array),
                prop::collection::vec(("[ab]", inner), 0..3)
                    .prop_map(|it| Value::Object(it.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn a_body_does_not_drift_from_itself(body in any_json()) {
            let drift = Drift { ignored: &[] };
            prop_assert_eq!(drift.overlay(&body, &body), body);
        }

        /// A body equal to the one found shows no drift.
        #[test]
        fn an_overlay_is_idempotent(wanted in any_json(), live in any_json()) {
            let drift = Drift { ignored: &[] };
            let seen = drift.overlay(&wanted, &live);
            prop_assert_eq!(drift.overlay(&seen, &live), seen);
        }
    }
}
