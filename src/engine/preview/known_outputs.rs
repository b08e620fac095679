//! Outputs of a stack that a run leaves unknown.

use lumi_graph::Object;

/// The outputs after a run. An output that is unknown, because its resource was excluded or failed,
/// keeps its last value.
pub fn known_outputs(mut new: Object, old: &Object) -> Object {
    for (name, value) in &mut new {
        if value.contains_unknown()
            && let Some(last) = old.get(name)
        {
            *value = last.clone();
        }
    }
    new
}

#[cfg(test)]
mod tests {
    use super::*;
    use lumi_graph::Value;

    #[test]
    fn unknown_outputs_keep_their_last_value() {
        let object = |members: [(&str, Value); 3]| -> Object {
            members
                .map(|(name, it)| (name.to_owned(), it))
                .into_iter()
                .collect()
        };
        let old = object([("a", 1.0.into()), ("b", 2.0.into()), ("gone", 3.0.into())]);
        let new = object([
            ("a", 4.0.into()),
            ("b", Value::Unknown),
            ("c", Value::Unknown),
        ]);
        let known = known_outputs(new, &old);
        let expected = object([("a", 4.0.into()), ("b", 2.0.into()), ("c", Value::Unknown)]);
        assert_eq!(known, expected);
    }
}
