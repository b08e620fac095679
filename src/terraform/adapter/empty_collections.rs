//! Providers with the older SDK read an empty collection where there was none, and the other way round.

use crate::cty::{Path, Value};

/// The value that was read. Where it differs from the earlier one only in null or an empty collection, it keeps the
/// earlier of the two, because a refresh would show that difference as drift.
pub fn with_earlier_empties(earlier: &Value, read: &Value) -> Value {
    read.map_parts(&Path::ROOT, &mut |path, part| {
        if !is_null_or_empty(part) {
            return None;
        }
        let earlier = earlier.at(path).ok()?;
        is_null_or_empty(&earlier).then_some(earlier)
    })
}

/// Null, or a collection without elements.
fn is_null_or_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::List(_) | Value::Set(_) | Value::Map(_) => value.children().next().is_none(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_collection_is_as_good_as_none() {
        let object = |tags: Value, names: Value| Value::object([("tags", tags), ("names", names)]);
        let empty = || Value::Map(Default::default());
        let some = || Value::List(vec![Value::string("a")]);
        let before = object(Value::Null, empty());
        assert_eq!(
            with_earlier_empties(&before, &object(empty(), Value::Null)),
            before
        );
        // Existing elements are reported.
        let now = object(Value::Null, some());
        assert_eq!(with_earlier_empties(&before, &now), now);
        let emptied = object(Value::Null, Value::List(Vec::new()));
        assert_eq!(with_earlier_empties(&now, &emptied), emptied);
        // A text is not a collection.
        let text = object(Value::string(""), empty());
        assert_eq!(with_earlier_empties(&before, &text), text);
    }
}
