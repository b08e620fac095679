//! Changes that the program ignores, also where a provider plans them of its own.

use lumi_graph::{PathPart, PathPattern};

use crate::cty::Value;
use crate::shape::Names;

/// Gives each match of the patterns the value that it had before. Elements of sets have no place of their own:
/// a pattern that leads into a set is for the set as a whole.
pub fn keep_ignored(planned: &mut Value, prior: &Value, ignored: &[PathPattern]) {
    for pattern in ignored {
        keep(planned, prior, pattern.parts());
    }
}

fn keep(planned: &mut Value, prior: &Value, parts: &[PathPart]) {
    let Some((first, rest)) = parts.split_first() else {
        planned.clone_from(prior);
        return;
    };
    let is_any = matches!(first, PathPart::Key(key) if key == "*");
    match (planned, prior, first) {
        (Value::Object(planned), Value::Object(prior), PathPart::Key(name)) => {
            let known = Names::new(prior.keys());
            let original = known.original(name);
            for (member, value) in planned.iter_mut() {
                if let Some(before) = prior.get(member)
                    && (is_any || original == Some(member))
                {
                    keep(value, before, rest);
                }
            }
        }
        (Value::Map(planned), Value::Map(prior), PathPart::Key(key)) => {
            for (member, value) in planned.iter_mut() {
                if let Some(before) = prior.get(member)
                    && (is_any || member == key)
                {
                    keep(value, before, rest);
                }
            }
        }
        (
            Value::List(planned) | Value::Tuple(planned),
            Value::List(prior) | Value::Tuple(prior),
            first,
        ) => {
            for (at, (value, before)) in planned.iter_mut().zip(prior).enumerate() {
                if is_any || *first == PathPart::Index(at) {
                    keep(value, before, rest);
                }
            }
        }
        (planned @ Value::Set(_), prior @ Value::Set(_), _) => planned.clone_from(prior),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(pattern: &str) -> Value {
        let thing = |text: &str| {
            let rule = || {
                Value::object([
                    ("max_size", Value::string(text)),
                    ("b", Value::string(text)),
                ])
            };
            Value::object([
                ("user_data", Value::string(text)),
                ("rules", Value::List(vec![rule(), rule()])),
                (
                    "tags",
                    Value::Map(
                        [("a_b".to_owned(), Value::string(text))]
                            .into_iter()
                            .collect(),
                    ),
                ),
                ("groups", Value::Set([rule()].into_iter().collect())),
            ])
        };
        let mut planned = thing("new");
        keep_ignored(&mut planned, &thing("old"), &[pattern.parse().unwrap()]);
        planned
    }

    #[test]
    fn ignored_attributes_keep_their_values() {
        let text = |value: &Value, at: usize| match value.attribute("rules") {
            Value::List(rules) => rules[at].attribute("max_size"),
            other => panic!("{other:?}"),
        };
        let old = Value::string("old");
        assert_eq!(kept("userData").attribute("user_data"), old);
        assert_eq!(kept("user_data").attribute("user_data"), old);
        let planned = kept("rules[1].maxSize");
        assert_eq!(
            (text(&planned, 0), text(&planned, 1)),
            (Value::string("new"), old.clone())
        );
        assert_eq!(text(&kept("rules[*].max_size"), 0), old);
        assert_eq!(
            kept("tags.a_b").attribute("tags").members().unwrap()["a_b"],
            old
        );
        assert!(kept("groups[0].b").attribute("groups") != kept("nothing").attribute("groups"));
        assert_eq!(kept("*").attribute("user_data"), old);
    }
}
