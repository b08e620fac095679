//! Inputs as the state has them.

use std::sync::Arc;

use lumi_graph::{Object, PathPart, PropertyPath, Value};

/// The inputs without those that are only handed to the provider.
pub fn stored_inputs(inputs: Arc<Object>, unstored: &[PropertyPath]) -> Arc<Object> {
    if unstored.is_empty() {
        return inputs;
    }
    let mut stored = Object::clone(&inputs);
    for path in unstored {
        if let Some((PathPart::Key(first), rest)) = path.parts.split_first() {
            remove_member(&mut stored, first, rest);
        }
    }
    Arc::new(stored)
}

fn remove_member(members: &mut Object, key: &str, rest: &[PathPart]) {
    match (rest, members.get_mut(key)) {
        ([], _) => drop(members.shift_remove(key)),
        (rest, Some(value)) => remove(value, rest),
        (_, None) => {}
    }
}

/// Removes a part of a value. An element of an array becomes null, so that the others keep their places.
fn remove(value: &mut Value, path: &[PathPart]) {
    match (value, path) {
        (Value::Secret(inner), path) => remove(inner, path),
        (Value::Object(members), [PathPart::Key(key), rest @ ..]) => {
            remove_member(members, key, rest);
        }
        (Value::Array(elements), [PathPart::Index(at), rest @ ..]) => {
            match (elements.get_mut(*at), rest) {
                (Some(element), []) => *element = Value::Null,
                (Some(element), rest) => remove(element, rest),
                (None, _) => {}
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::samples::object;

    #[test]
    fn write_only_inputs_are_not_in_the_state() {
        let inputs = Arc::new(object(
            r#"{"a":1,"key":{"$lumi":"secret","value":"k"},
                "rules":[{"p":1,"k":2},{"p":3}],"in":{"$lumi":"secret","value":{"x":1,"y":2}}}"#,
        ));
        let paths = ["key", "rules[0].k", "rules[7].k", "in.x", "none.x"];
        let paths = paths.map(|it| it.parse().unwrap());
        let stored = stored_inputs(Arc::clone(&inputs), &paths);
        let expected =
            r#"{"a":1,"rules":[{"p":1},{"p":3}],"in":{"$lumi":"secret","value":{"y":2}}}"#;
        assert_eq!(*stored, object(expected));
        assert!(Arc::ptr_eq(
            &stored_inputs(Arc::clone(&inputs), &[]),
            &inputs
        ));
    }
}
