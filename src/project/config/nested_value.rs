//! Parts of structured configuration values.

use serde_json::{Map, Value};
use thiserror::Error;

use super::config_path::Step;
use super::encrypted_value::{ENCRYPTED, ciphertext};

/// The length of the longest list that a first item makes, whose other items have no value.
const MAX_GAP: i64 = 10_000;

/// The reason why a part of a value cannot be changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NestedValueError {
    #[error("the path has a name where the value is a list, whose items have numbers")]
    NameInList,
    #[error("the path has an index where the value is a map, whose members have names")]
    IndexInMap,
    #[error("the path leads into a value that is neither a map nor a list")]
    Plain,
    #[error("the list is not that long: a new item has the index after the last")]
    OutOfRange,
    #[error("a map with the only member `secure` stands for an encrypted value")]
    Reserved,
}

/// Whether a value is an encrypted one.
pub fn is_encrypted(value: &Value) -> bool {
    ciphertext(value).is_some_and(Value::is_string)
}

/// A value that is given as text: `true`, `false` and whole numbers have their types, unless a number begins with 0.
pub fn coerced(text: &str) -> Value {
    match text {
        "true" => Value::Bool(true),
        "false" => Value::Bool(false),
        text if text.len() > 1 && text.starts_with('0') => text.into(),
        text => {
            let signed = text.parse::<i64>().map(Value::from);
            let number = signed.or_else(|_| text.parse::<u64>().map(Value::from));
            number.unwrap_or_else(|_| text.into())
        }
    }
}

/// The part of a value at the end of a way; `None` if there is none. Encrypted values have no parts.
pub fn part<'v>(value: &'v Value, steps: &[Step]) -> Option<&'v Value> {
    let Some((first, rest)) = steps.split_first() else {
        return Some(value);
    };
    if is_encrypted(value) {
        return None;
    }
    let next = match (value, first) {
        (Value::Array(items), Step::Index(index)) => items.get(usize::try_from(*index).ok()?),
        (Value::Object(members), Step::Key(key)) => members.get(key),
        _ => None,
    };
    part(next?, rest)
}

/// The paths to all parts of a value, outer ones first. Encrypted values have no parts.
pub fn part_paths(value: &Value) -> Vec<Vec<Step>> {
    let mut paths = vec![Vec::new()];
    let mut parts = vec![value];
    let mut next = 0;
    while let Some(part) = parts.get(next).copied() {
        let children: Vec<(Step, &Value)> = match part {
            part if is_encrypted(part) => Vec::new(),
            Value::Object(members) => {
                let members = members.iter();
                members
                    .map(|(key, it)| (Step::Key(key.clone()), it))
                    .collect()
            }
            Value::Array(items) => (0..).map(Step::Index).zip(items).collect(),
            _ => Vec::new(),
        };
        for (step, child) in children {
            let mut path = paths[next].clone();
            path.push(step);
            paths.push(path);
            parts.push(child);
        }
        next += 1;
    }
    paths
}

/// Sets the part of a value at the end of a way. Maps and lists that are missing on it begin; a plain value of the key
/// itself gives way to one.
pub fn set_part(value: &mut Value, steps: &[Step], new: Value) -> Result<(), NestedValueError> {
    let gives_way = is_encrypted(value) || !(value.is_array() || value.is_object());
    if gives_way && !steps.is_empty() {
        *value = Value::Null;
    }
    set_below(value, steps, new)
}

fn set_below(value: &mut Value, steps: &[Step], new: Value) -> Result<(), NestedValueError> {
    let Some((first, rest)) = steps.split_first() else {
        *value = new;
        return Ok(());
    };
    if value.is_null() {
        *value = container(first)?;
    }
    if is_encrypted(value) {
        return Err(NestedValueError::Plain);
    }
    match (value, first) {
        (Value::Array(items), Step::Index(index)) => {
            let index = usize::try_from(*index).map_err(|_| NestedValueError::OutOfRange)?;
            if index > items.len() {
                return Err(NestedValueError::OutOfRange);
            }
            if index == items.len() {
                items.push(Value::Null);
            }
            set_below(&mut items[index], rest, new)
        }
        (Value::Object(members), Step::Key(key)) => {
            let is_alone = rest.is_empty() && members.is_empty();
            if is_alone && key == ENCRYPTED && new.is_string() {
                return Err(NestedValueError::Reserved);
            }
            set_below(members.entry(key.clone()).or_insert(Value::Null), rest, new)
        }
        (Value::Array(_), Step::Key(_)) => Err(NestedValueError::NameInList),
        (Value::Object(_), Step::Index(_)) => Err(NestedValueError::IndexInMap),
        _ => Err(NestedValueError::Plain),
    }
}

/// The value that has a part at a step: a map, or a list with empty items up to it.
fn container(step: &Step) -> Result<Value, NestedValueError> {
    match step {
        Step::Key(_) => Ok(Value::Object(Map::new())),
        Step::Index(index) if (0..MAX_GAP).contains(index) => {
            let length = usize::try_from(index + 1).map_err(|_| NestedValueError::OutOfRange)?;
            Ok(Value::Array(vec![Value::Null; length]))
        }
        Step::Index(_) => Err(NestedValueError::OutOfRange),
    }
}

/// Removes the part of a value at the end of a way, and says whether there was one.
pub fn remove_part(value: &mut Value, steps: &[Step]) -> Result<bool, NestedValueError> {
    let Some((first, rest)) = steps.split_first() else {
        return Ok(false);
    };
    if is_encrypted(value) {
        return Ok(false);
    }
    match (value, first) {
        (Value::Array(items), Step::Index(index)) => {
            let index = usize::try_from(*index).ok().filter(|it| *it < items.len());
            match (index, rest) {
                (None, _) => Ok(false),
                (Some(index), []) => {
                    items.remove(index);
                    Ok(true)
                }
                (Some(index), rest) => remove_part(&mut items[index], rest),
            }
        }
        (Value::Object(members), Step::Key(key)) => match (members.get_mut(key), rest) {
            (None, _) => Ok(false),
            (Some(_), []) => {
                let mut others = members.iter().filter(|it| it.0 != key);
                let is_reserved = members.len() == 2
                    && others.any(|(name, it)| name == ENCRYPTED && it.is_string());
                if is_reserved {
                    return Err(NestedValueError::Reserved);
                }
                members.shift_remove(key);
                Ok(true)
            }
            (Some(member), rest) => remove_part(member, rest),
        },
        _ => Ok(false),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::config::config_path::ConfigPath;

    fn steps(path: &str) -> Vec<Step> {
        ConfigPath::parse(&format!("root{path}"), "web")
            .unwrap()
            .steps
    }

    fn set(value: Value, path: &str, new: &str) -> Result<Value, NestedValueError> {
        let mut value = value;
        set_part(&mut value, &steps(path), coerced(new))?;
        Ok(value)
    }

    #[test]
    fn texts_become_truth_values_and_numbers() {
        let texts = [
            "true",
            "7",
            "-7",
            "+7",
            "0",
            "007",
            "1.5",
            "",
            "18446744073709551615",
            "x",
        ];
        let values: Vec<String> = texts.iter().map(|it| coerced(it).to_string()).collect();
        let expected = r#"true 7 -7 7 0 "007" "1.5" "" 18446744073709551615 "x""#;
        assert_eq!(values.join(" "), expected);
    }

    #[test]
    fn parts_are_set_and_containers_begin() {
        assert_eq!(
            set(Value::Null, ".a.b", "x"),
            Ok(json!({ "a": { "b": "x" } }))
        );
        assert_eq!(
            set(Value::Null, "[2].a", "1"),
            Ok(json!([null, null, { "a": 1 }]))
        );
        assert_eq!(set(json!([1]), "[1]", "2"), Ok(json!([1, 2])));
        assert_eq!(set(json!("plain"), ".a", "2"), Ok(json!({ "a": 2 })));
        assert_eq!(
            set(json!({ "secure": "v1:x" }), ".a", "2"),
            Ok(json!({ "a": 2 }))
        );
        assert_eq!(
            set(json!({ "a": 1 }), ".b[0]", "true"),
            Ok(json!({ "a": 1, "b": [true] }))
        );
        let refused = [
            set(json!([1]), "[2]", "2"),
            set(json!([1]), "[-1]", "2"),
            set(Value::Null, "[-1]", "2"),
            set(json!([1]), ".a", "2"),
            set(json!({}), "[0]", "2"),
            set(json!({ "a": "x" }), ".a.b", "2"),
            set(json!({ "a": { "secure": "v1:x" } }), ".a.b", "2"),
            set(json!({}), ".secure", "x"),
        ];
        use NestedValueError::{IndexInMap, NameInList, OutOfRange, Plain, Reserved};
        let expected = [
            OutOfRange, OutOfRange, OutOfRange, NameInList, IndexInMap, Plain, Plain, Reserved,
        ];
        assert_eq!(refused, expected.map(Err));
    }

    #[test]
    fn each_part_has_a_path() {
        let value = json!({ "a": [1, { "b.c": "x" }], "d": { "secure": "v1:y" } });
        let paths = part_paths(&value).into_iter().map(|steps| {
            let key = "root".to_owned();
            ConfigPath { key, steps }.to_string()
        });
        let paths: Vec<String> = paths.collect();
        let expected = r#"root root.a root.d root.a[0] root.a[1] root.a[1]["b.c"]"#;
        assert_eq!(paths.join(" "), expected);
    }

    #[test]
    fn parts_are_found_and_removed() {
        let value = json!({ "a": [1, { "b": "x" }], "c": { "secure": "v1:y" } });
        assert_eq!(part(&value, &steps(".a[1].b")), Some(&json!("x")));
        for missing in [".a[2]", ".a.b", ".a[-1]", ".c.secure", ".d", "[0]"] {
            assert_eq!(part(&value, &steps(missing)), None, "{missing}");
            let mut same = value.clone();
            assert_eq!(
                remove_part(&mut same, &steps(missing)),
                Ok(false),
                "{missing}"
            );
            assert_eq!(same, value);
        }
        let mut value = value;
        assert_eq!(remove_part(&mut value, &steps(".a[0]")), Ok(true));
        assert_eq!(remove_part(&mut value, &steps(".c")), Ok(true));
        assert_eq!(value, json!({ "a": [{ "b": "x" }] }));
        let mut both = json!({ "secure": "x", "a": 1 });
        assert_eq!(
            remove_part(&mut both, &steps(".a")),
            Err(NestedValueError::Reserved)
        );
    }
}
