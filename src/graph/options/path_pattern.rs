//! Property paths of `ignoreChanges`, `replaceOnChanges` and `hideDiffs`.

use std::str::FromStr;

use crate::value::property_path::{PathPart, PropertyPath, PropertyPathError};
use crate::value::value::{Object, Value};

/// A property path in which `*` matches any key or index: `tags.owner`, `rules[*].port`, `tags.*`.
/// A single `*` matches everything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathPattern {
    /// As the program wrote the pattern.
    text: String,
    parts: Vec<PathPart>,
}

/// The wildcard. It also matches a key that is `*` literally.
const ANY: &str = "*";

impl FromStr for PathPattern {
    type Err = PropertyPathError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let quoted = text.replace("[*]", "[\"*\"]").replace(".*", "[\"*\"]");
        let quoted = if quoted == ANY {
            "[\"*\"]".to_owned()
        } else {
            quoted
        };
        let path: PropertyPath = quoted.parse().map_err(|error| PropertyPathError {
            text: text.to_owned(),
            ..error
        })?;
        Ok(Self {
            text: text.to_owned(),
            parts: path.parts,
        })
    }
}

impl PathPattern {
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The steps, of which the key `*` matches any.
    pub fn parts(&self) -> &[PathPart] {
        &self.parts
    }

    /// Whether a part matches any key or index.
    pub fn is_wildcard(part: &PathPart) -> bool {
        matches!(part, PathPart::Key(key) if key == ANY)
    }

    /// Whether a change at `path` affects a match of the pattern: at it, within it, or of a value
    /// that contains it.
    pub fn concerns(&self, path: &PropertyPath) -> bool {
        self.parts
            .iter()
            .zip(&path.parts)
            .all(|(pattern, part)| Self::is_wildcard(pattern) || pattern == part)
    }

    /// Whether a path is a match of the pattern, or inside one.
    pub fn contains(&self, path: &PropertyPath) -> bool {
        self.parts.len() <= path.parts.len() && self.concerns(path)
    }

    /// Sets each match in `new` to its value in `old`, or removes it if it is absent there.
    /// Elements that only one of them has are left alone, unless the pattern names them themselves.
    pub fn reset(&self, new: &mut Object, old: &Object) {
        reset_members(new, old, &self.parts);
    }
}

fn reset_members(new: &mut Object, old: &Object, parts: &[PathPart]) {
    let Some((first, rest)) = parts.split_first() else {
        return;
    };
    match first {
        _ if PathPattern::is_wildcard(first) => {
            let keys: Vec<String> = new.keys().chain(old.keys()).cloned().collect();
            for key in keys {
                reset_member(new, old, &key, rest);
            }
        }
        PathPart::Key(key) => reset_member(new, old, key, rest),
        PathPart::Index(_) => {}
    }
}

fn reset_member(new: &mut Object, old: &Object, key: &str, rest: &[PathPart]) {
    match (new.get_mut(key), old.get(key)) {
        (Some(new), Some(old)) => reset_value(new, old, rest),
        (None, Some(old)) if rest.is_empty() => drop(new.insert(key.to_owned(), old.clone())),
        (Some(_), None) if rest.is_empty() => drop(new.shift_remove(key)),
        _ => {}
    }
}

fn reset_value(new: &mut Value, old: &Value, parts: &[PathPart]) {
    if parts.is_empty() {
        *new = old.clone();
        return;
    }
    match (new, old) {
        (Value::Secret(new), old) => reset_value(new, old, parts),
        (new, Value::Secret(old)) => reset_value(new, old, parts),
        (Value::Object(new), Value::Object(old)) => reset_members(new, old, parts),
        (Value::Array(new), Value::Array(old)) => reset_items(new, old, parts),
        _ => {}
    }
}

fn reset_items(new: &mut [Value], old: &[Value], parts: &[PathPart]) {
    let Some((first, rest)) = parts.split_first() else {
        return;
    };
    for (index, (new, old)) in new.iter_mut().zip(old).enumerate() {
        if PathPattern::is_wildcard(first) || *first == PathPart::Index(index) {
            reset_value(new, old, rest);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn object(json: &str) -> Object {
        match Value::from_json(json).unwrap() {
            Value::Object(object) => object,
            other => panic!("{other:?}"),
        }
    }

    fn reset(pattern: &str, new: &str, old: &str) -> Object {
        let mut new = object(new);
        let pattern: PathPattern = pattern.parse().unwrap();
        pattern.reset(&mut new, &object(old));
        new
    }

    #[test]
    fn values_go_back_to_what_they_were() {
        let old = r#"{"a":1,"tags":{"x":1,"y":2},"rules":[{"port":1},{"port":2}]}"#;
        let new = r#"{"tags":{"x":7,"z":8},"rules":[{"port":7},{"port":8},{"port":9}],"b":5}"#;
        assert_eq!(reset("a", new, old)["a"], Value::from(1.0));
        assert_eq!(reset("*", new, old), object(old));
        assert_eq!(
            reset("tags.x", new, old)["tags"],
            Value::Object(object(r#"{"x":1,"z":8}"#))
        );
        assert_eq!(
            reset("tags.*", new, old)["tags"],
            Value::Object(object(r#"{"x":1,"y":2}"#))
        );
        assert_eq!(
            Value::Object(reset("rules[*].port", new, old))
                .as_object()
                .unwrap()["rules"],
            Value::from_json(r#"[{"port":1},{"port":2},{"port":9}]"#).unwrap()
        );
        assert_eq!(reset("b.c.d", new, old), object(new));
    }

    #[test]
    fn a_change_around_or_within_concerns_it() {
        let concerns = |pattern: &str, path: &str| {
            let pattern: PathPattern = pattern.parse().unwrap();
            pattern.concerns(&path.parse().unwrap())
        };
        assert!(concerns("rules[*].port", "rules[3].port"));
        assert!(concerns("rules[*].port", "rules"));
        assert!(concerns("tags", "tags.owner"));
        assert!(concerns("*", "anything[0]"));
        assert!(!concerns("rules[*].port", "rules[3].host"));
        assert!(!concerns("tags", "tag"));
    }

    #[test]
    fn a_malformed_pattern_is_named_as_it_was_written() {
        let error = "rules[*".parse::<PathPattern>().unwrap_err();
        assert!(error.to_string().contains("`rules[*`"), "{error}");
    }
}
