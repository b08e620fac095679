//! The path of a value within a resource's properties.

use std::fmt::{self, Display, Write};
use std::str::FromStr;

use thiserror::Error;

use crate::text::escaped_text::{EscapedText, is_hidden};

/// Keys and indices from the outside in, written `tags.owner`, `rules[0].port` or `tags["a.b"]` for
/// a key that is not an identifier. The empty path is the whole value.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PropertyPath {
    pub parts: Vec<PathPart>,
}

/// One step of a path.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PathPart {
    Key(String),
    Index(usize),
}

/// Why a text is not a property path.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "`{}` is not a property path: {problem} at character {position}; \
     one looks like `rules[0].port` or `tags[\"a.b\"]`",
    EscapedText::short(.text)
)]
pub struct PropertyPathError {
    pub text: String,
    pub problem: &'static str,
    /// Counted from 1.
    pub position: usize,
}

impl PropertyPath {
    /// The empty path, which is the whole value.
    pub fn new() -> Self {
        Self::default()
    }

    pub fn push_key(&mut self, key: &str) {
        self.parts.push(PathPart::Key(key.to_owned()));
    }

    pub fn push_index(&mut self, index: usize) {
        self.parts.push(PathPart::Index(index));
    }

    pub fn pop(&mut self) {
        self.parts.pop();
    }

    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// The property at the start of the path: `tags` of `tags.owner`.
    pub fn property(&self) -> Option<&str> {
        match self.parts.first() {
            Some(PathPart::Key(key)) => Some(key),
            _ => None,
        }
    }
}

impl Display for PropertyPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, part) in self.parts.iter().enumerate() {
            match part {
                PathPart::Index(index) => write!(f, "[{index}]")?,
                PathPart::Key(key) if !is_identifier(key) => write_quoted(f, key)?,
                PathPart::Key(key) if position == 0 => f.write_str(key)?,
                PathPart::Key(key) => write!(f, ".{key}")?,
            }
        }
        Ok(())
    }
}

fn is_identifier(key: &str) -> bool {
    let mut characters = key.chars();
    characters
        .next()
        .is_some_and(|c| is_identifier_character(c) && !c.is_numeric())
        && characters.all(is_identifier_character)
}

fn is_identifier_character(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '_' | '$')
}

fn write_quoted(f: &mut fmt::Formatter<'_>, key: &str) -> fmt::Result {
    f.write_str("[\"")?;
    for character in key.chars() {
        match character {
            '"' | '\\' => write!(f, "\\{character}")?,
            _ if is_hidden(character) => write!(f, "\\u{{{:x}}}", u32::from(character))?,
            _ => f.write_char(character)?,
        }
    }
    f.write_str("\"]")
}

impl FromStr for PropertyPath {
    type Err = PropertyPathError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut parser = PathParser { text, at: 0 };
        let mut path = Self::new();
        while parser.at < text.len() {
            path.parts.push(parser.part(path.is_empty())?);
        }
        Ok(path)
    }
}

struct PathParser<'a> {
    text: &'a str,
    /// Offset of the next byte to read.
    at: usize,
}

impl PathParser<'_> {
    fn part(&mut self, is_first: bool) -> Result<PathPart, PropertyPathError> {
        if self.take("[\"") {
            return self.quoted_key().map(PathPart::Key);
        }
        if self.take("[") {
            return self.index().map(PathPart::Index);
        }
        if !is_first && !self.take(".") {
            return Err(self.fail("`.` or `[` is missing"));
        }
        let rest = &self.text[self.at..];
        let end = rest
            .find(|c| !is_identifier_character(c))
            .unwrap_or(rest.len());
        let key = &rest[..end];
        if !is_identifier(key) {
            return Err(self.fail("a key is missing"));
        }
        self.at += end;
        Ok(PathPart::Key(key.to_owned()))
    }

    fn index(&mut self) -> Result<usize, PropertyPathError> {
        let rest = &self.text[self.at..];
        let end = rest
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(rest.len());
        let index = rest[..end]
            .parse()
            .map_err(|_| self.fail("an index is missing"))?;
        self.at += end;
        self.expect("]", "`]` is missing")?;
        Ok(index)
    }

    fn quoted_key(&mut self) -> Result<String, PropertyPathError> {
        let mut key = String::new();
        loop {
            match self.next() {
                None => return Err(self.fail("`\"]` is missing")),
                Some('"') => break,
                Some('\\') => key.push(self.escape()?),
                Some(character) => key.push(character),
            }
        }
        self.expect("]", "`]` is missing")?;
        Ok(key)
    }

    fn escape(&mut self) -> Result<char, PropertyPathError> {
        match self.next() {
            Some(character @ ('"' | '\\')) => Ok(character),
            Some('u') if self.take("{") => {
                let rest = &self.text[self.at..];
                let end = rest.find('}').ok_or_else(|| self.fail("`}` is missing"))?;
                let character = u32::from_str_radix(&rest[..end], 16)
                    .ok()
                    .and_then(char::from_u32);
                let character = character.ok_or_else(|| self.fail("a code point is missing"))?;
                self.at += end + 1;
                Ok(character)
            }
            _ => Err(self.fail("an escape is not known")),
        }
    }

    fn next(&mut self) -> Option<char> {
        let character = self.text[self.at..].chars().next()?;
        self.at += character.len_utf8();
        Some(character)
    }

    fn take(&mut self, prefix: &str) -> bool {
        let found = self.text[self.at..].starts_with(prefix);
        if found {
            self.at += prefix.len();
        }
        found
    }

    fn expect(&mut self, text: &str, problem: &'static str) -> Result<(), PropertyPathError> {
        if self.take(text) {
            Ok(())
        } else {
            Err(self.fail(problem))
        }
    }

    fn fail(&self, problem: &'static str) -> PropertyPathError {
        let position = self.text[..self.at].chars().count() + 1;
        PropertyPathError {
            text: self.text.to_owned(),
            problem,
            position,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn path(parts: &[PathPart]) -> String {
        PropertyPath {
            parts: parts.to_vec(),
        }
        .to_string()
    }

    fn key(key: &str) -> PathPart {
        PathPart::Key(key.to_owned())
    }

    #[test]
    fn looks_like_typescript() {
        assert_eq!(path(&[key("tags"), key("owner")]), "tags.owner");
        assert_eq!(
            path(&[key("rules"), PathPart::Index(0), key("port")]),
            "rules[0].port"
        );
        assert_eq!(path(&[key("tags"), key("a.b")]), r#"tags["a.b"]"#);
        assert_eq!(path(&[key("a\"\\\u{1b}")]), r#"["a\"\\\u{1b}"]"#);
        assert_eq!(
            path(&[key("größe"), key(""), key("0")]),
            r#"größe[""]["0"]"#
        );
        assert_eq!(path(&[]), "");
    }

    #[test]
    fn says_what_is_wrong() {
        let message = |text: &str| text.parse::<PropertyPath>().unwrap_err().to_string();
        insta::assert_snapshot!(
            ["a..b", "a[", "a[x]", "a[\"b", "a[0]b", "a b", ".a", "a[99999999999999999999999]"]
                .map(message)
                .join("\n"),
            @r#"
            `a..b` is not a property path: a key is missing at character 3; one looks like `rules[0].port` or `tags["a.b"]`
            `a[` is not a property path: an index is missing at character 3; one looks like `rules[0].port` or `tags["a.b"]`
            `a[x]` is not a property path: an index is missing at character 3; one looks like `rules[0].port` or `tags["a.b"]`
            `a["b` is not a property path: `"]` is missing at character 5; one looks like `rules[0].port` or `tags["a.b"]`
            `a[0]b` is not a property path: `.` or `[` is missing at character 5; one looks like `rules[0].port` or `tags["a.b"]`
            `a b` is not a property path: `.` or `[` is missing at character 2; one looks like `rules[0].port` or `tags["a.b"]`
            `.a` is not a property path: a key is missing at character 1; one looks like `rules[0].port` or `tags["a.b"]`
            `a[99999999999999999999999]` is not a property path: an index is missing at character 3; one looks like `rules[0].port` or `tags["a.b"]`
            "#
        );
    }

    proptest! {
        #[test]
        fn round_trips(
            parts in prop::collection::vec(
                prop_oneof![
                    any::<String>().prop_map(PathPart::Key),
                    "[a-z$_0-9é]{0,4}".prop_map(PathPart::Key),
                    any::<usize>().prop_map(PathPart::Index),
                ],
                0..5,
            )
        ) {
            let path = PropertyPath { parts };
            prop_assert_eq!(path.to_string().parse::<PropertyPath>().unwrap(), path);
        }

        #[test]
        fn never_panics(text in r#"[a\["\]\\u{}.0é]{0,12}"#) {
            let _ = text.parse::<PropertyPath>();
        }
    }
}
