//! Reads JSON with places.

use std::sync::Arc;

use super::node::{Node, NodeKind, Property};
use crate::syntax::diagnostic::{Diagnostic, Diagnostics};
use crate::syntax::nesting::MAX_NESTING;
use crate::syntax::source_file::SourceFile;

/// Reads a file, which must be an object or a list of objects.
pub fn document(file: &Arc<SourceFile>) -> Result<Node, Diagnostics> {
    let at = if file.text.starts_with('\u{feff}') {
        3
    } else {
        0
    };
    let mut reader = Reader { file, at };
    let node = reader.value(0)?;
    reader.skip_space();
    if !reader.rest().is_empty() {
        return Err(reader.error("The file has more characters after its end."));
    }
    match node.kind {
        NodeKind::Object(_) | NodeKind::Array(_) => Ok(node),
        _ => {
            let detail = "The file must be an object with arguments and blocks.";
            Err(Diagnostic::error("The JSON is not a configuration", detail, &node.span).into())
        }
    }
}

struct Reader<'a> {
    file: &'a Arc<SourceFile>,
    at: usize,
}

type Read<T> = Result<T, Diagnostics>;

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.file.text[self.at..]
    }

    fn error(&self, detail: &str) -> Diagnostics {
        let length = self.rest().chars().next().map_or(0, char::len_utf8);
        let span = self.file.span(self.at..self.at + length);
        Diagnostic::error("The JSON is not valid", detail, &span).into()
    }

    fn skip_space(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches([' ', '\t', '\n', '\r']).len();
    }

    fn take(&mut self, text: &str) -> bool {
        let is_next = self.rest().starts_with(text);
        if is_next {
            self.at += text.len();
        }
        is_next
    }

    fn value(&mut self, depth: usize) -> Read<Node> {
        if depth > MAX_NESTING {
            return Err(self.error("The JSON is nested too deeply."));
        }
        self.skip_space();
        let start = self.at;
        let kind = match self.rest().as_bytes().first() {
            Some(b'{') => stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.object(depth))?,
            Some(b'[') => stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.array(depth))?,
            Some(b'"') => NodeKind::Text(self.text()?),
            Some(b'-' | b'0'..=b'9') => self.number()?,
            _ => self.word()?,
        };
        Ok(Node {
            kind,
            span: self.file.span(start..self.at),
        })
    }

    fn word(&mut self) -> Read<NodeKind> {
        let rest = self.rest();
        let length = rest
            .find(|it: char| !it.is_ascii_alphanumeric())
            .unwrap_or(rest.len());
        let kind = match &rest[..length] {
            "null" => NodeKind::Null,
            "true" => NodeKind::Bool(true),
            "false" => NodeKind::Bool(false),
            _ => return Err(self.error("A JSON value was expected here.")),
        };
        self.at += length;
        Ok(kind)
    }

    fn object(&mut self, depth: usize) -> Read<NodeKind> {
        self.at += 1;
        let mut properties = Vec::new();
        loop {
            self.skip_space();
            if properties.is_empty() && self.take("}") {
                return Ok(NodeKind::Object(properties));
            }
            if !self.rest().starts_with('"') {
                return Err(self.error("The name of a property in quotes was expected here."));
            }
            let start = self.at;
            let name = self.text()?;
            let name_span = self.file.span(start..self.at);
            self.skip_space();
            if !self.take(":") {
                return Err(self.error("A colon must follow the name of a property."));
            }
            let value = self.value(depth + 1)?;
            properties.push(Property {
                name,
                name_span,
                value,
            });
            self.skip_space();
            match self.take(",") {
                true => {}
                false if self.take("}") => return Ok(NodeKind::Object(properties)),
                false => return Err(self.error("A comma or a closing brace must follow a value.")),
            }
        }
    }

    fn array(&mut self, depth: usize) -> Read<NodeKind> {
        self.at += 1;
        let mut elements = Vec::new();
        self.skip_space();
        if self.take("]") {
            return Ok(NodeKind::Array(elements));
        }
        loop {
            elements.push(self.value(depth + 1)?);
            self.skip_space();
            match self.take(",") {
                true => {}
                false if self.take("]") => return Ok(NodeKind::Array(elements)),
                false => {
                    return Err(self.error("A comma or a closing bracket must follow a value."));
                }
            }
        }
    }

    fn number(&mut self) -> Read<NodeKind> {
        let rest = self.rest();
        let is_part = |it: char| it.is_ascii_digit() || "+-.eE".contains(it);
        let text = &rest[..rest.find(|it| !is_part(it)).unwrap_or(rest.len())];
        if !is_number(text) {
            return Err(self.error("The number is not valid."));
        }
        self.at += text.len();
        Ok(NodeKind::Number(text.to_owned()))
    }

    /// Reads a text in quotes.
    fn text(&mut self) -> Read<String> {
        let rest = self.rest();
        let mut is_escaped = false;
        let end = rest[1..].find(|it| {
            let is_end = it == '"' && !is_escaped;
            is_escaped = it == '\\' && !is_escaped;
            is_end
        });
        let Some(end) = end else {
            return Err(self.error("The text is not closed."));
        };
        let text = &rest[..end + 2];
        match serde_json::from_str(text) {
            Ok(content) => {
                self.at += text.len();
                Ok(content)
            }
            Err(_) => {
                Err(self.error("The text has a wrong escape sequence or a control character."))
            }
        }
    }
}

/// Whether a text of digits, signs, points and exponents is a number of JSON.
fn is_number(text: &str) -> bool {
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (text, None),
    };
    let is_digits = |it: &str| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit());
    let mantissa = mantissa.strip_prefix('-').unwrap_or(mantissa);
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    let exponent = exponent.map(|it| it.strip_prefix(['+', '-']).unwrap_or(it));
    is_digits(whole)
        && (whole == "0" || !whole.starts_with('0'))
        && fraction.is_none_or(is_digits)
        && exponent.is_none_or(is_digits)
}
