//! The name of a resource.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

use super::text::escaped_text::EscapedText;

/// The last part of a URN: non-empty text without control characters and `::`. Clones share one
/// allocation.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ResourceName(Arc<str>);

/// Why a text is not a resource name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ResourceNameError {
    #[error("the resource name is empty; give the resource a name such as `web-server`")]
    Empty,
    #[error(
        "resource name `{}` holds `::`, which separates the parts of a URN; use `-`, `/` or a \
         single `:` instead",
        EscapedText::short(.0)
    )]
    Separator(String),
    #[error(
        "resource name `{}` holds the control character U+{:04X}; names may hold any \
         character that can be seen, such as `web-server 1`",
        EscapedText::short(.name), u32::from(*.character)
    )]
    ControlCharacter { name: String, character: char },
}

impl ResourceName {
    /// Validates a name.
    pub fn parse(name: &str) -> Result<Self, ResourceNameError> {
        if name.is_empty() {
            return Err(ResourceNameError::Empty);
        }
        if let Some(character) = name.chars().find(|c| c.is_control()) {
            return Err(ResourceNameError::ControlCharacter {
                name: name.into(),
                character,
            });
        }
        if name.contains("::") {
            return Err(ResourceNameError::Separator(name.into()));
        }
        Ok(Self(Arc::from(name)))
    }

    /// The name as the program wrote it.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ResourceName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Serialize for ResourceName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for ResourceName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
        Self::parse(&text).map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepts_anything_readable() {
        for name in ["a", "web server", "größe/日本", "a:b", ":a:", "🦀", "$x"] {
            assert_eq!(ResourceName::parse(name).unwrap().as_str(), name);
        }
    }

    #[test]
    fn says_what_is_wrong() {
        let message = |name: &str| ResourceName::parse(name).unwrap_err().to_string();
        insta::assert_snapshot!(
            ["", "a::b", "a\nb", "a\u{9b}31m"].map(message).join("\n"),
            @r#"
            the resource name is empty; give the resource a name such as `web-server`
            resource name `a::b` holds `::`, which separates the parts of a URN; use `-`, `/` or a single `:` instead
            resource name `a\nb` holds the control character U+000A; names may hold any character that can be seen, such as `web-server 1`
            resource name `a\u{9b}31m` holds the control character U+009B; names may hold any character that can be seen, such as `web-server 1`
            "#
        );
    }
}
