//! Reads typed inputs, and collects their errors.

use std::ops::RangeInclusive;

use crate::name_advice::advice;
use crate::{InputFailure, ProviderError};
use lumi_graph::{Archive, Asset, Object, PropertyPath, Value};

/// Reads the inputs of one resource by name.
///
/// Null counts as absent. A hole passes every test: its value is `None`, as if it were absent, and
/// [`Self::is_unknown`] distinguishes the two. Inputs that were never read are reported by
/// [`Self::finish`] as unknown names.
pub struct InputReader<'a> {
    inputs: &'a Object,
    /// The names that were read.
    names: Vec<&'static str>,
    failures: Vec<InputFailure>,
}

impl<'a> InputReader<'a> {
    pub fn new(inputs: &'a Object) -> Self {
        Self {
            inputs,
            names: Vec::new(),
            failures: Vec::new(),
        }
    }

    /// The raw input; `None` if it is absent or null.
    pub fn value(&mut self, name: &'static str) -> Option<&'a Value> {
        if !self.names.contains(&name) {
            self.names.push(name);
        }
        self.inputs
            .get(name)
            .filter(|value| !matches!(value, Value::Null))
    }

    /// Whether the input is present, known or not.
    pub fn has(&mut self, name: &'static str) -> bool {
        self.value(name).is_some()
    }

    /// Whether the input contains a hole.
    pub fn is_unknown(&mut self, name: &'static str) -> bool {
        self.value(name).is_some_and(Value::contains_unknown)
    }

    /// Fails if the input is absent. `what` describes it in the message: "the path of the file".
    pub fn require(&mut self, name: &'static str, what: &str) {
        if !self.has(name) {
            self.fail(name, format!("`{name}` is missing: {what}"));
        }
    }

    pub fn text(&mut self, name: &'static str) -> Option<&'a str> {
        match self.known(name)? {
            Value::String(text) => Some(text),
            other => self.mismatch(name, "a string", other),
        }
    }

    pub fn boolean(&mut self, name: &'static str) -> Option<bool> {
        match self.known(name)? {
            Value::Bool(value) => Some(*value),
            other => self.mismatch(name, "true or false", other),
        }
    }

    /// A whole number within a range.
    pub fn integer(&mut self, name: &'static str, range: RangeInclusive<i64>) -> Option<i64> {
        let (least, most) = (*range.start(), *range.end());
        let expected = format!("a whole number from {least} to {most}");
        match self.known(name)? {
            Value::Number(number) => {
                if number.fract() == 0.0 && *number >= least as f64 && *number <= most as f64 {
                    return Some(*number as i64);
                }
                self.fail(
                    name,
                    format!("`{name}` must be {expected}, but is {number}"),
                );
                None
            }
            other => self.mismatch(name, &expected, other),
        }
    }

    /// An array of strings; `None` also while an item is unknown.
    pub fn texts(&mut self, name: &'static str) -> Option<Vec<&'a str>> {
        let Value::Array(items) = self.known(name)? else {
            let found = self.inputs.get(name)?;
            return self.mismatch(name, "an array of strings", found);
        };
        let items = items.iter().enumerate().map(|(index, item)| {
            let mut path = path(name);
            path.push_index(index);
            self.item(&path, item)
        });
        // All items are read, so that all failures are reported.
        items.collect::<Vec<_>>().into_iter().collect()
    }

    /// An object of strings; `None` also while a member is unknown. Null members are left out.
    pub fn text_map(&mut self, name: &'static str) -> Option<Vec<(&'a str, &'a str)>> {
        let Value::Object(members) = self.known(name)? else {
            let found = self.inputs.get(name)?;
            return self.mismatch(name, "an object of strings", found);
        };
        let members = members
            .iter()
            .filter(|(_, value)| !matches!(value, Value::Null));
        let members = members.map(|(key, value)| {
            let mut path = path(name);
            path.push_key(key);
            Some((key.as_str(), self.item(&path, value)?))
        });
        members.collect::<Vec<_>>().into_iter().collect()
    }

    pub fn asset(&mut self, name: &'static str) -> Option<&'a Asset> {
        match self.known(name)? {
            Value::Asset(asset) => Some(asset),
            other => self.mismatch(
                name,
                "an asset, such as `new lumi.FileAsset(\"path\")`",
                other,
            ),
        }
    }

    pub fn archive(&mut self, name: &'static str) -> Option<&'a Archive> {
        match self.known(name)? {
            Value::Archive(archive) => Some(archive),
            other => self.mismatch(
                name,
                "an archive, such as `new lumi.FileArchive(\"folder\")`",
                other,
            ),
        }
    }

    /// Records an invalid input. `path` is such as `rules[0].port`, `reason` a sentence that names
    /// the input.
    pub fn fail(&mut self, path: impl ToString, reason: impl Into<String>) {
        self.failures.push(InputFailure {
            path: path.to_string(),
            reason: reason.into(),
        });
    }

    /// All failures, including one for every input that was never read.
    pub fn finish(mut self) -> Vec<InputFailure> {
        for key in self.inputs.keys() {
            if !self.names.iter().any(|name| name == key) {
                let advice = advice(key, self.names.iter().copied());
                self.failures.push(InputFailure {
                    path: path(key).to_string(),
                    reason: format!("unknown property `{key}`; {advice}"),
                });
            }
        }
        self.failures
    }

    /// Fails if validated inputs are invalid nevertheless, as when a hole was filled with a value
    /// of the wrong type.
    pub fn accept(self) -> Result<(), ProviderError> {
        let reasons: Vec<String> = self.finish().into_iter().map(|it| it.reason).collect();
        if reasons.is_empty() {
            Ok(())
        } else {
            Err(ProviderError::failed(reasons.join("; ")))
        }
    }

    fn known(&mut self, name: &'static str) -> Option<&'a Value> {
        self.value(name)
            .filter(|value| !matches!(value, Value::Unknown))
    }

    fn item(&mut self, path: &PropertyPath, value: &'a Value) -> Option<&'a str> {
        match value {
            Value::String(text) => Some(text),
            Value::Unknown => None,
            other => self.mismatch(path, "a string", other),
        }
    }

    fn mismatch<T>(&mut self, path: impl ToString, expected: &str, found: &Value) -> Option<T> {
        let path = path.to_string();
        let reason = format!("`{path}` must be {expected}, but is {}", found.kind());
        self.fail(path, reason);
        None
    }
}

fn path(key: &str) -> PropertyPath {
    let mut path = PropertyPath::new();
    path.push_key(key);
    path
}

#[cfg(test)]
mod tests {
    use super::super::testbed::object;
    use super::*;

    fn reasons(failures: &[InputFailure]) -> String {
        let lines = failures
            .iter()
            .map(|it| format!("{}: {}", it.path, it.reason));
        lines.collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn values_are_read_by_type() {
        let inputs = object([
            ("text", "a".into()),
            ("flag", true.into()),
            ("count", 3.0.into()),
            ("list", vec!["x".into(), "y".into()].into()),
            (
                "map",
                object([("k", "v".into()), ("none", Value::Null)]).into(),
            ),
            ("hole", Value::Unknown),
            ("nothing", Value::Null),
        ]);
        let mut reader = InputReader::new(&inputs);
        assert_eq!(reader.text("text"), Some("a"));
        assert_eq!(reader.boolean("flag"), Some(true));
        assert_eq!(reader.integer("count", 1..=3), Some(3));
        assert_eq!(reader.texts("list"), Some(vec!["x", "y"]));
        assert_eq!(reader.text_map("map"), Some(vec![("k", "v")]));
        assert_eq!(reader.text("hole"), None);
        assert!(reader.is_unknown("hole") && reader.has("hole"));
        assert!(!reader.has("nothing") && !reader.has("absent"));
        assert_eq!(reader.finish(), []);
    }

    #[test]
    fn holes_pass_anywhere() {
        let inputs = object([
            ("list", vec!["x".into(), Value::Unknown].into()),
            ("map", object([("k", Value::Unknown)]).into()),
        ]);
        let mut reader = InputReader::new(&inputs);
        assert_eq!(reader.texts("list"), None);
        assert_eq!(reader.text_map("map"), None);
        assert!(reader.is_unknown("list"));
        assert_eq!(reader.finish(), []);
    }

    #[test]
    fn all_mistakes_are_reported() {
        let inputs = object([
            ("text", 1.0.into()),
            ("count", 4.5.into()),
            ("list", vec!["x".into(), true.into(), Value::Null].into()),
            ("map", object([("a b", 1.0.into())]).into()),
            ("contnet", "x".into()),
            ("zzz", "x".into()),
        ]);
        let mut reader = InputReader::new(&inputs);
        reader.require("path", "the path of the file");
        reader.text("text");
        reader.integer("count", 1..=3);
        reader.texts("list");
        reader.text_map("map");
        reader.text("content");
        insta::assert_snapshot!(reasons(&reader.finish()), @r#"
        path: `path` is missing: the path of the file
        text: `text` must be a string, but is a number
        count: `count` must be a whole number from 1 to 3, but is 4.5
        list[1]: `list[1]` must be a string, but is a boolean
        list[2]: `list[2]` must be a string, but is null
        map["a b"]: `map["a b"]` must be a string, but is a number
        contnet: unknown property `contnet`; did you mean `content`?
        zzz: unknown property `zzz`; there are `path`, `text`, `count`, `list`, `map` and `content`
        "#);
    }
}
