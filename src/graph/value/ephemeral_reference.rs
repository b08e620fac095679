//! A value that nothing stores, by its place.

use std::fmt;
use std::hash::{Hash, Hasher};

use crate::value::property_path::PropertyPath;
use crate::value::value::{Object, Value};

/// A part of what a provider has opened for one run. The value itself stays with the process that asked for it, so
/// that no program, graph, state or log can have it.
///
/// Two references are equal if they are the same part of an answer of the same function: each run opens another value.
#[derive(Clone, Debug)]
pub struct EphemeralReference {
    /// The function that opened it, such as `random:ephemeral:random_password`.
    pub token: String,
    /// The path in its answer, such as `result`.
    pub path: String,
    /// The number of the answer in this process; `None` in what was read from a document.
    pub handle: Option<u64>,
}

impl EphemeralReference {
    /// The text that [`Self::parse`] reads.
    pub fn to_text(&self) -> String {
        let handle = self.handle.map(|it| it.to_string()).unwrap_or_default();
        format!("{handle} {} {}", self.token, self.path)
    }

    pub fn parse(text: &str) -> Option<Self> {
        let (handle, rest) = text.split_once(' ')?;
        let (token, path) = rest.split_once(' ')?;
        Some(Self {
            token: token.to_owned(),
            path: path.to_owned(),
            handle: handle.parse().ok(),
        })
    }
}

impl PartialEq for EphemeralReference {
    fn eq(&self, other: &Self) -> bool {
        (&self.token, &self.path) == (&other.token, &other.path)
    }
}

impl Eq for EphemeralReference {}

impl Hash for EphemeralReference {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.token, &self.path).hash(state);
    }
}

impl fmt::Display for EphemeralReference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the ephemeral value `{}` of {}", self.path, self.token)
    }
}

/// The places of all ephemeral values of an object.
pub fn ephemeral_paths(members: &Object) -> Vec<PropertyPath> {
    let mut found = Vec::new();
    let mut path = PropertyPath::new();
    visit_members(members, &mut path, &mut found);
    found
}

fn visit_members(members: &Object, path: &mut PropertyPath, found: &mut Vec<PropertyPath>) {
    for (key, value) in members {
        path.push_key(key);
        visit(value, path, found);
        path.pop();
    }
}

fn visit(value: &Value, path: &mut PropertyPath, found: &mut Vec<PropertyPath>) {
    match value {
        Value::Ephemeral(_) => found.push(path.clone()),
        Value::Secret(inner) => visit(inner, path, found),
        Value::Object(members) => visit_members(members, path, found),
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                path.push_index(index);
                visit(item, path, found);
                path.pop();
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_have_a_text_and_are_equal_by_their_place() {
        let one = EphemeralReference {
            token: "kit:ephemeral:kit_ticket".to_owned(),
            path: "members[\"a b\"]".to_owned(),
            handle: Some(7),
        };
        let read = EphemeralReference::parse(&one.to_text()).unwrap();
        assert_eq!(read.handle, Some(7));
        let stored = EphemeralReference {
            handle: None,
            ..one.clone()
        };
        assert_eq!((&one, &stored), (&read, &one));
        let read = EphemeralReference::parse(&stored.to_text()).unwrap();
        assert_eq!(read.handle, None);
        assert!(EphemeralReference::parse("x").is_none());
    }

    #[test]
    fn a_document_has_the_place_of_a_value_alone() {
        let text = r#"{"$lumi":"ephemeral","token":"kit:ephemeral:kit_ticket","path":"secret"}"#;
        let value = Value::from_json(text).unwrap();
        let written = serde_json::to_string(&value.serializable(crate::Secrets::Shown)).unwrap();
        assert_eq!(written, text);
        let nested = format!(r#"{{"a":[1,{{"$lumi":"secret","value":{text}}}],"b":{text}}}"#);
        let Value::Object(members) = Value::from_json(&nested).unwrap() else {
            panic!("an object was written");
        };
        let paths: Vec<String> = ephemeral_paths(&members)
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(paths, ["a[1]", "b"]);
    }
}
