//! Values at paths.

use lumi_graph::{Object, PathPart, PropertyPath, Value};

/// Sets the value at a path, or removes it. False if the path leads through something else than objects and arrays.
pub fn set(object: &mut Object, path: &PropertyPath, value: Option<Value>) -> bool {
    match path.parts.split_first() {
        Some((PathPart::Key(key), [])) => {
            match value {
                Some(value) => drop(object.insert(key.clone(), value)),
                None => drop(object.shift_remove(key)),
            }
            true
        }
        Some((PathPart::Key(key), rest)) => {
            let member = object.get_mut(key);
            member.is_some_and(|it| set_within(it, rest, value))
        }
        _ => false,
    }
}

fn set_within(target: &mut Value, path: &[PathPart], value: Option<Value>) -> bool {
    match (target, path) {
        (Value::Object(members), [PathPart::Key(_), ..]) => {
            let path = PropertyPath {
                parts: path.to_vec(),
            };
            set(members, &path, value)
        }
        (Value::Array(items), [PathPart::Index(index), rest @ ..]) => {
            match (items.get_mut(*index), rest, value) {
                (Some(item), [], Some(value)) => *item = value,
                (Some(item), [_, ..], value) => return set_within(item, rest, value),
                _ => return false,
            }
            true
        }
        _ => false,
    }
}
