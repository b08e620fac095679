//! JSON pointers (RFC 6901).

use std::str::FromStr;

use thiserror::Error;

use lumi_graph::Value;

/// The path from the document to a value: keys and indices. As text each is preceded by `/`:
/// `/data/items/0/id`; the empty text is the whole document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pointer {
    tokens: Vec<String>,
}

/// Why a text is not a JSON pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PointerError {
    #[error(
        "a JSON pointer starts with `/`, as in `/data/id`; the empty text is the whole \
             document"
    )]
    Start,
    #[error("in a JSON pointer, `~` must be written `~0`, and `/` in a name `~1`")]
    Escape,
}

impl Pointer {
    /// The value at the pointer, if there is one.
    pub fn find<'a>(&self, document: &'a Value) -> Option<&'a Value> {
        let mut value = document;
        for token in &self.tokens {
            value = match value {
                Value::Object(members) => members.get(token.as_str())?,
                Value::Array(items) => items.get(index(token)?)?,
                _ => return None,
            };
        }
        Some(value)
    }

    pub fn is_whole(&self) -> bool {
        self.tokens.is_empty()
    }

    /// Whether the keys are the pointer's path.
    pub fn is_at(&self, keys: &[String]) -> bool {
        self.tokens == keys
    }
}

/// Digits without a leading zero, as the RFC requires: `01` is a key, not an index.
fn index(token: &str) -> Option<usize> {
    let is_number = token.bytes().all(|byte| byte.is_ascii_digit());
    let is_plain = token == "0" || !token.starts_with('0');
    (is_number && is_plain).then(|| token.parse().ok())?
}

impl FromStr for Pointer {
    type Err = PointerError;

    fn from_str(text: &str) -> Result<Self, PointerError> {
        if text.is_empty() {
            return Ok(Self::default());
        }
        let rest = text.strip_prefix('/').ok_or(PointerError::Start)?;
        let tokens: Result<_, _> = rest.split('/').map(unescaped).collect();
        Ok(Self { tokens: tokens? })
    }
}

fn unescaped(token: &str) -> Result<String, PointerError> {
    let mut parts = token.split('~');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (character, rest) = if let Some(rest) = part.strip_prefix('0') {
            ('~', rest)
        } else {
            ('/', part.strip_prefix('1').ok_or(PointerError::Escape)?)
        };
        text.push(character);
        text.push_str(rest);
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn find<'a>(pointer: &str, document: &'a Value) -> Option<&'a Value> {
        pointer.parse::<Pointer>().unwrap().find(document)
    }

    #[test]
    fn finds_what_the_rfc_says() {
        let text =
            r#"{"foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "m~n": 8, " ": 7, "~1": 9}"#;
        let document = Value::from_json(text).unwrap();
        let number = |pointer: &str| match find(pointer, &document) {
            Some(Value::Number(number)) => *number,
            other => panic!("{pointer}: {other:?}"),
        };
        assert_eq!(find("", &document), Some(&document));
        assert_eq!(find("/foo/0", &document), Some(&Value::from("bar")));
        assert_eq!(number("/"), 0.0);
        assert_eq!(number("/a~1b"), 1.0);
        assert_eq!(number("/c%d"), 2.0);
        assert_eq!(number("/m~0n"), 8.0);
        assert_eq!(number("/ "), 7.0);
        assert_eq!(number("/~01"), 9.0);
        for nowhere in [
            "/foo/2", "/foo/01", "/foo/-", "/foo/+1", "/foo/bar", "/foo/0/x", "/x", "/foo/",
        ] {
            assert_eq!(find(nowhere, &document), None, "{nowhere}");
        }
    }

    #[test]
    fn says_what_is_wrong() {
        assert_eq!("id".parse::<Pointer>(), Err(PointerError::Start));
        assert_eq!("/a~2".parse::<Pointer>(), Err(PointerError::Escape));
        assert_eq!("/a~".parse::<Pointer>(), Err(PointerError::Escape));
    }

    proptest! {
        #[test]
        fn every_key_can_be_pointed_to(keys in prop::collection::vec(any::<String>(), 0..4)) {
            let mut document = Value::from("here");
            let mut text = String::new();
            for key in keys.iter().rev() {
                document = Value::Object([(key.clone(), document)].into_iter().collect());
            }
            for key in &keys {
                text.push('/');
                text.push_str(&key.replace('~', "~0").replace('/', "~1"));
            }
            let pointer: Pointer = text.parse().unwrap();
            prop_assert_eq!(pointer.find(&document), Some(&Value::from("here")));
            prop_assert!(pointer.is_at(&keys));
        }

        #[test]
        fn never_panics(text in "[/~01a-]{0,8}") {
            if let Ok(pointer) = text.parse::<Pointer>() {
                pointer.find(&Value::Array(vec![Value::Null]));
            }
        }
    }
}
