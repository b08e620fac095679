//! Reads typed inputs, and collects their errors.

use std::ops::RangeInclusive;
use std::sync::Arc;

use crate::name_advice::advice;
use crate::{InputFailure, ProviderError};
use lumi_graph::{
    Archive, Asset, Misuse, MisuseReason, Object, ObjectType, PropertyType, Value, check_exactly,
};

use super::std_interface::class_of;

/// The number of choices up to which all of them are in a message.
const FEW: usize = 4;

/// Reads the inputs of one resource by name.
///
/// They are compared with the class when the reader is made; an input of the wrong type is `None` from then on.
/// Null counts as absent. A hole passes every test: its value is `None`, as if it were absent, and
/// [`Self::is_unknown`] distinguishes the two.
pub struct InputReader<'a> {
    of: &'a ObjectType,
    inputs: &'a Object,
    failures: Vec<InputFailure>,
    /// The number of failures that the class explains; no others are reported for the same paths.
    misuses: usize,
}

impl<'a> InputReader<'a> {
    /// Reads the inputs of a class of `std`.
    pub fn new(token: &str, inputs: &'a Object) -> Self {
        let class = class_of(token).expect("BUG: handlers are those of classes");
        Self::of(&class.inputs, inputs)
    }

    pub fn of(of: &'a ObjectType, inputs: &'a Object) -> Self {
        let found = check_exactly(of, inputs).into_iter().map(failure);
        let failures: Vec<_> = found.collect();
        Self {
            of,
            inputs,
            misuses: failures.len(),
            failures,
        }
    }

    /// The raw input; `None` if it is absent or null.
    pub fn value(&self, name: &str) -> Option<&'a Value> {
        debug_assert!(
            self.of.get(name).is_some(),
            "BUG: the class has no `{name}`"
        );
        self.inputs
            .get(name)
            .filter(|value| !matches!(value, Value::Null))
    }

    /// Whether the input is present, known or not.
    pub fn has(&self, name: &str) -> bool {
        self.value(name).is_some()
    }

    /// Whether the input contains a hole.
    pub fn is_unknown(&self, name: &str) -> bool {
        self.value(name).is_some_and(Value::contains_unknown)
    }

    /// Whether any input contains a hole.
    pub fn has_unknown(&self) -> bool {
        self.inputs.values().any(Value::contains_unknown)
    }

    pub fn text(&self, name: &str) -> Option<&'a str> {
        self.value(name)?.as_str()
    }

    pub fn boolean(&self, name: &str) -> Option<bool> {
        match self.value(name)? {
            Value::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// A whole number within a range.
    pub fn integer(&mut self, name: &str, range: RangeInclusive<i64>) -> Option<i64> {
        let (least, most) = (*range.start(), *range.end());
        let Value::Number(number) = self.value(name)? else {
            return None;
        };
        if number.fract() == 0.0 && *number >= least as f64 && *number <= most as f64 {
            return Some(*number as i64);
        }
        let expected = format!("a whole number from {least} to {most}");
        self.fail(
            name,
            format!("`{name}` must be {expected}, but is {number}"),
        );
        None
    }

    /// An array of strings; `None` also while an item is unknown.
    pub fn texts(&self, name: &str) -> Option<Vec<&'a str>> {
        match self.value(name)? {
            Value::Array(items) => items.iter().map(Value::as_str).collect(),
            _ => None,
        }
    }

    /// An object of strings; `None` also while a member is unknown. Null members are left out.
    pub fn text_map(&self, name: &str) -> Option<Vec<(&'a str, &'a str)>> {
        let Value::Object(members) = self.value(name)? else {
            return None;
        };
        let members = { members.iter() }.filter(|(_, value)| !matches!(value, Value::Null));
        members
            .map(|(key, value)| Some((key.as_str(), value.as_str()?)))
            .collect()
    }

    pub fn asset(&self, name: &str) -> Option<&'a Asset> {
        match self.value(name)? {
            Value::Asset(asset) => Some(asset),
            _ => None,
        }
    }

    pub fn archive(&self, name: &str) -> Option<&'a Archive> {
        match self.value(name)? {
            Value::Archive(archive) => Some(archive),
            _ => None,
        }
    }

    /// Reads the members of an object with `read`; failures are reported with their full path.
    /// `None` if the input is absent or no object.
    pub fn members<T>(
        &mut self,
        name: &str,
        read: impl FnOnce(&mut InputReader<'a>) -> T,
    ) -> Option<T> {
        let (Value::Object(inputs), PropertyType::Object(of)) =
            (self.value(name)?, &self.of.get(name)?.of)
        else {
            return None;
        };
        let mut reader = InputReader {
            of: Arc::as_ref(of),
            inputs,
            failures: Vec::new(),
            misuses: 0,
        };
        let value = read(&mut reader);
        for failure in reader.failures {
            let separator = if failure.path.starts_with('[') {
                ""
            } else {
                "."
            };
            self.fail(format!("{name}{separator}{}", failure.path), failure.reason);
        }
        Some(value)
    }

    /// Records an invalid input. `path` is such as `rules[0].port`, `reason` a sentence that names
    /// the input.
    pub fn fail(&mut self, path: impl ToString, reason: impl Into<String>) {
        let path = path.to_string();
        let mut misuses = self.failures.iter().take(self.misuses);
        if misuses.all(|it| it.path != path) {
            let reason = reason.into();
            self.failures.push(InputFailure { path, reason });
        }
    }

    pub fn finish(self) -> Vec<InputFailure> {
        self.failures
    }

    /// Fails if validated inputs are invalid nevertheless, as when a hole was filled with a value
    /// of the wrong type.
    pub fn accept(self) -> Result<(), ProviderError> {
        let reasons: Vec<String> = self.failures.into_iter().map(|it| it.reason).collect();
        if reasons.is_empty() {
            Ok(())
        } else {
            Err(ProviderError::failed(reasons.join("; ")))
        }
    }
}

/// The reason that an input does not fit, as a sentence that names it.
fn failure(Misuse { path, reason }: Misuse) -> InputFailure {
    let reason = match reason {
        MisuseReason::Unknown { name, known, .. } => {
            let advice = advice(&name, known.iter().map(String::as_str));
            format!("unknown property `{name}`; {advice}")
        }
        MisuseReason::Missing { description } => {
            format!("`{path}` is missing: {}", first_sentence(&description))
        }
        MisuseReason::Type { wanted, given } => {
            format!("`{path}` must be {wanted}, but is {given}")
        }
        MisuseReason::Choice { given, known, .. } => match known.split_last() {
            Some((last, others)) if known.len() <= FEW => {
                let others = others.join(", ");
                format!("`{path}` must be {others} or {last}, but is {given}")
            }
            _ => {
                let known = known.iter().map(|it| it.trim_matches('"'));
                format!(
                    "`{path}` cannot be {given}; {}",
                    advice(given.trim_matches('"'), known)
                )
            }
        },
        MisuseReason::Twice { other } => format!("`{path}` and `{other}` are the same"),
    };
    InputFailure { path, reason }
}

/// The first sentence of a description, as the end of another sentence.
fn first_sentence(description: &str) -> String {
    let sentence = description.split(". ").next().unwrap_or_default();
    let sentence = sentence.trim_end_matches('.');
    let mut characters = sentence.chars();
    let first = characters.next().map(|it| it.to_ascii_lowercase());
    first.into_iter().chain(characters).collect()
}

#[cfg(test)]
mod tests {
    use super::super::testbed::object;
    use super::*;
    use lumi_graph::{Choice, PropertySchema};

    fn reasons(failures: &[InputFailure]) -> String {
        let lines = failures
            .iter()
            .map(|it| format!("{}: {}", it.path, it.reason));
        lines.collect::<Vec<_>>().join("\n")
    }

    fn class() -> ObjectType {
        let texts = || Box::new(PropertyType::Text);
        let path = PropertySchema {
            is_required: true,
            description: "The path of the file. Another one replaces it.".to_owned(),
            ..PropertySchema::new("path", PropertyType::Text)
        };
        let inner = ObjectType::new(vec![PropertySchema::new("url", PropertyType::Text)]);
        let kind = ["a", "b"].map(|it| Choice::Text(it.to_owned()));
        let properties = [
            ("text", PropertyType::Text),
            ("flag", PropertyType::Bool),
            ("count", PropertyType::Number),
            ("list", PropertyType::List(texts())),
            ("map", PropertyType::Map(texts())),
            ("kind", PropertyType::Choice(kind.into())),
            ("inner", PropertyType::Object(Arc::new(inner))),
            (
                "seed",
                PropertyType::Union(vec![PropertyType::Text, PropertyType::Number]),
            ),
        ];
        let properties = properties.map(|(name, of)| PropertySchema::new(name, of));
        ObjectType::new(properties.into_iter().chain([path]).collect())
    }

    #[test]
    fn values_are_read_by_type() {
        let inputs = object([
            ("path", "p".into()),
            ("text", "a".into()),
            ("flag", true.into()),
            ("count", 3.0.into()),
            ("list", vec!["x".into(), "y".into()].into()),
            (
                "map",
                object([("k", "v".into()), ("none", Value::Null)]).into(),
            ),
            ("inner", object([("url", "u".into())]).into()),
            ("kind", Value::Unknown),
            ("seed", Value::Null),
        ]);
        let class = class();
        let mut reader = InputReader::of(&class, &inputs);
        assert_eq!(reader.text("text"), Some("a"));
        assert_eq!(reader.boolean("flag"), Some(true));
        assert_eq!(reader.integer("count", 1..=3), Some(3));
        assert_eq!(reader.texts("list"), Some(vec!["x", "y"]));
        assert_eq!(reader.text_map("map"), Some(vec![("k", "v")]));
        let url = reader.members("inner", |inner| inner.text("url"));
        assert_eq!(url, Some(Some("u")));
        assert_eq!(reader.text("kind"), None);
        assert!(reader.is_unknown("kind") && reader.has("kind"));
        assert!(!reader.has("seed"));
        assert_eq!(reader.finish(), []);
    }

    #[test]
    fn holes_pass_anywhere() {
        let inputs = object([
            ("path", Value::Unknown),
            ("list", vec!["x".into(), Value::Unknown].into()),
            ("map", object([("k", Value::Unknown)]).into()),
        ]);
        let class = class();
        let reader = InputReader::of(&class, &inputs);
        assert_eq!(reader.texts("list"), None);
        assert_eq!(reader.text_map("map"), None);
        assert!(reader.is_unknown("list") && reader.has_unknown());
        assert_eq!(reader.finish(), []);
    }

    #[test]
    fn all_mistakes_are_reported() {
        let inputs = object([
            ("text", 1.0.into()),
            ("flag", "x".into()),
            ("count", 4.5.into()),
            ("list", vec!["x".into(), true.into(), Value::Null].into()),
            ("map", object([("a b", 1.0.into())]).into()),
            ("kind", "c".into()),
            ("inner", object([("ulr", 1.0.into())]).into()),
            ("seed", true.into()),
            ("zzz", "x".into()),
        ]);
        let class = class();
        let mut reader = InputReader::of(&class, &inputs);
        reader.integer("count", 1..=3);
        reader.fail("text", "another reason is not reported");
        reader.members("inner", |inner| inner.fail("url", "`url` is not there"));
        insta::assert_snapshot!(reasons(&reader.finish()), @r#"
        text: `text` must be a string, but is a number
        flag: `flag` must be a boolean, but is a string
        list[1]: `list[1]` must be a string, but is a boolean
        list[2]: `list[2]` must be a string, but is null
        map["a b"]: `map["a b"]` must be a string, but is a number
        kind: `kind` must be "a" or "b", but is "c"
        inner.ulr: unknown property `ulr`; there is only `url`
        seed: `seed` must be a string or a number, but is a boolean
        zzz: unknown property `zzz`; there are `count`, `flag`, `inner`, `kind`, `list`, `map`, `path`, `seed` and `text`
        path: `path` is missing: the path of the file
        count: `count` must be a whole number from 1 to 3, but is 4.5
        inner.url: `url` is not there
        "#);
    }
}
