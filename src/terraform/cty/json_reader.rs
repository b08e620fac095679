//! Reads JSON whose numbers keep all their digits.

use std::borrow::Cow;

use super::value_error::ValueError;

/// The maximum nesting of JSON.
pub const MAX_JSON_DEPTH: usize = 256;

/// JSON as it is written: numbers are text.
#[derive(Clone, Debug, PartialEq)]
pub enum JsonText<'a> {
    Null,
    Bool(bool),
    Number(&'a str),
    String(Cow<'a, str>),
    Array(Vec<JsonText<'a>>),
    /// Members in their order; of members with one name the last counts.
    Object(Vec<(Cow<'a, str>, JsonText<'a>)>),
}

impl<'a> JsonText<'a> {
    /// Reads a document.
    pub fn parse(text: &'a [u8]) -> Result<Self, ValueError> {
        let text = std::str::from_utf8(text).map_err(|_| ValueError::new("it is not UTF-8"))?;
        let mut reader = Reader { text, at: 0 };
        let value = reader.value(0)?;
        reader.skip_space();
        match reader.rest().is_empty() {
            true => Ok(value),
            false => Err(reader.unexpected()),
        }
    }

    /// The member of an object.
    pub fn member(&self, name: &str) -> Option<&Self> {
        let Self::Object(members) = self else {
            return None;
        };
        let found = members.iter().rev().find(|(it, _)| it == name);
        found.map(|(_, it)| it)
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn unexpected(&self) -> ValueError {
        ValueError::new(match self.rest().is_empty() {
            true => "the JSON ends too early".to_owned(),
            false => format!("it is not JSON at byte {}", self.at),
        })
    }

    fn skip_space(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches([' ', '\t', '\n', '\r']).len();
    }

    fn take(&mut self, wanted: &str) -> bool {
        let is_there = self.rest().starts_with(wanted);
        if is_there {
            self.at += wanted.len();
        }
        is_there
    }

    fn expect(&mut self, wanted: &str) -> Result<(), ValueError> {
        match self.take(wanted) {
            true => Ok(()),
            false => Err(self.unexpected()),
        }
    }

    fn value(&mut self, depth: usize) -> Result<JsonText<'a>, ValueError> {
        if depth > MAX_JSON_DEPTH {
            return Err(ValueError::new("the JSON is nested too deeply"));
        }
        self.skip_space();
        match self.rest().bytes().next() {
            Some(b'{') => self.object(depth),
            Some(b'[') => self.array(depth),
            Some(b'"') => Ok(JsonText::String(self.string()?)),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ if self.take("null") => Ok(JsonText::Null),
            _ if self.take("true") => Ok(JsonText::Bool(true)),
            _ if self.take("false") => Ok(JsonText::Bool(false)),
            _ => Err(self.unexpected()),
        }
    }

    fn object(&mut self, depth: usize) -> Result<JsonText<'a>, ValueError> {
        self.expect("{")?;
        let mut members = Vec::new();
        self.skip_space();
        if self.take("}") {
            return Ok(JsonText::Object(members));
        }
        loop {
            self.skip_space();
            let name = self.string()?;
            self.skip_space();
            self.expect(":")?;
            members.push((name, self.value(depth + 1)?));
            self.skip_space();
            if self.take("}") {
                return Ok(JsonText::Object(members));
            }
            self.expect(",")?;
        }
    }

    fn array(&mut self, depth: usize) -> Result<JsonText<'a>, ValueError> {
        self.expect("[")?;
        let mut elements = Vec::new();
        self.skip_space();
        if self.take("]") {
            return Ok(JsonText::Array(elements));
        }
        loop {
            elements.push(self.value(depth + 1)?);
            self.skip_space();
            if self.take("]") {
                return Ok(JsonText::Array(elements));
            }
            self.expect(",")?;
        }
    }

    fn number(&mut self) -> Result<JsonText<'a>, ValueError> {
        let rest = self.rest();
        let is_part = |it: char| it.is_ascii_digit() || "+-.eE".contains(it);
        let length = rest.find(|it| !is_part(it)).unwrap_or(rest.len());
        let text = &rest[..length];
        let digits = text.trim_start_matches('-');
        // JSON has no `01` and no `.5`.
        let is_odd =
            digits.len() > 1 && digits.starts_with('0') && digits.as_bytes()[1].is_ascii_digit();
        if is_odd || !digits.starts_with(|it: char| it.is_ascii_digit()) || text.ends_with('.') {
            return Err(self.unexpected());
        }
        self.at += length;
        Ok(JsonText::Number(text))
    }

    /// Escapes are left to the other reader.
    fn string(&mut self) -> Result<Cow<'a, str>, ValueError> {
        let rest = self.rest();
        let inside = rest.strip_prefix('"').ok_or_else(|| self.unexpected())?;
        let plain = inside.find(['"', '\\']).ok_or_else(|| self.unexpected())?;
        if inside.as_bytes()[plain] == b'"' && !inside[..plain].bytes().any(|it| it < 0x20) {
            self.at += plain + 2;
            return Ok(Cow::Borrowed(&inside[..plain]));
        }
        let mut is_escaped = false;
        let end = inside.find(|it| {
            let is_end = it == '"' && !is_escaped;
            is_escaped = it == '\\' && !is_escaped;
            is_end
        });
        let end = end.ok_or_else(|| self.unexpected())? + 2;
        let text = serde_json::from_str(&rest[..end]).map_err(|_| self.unexpected())?;
        self.at += end;
        Ok(Cow::Owned(text))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn numbers_keep_their_digits() {
        let text = br#" {"a": [1.00000000000000000001, -0e5 ], "b\n": "\u00e9\"", "a": null} "#;
        let json = JsonText::parse(text).unwrap();
        assert_eq!(json.member("a"), Some(&JsonText::Null));
        assert_eq!(json.member("b\n"), Some(&JsonText::String("é\"".into())));
        let JsonText::Object(members) = &json else {
            panic!("it is an object");
        };
        let numbers = [
            JsonText::Number("1.00000000000000000001"),
            JsonText::Number("-0e5"),
        ];
        assert_eq!(members[0].1, JsonText::Array(numbers.into()));
    }

    #[test]
    fn texts_that_are_not_json_are_refused() {
        let deep = "[".repeat(100_000);
        for text in [
            "",
            "{",
            "[1,]",
            "{\"a\"}",
            "{a:1}",
            "01",
            "-",
            ".5",
            "1.",
            "nul",
            "\"a",
            "\"\\x\"",
            "\"\n\"",
            "1 2",
            "[1",
            "{\"a\":1,}",
            "+1",
            deep.as_str(),
        ] {
            assert!(JsonText::parse(text.as_bytes()).is_err(), "{text:.20}");
        }
        assert!(JsonText::parse(b"\"\xff\"").is_err());
    }

    proptest! {
        #[test]
        fn strings_are_those_of_json(text in ".*") {
            let json = serde_json::to_string(&text).unwrap();
            let read = JsonText::parse(json.as_bytes()).unwrap();
            prop_assert_eq!(read, JsonText::String(text.into()));
        }

        #[test]
        fn any_text_is_read_or_refused(text in ".*") {
            let _ = JsonText::parse(text.as_bytes());
        }
    }
}
