//! Literals and f-strings.

use lumi_pack::il::{Expr, ExprKind};

use super::forms::{array, py, string};
use super::layout::{flat, text};
use super::raiser::{ATOM, LAMBDA, Raised, Raiser};

/// A text as a literal of Python, in double quotes unless more of those would be in it.
pub fn literal(value: &str) -> String {
    quoted(value, '"')
}

/// A text as a literal, in the quotes that are wanted unless more of those would be in it.
fn quoted(value: &str, wanted: char) -> String {
    let other = if wanted == '"' { '\'' } else { '"' };
    let quote = match value.matches(wanted).count() > value.matches(other).count() {
        true => other,
        false => wanted,
    };
    format!("{quote}{}{quote}", escaped(value, quote))
}

fn escaped(value: &str, quote: char) -> String {
    let mut result = String::new();
    for it in value.chars() {
        match it {
            '\\' => result.push_str("\\\\"),
            '\n' => result.push_str("\\n"),
            '\r' => result.push_str("\\r"),
            '\t' => result.push_str("\\t"),
            it if it == quote => {
                result.push('\\');
                result.push(it);
            }
            it if (it as u32) < 0x20 || (0x7f..0xa1).contains(&(it as u32)) => {
                result.push_str(&format!("\\x{:02x}", it as u32));
            }
            '\u{ad}' => result.push_str("\\xad"),
            '\u{2028}' | '\u{2029}' | '\u{feff}' => {
                result.push_str(&format!("\\u{:04x}", it as u32));
            }
            it => result.push(it),
        }
    }
    result
}

/// A `float` as a literal.
pub fn float(value: f64) -> String {
    format!("{value:?}")
}

impl Raiser<'_> {
    /// A text as a literal, in the quotes that its place leaves.
    pub fn literal(&self, value: &str) -> String {
        quoted(value, self.quote.unwrap_or('"'))
    }

    /// `bytes`: each character of the text is one.
    pub fn bytes(&mut self, of: &Expr) -> Raised {
        let Some(value) = string(of) else {
            return self.refused(of.at, "bytes that are computed");
        };
        let quote = self.quote.unwrap_or('"');
        let mut result = String::new();
        for it in value.chars() {
            match it {
                '\\' => result.push_str("\\\\"),
                it if it == quote => {
                    result.push('\\');
                    result.push(it);
                }
                '\n' => result.push_str("\\n"),
                '\r' => result.push_str("\\r"),
                '\t' => result.push_str("\\t"),
                ' '..='~' => result.push(it),
                other => result.push_str(&format!("\\x{:02x}", other as u32)),
            }
        }
        Raised::new(text(format!("b{quote}{result}{quote}")), ATOM)
    }

    /// The f-string of some parts.
    pub fn formatted(&mut self, of: &Expr) -> Raised {
        let Some(parts) = array(of) else {
            return self.refused(of.at, "texts that are joined in this way");
        };
        // Texts in fields have the other quotes.
        let double = parts.iter().map(double_quotes).sum::<usize>();
        let outer = self.quote.unwrap_or('"');
        let other = if outer == '"' { '\'' } else { '"' };
        let quote = if double > 0 { '\'' } else { outer };
        let before = self.quote.replace(match double > 0 {
            true => '"',
            false => other,
        });
        let mut pieces = Vec::new();
        for part in parts {
            match &part.kind {
                ExprKind::String(it) => pieces.push((it.clone(), true)),
                _ => pieces.push((self.field(part, quote), false)),
            }
        }
        self.quote = before;
        let body: String = pieces
            .iter()
            .map(|(piece, is_text)| match is_text {
                true => escaped(&braced(piece), quote),
                false => piece.clone(),
            })
            .collect();
        Raised::new(text(format!("f{quote}{body}{quote}")), ATOM)
    }

    /// A replacement field of an f-string in some quotes.
    fn field(&mut self, of: &Expr, quote: char) -> String {
        let Some(("field", [value, rest @ ..])) = py(of) else {
            self.refuse(of.at, "a text that is joined with this");
            return String::new();
        };
        let value = self.value(value);
        let value = match value.level <= LAMBDA {
            true => format!("({})", flat(&value.doc)),
            false => flat(&value.doc),
        };
        let space = if value.starts_with('{') { " " } else { "" };
        let conversion = rest.first().and_then(string).unwrap_or_default();
        let conversion = match conversion {
            "" => String::new(),
            it => format!("!{it}"),
        };
        let spec = match rest.get(1) {
            None => String::new(),
            Some(it) => format!(":{}", self.spec(it, quote)),
        };
        format!("{{{space}{value}{conversion}{spec}}}")
    }

    /// The format of a replacement field.
    fn spec(&mut self, of: &Expr, quote: char) -> String {
        if let Some(it) = string(of) {
            return spec_text(it, quote);
        }
        let parts = match py(of) {
            Some(("join", [parts])) => array(parts).unwrap_or_default(),
            _ => &[],
        };
        let pieces = parts.iter().map(|it| match string(it) {
            Some(it) => spec_text(it, quote),
            None => self.field(it, quote),
        });
        pieces.collect()
    }
}

/// A text between replacement fields.
fn braced(value: &str) -> String {
    value.replace('{', "{{").replace('}', "}}")
}

/// A text of a format, in which two braces are no escape.
fn spec_text(value: &str, quote: char) -> String {
    let escaped = escaped(value, quote);
    escaped.replace('{', "\\x7b").replace('}', "\\x7d")
}

/// The double quotes in the texts of a part of an f-string, and of its format.
fn double_quotes(of: &Expr) -> usize {
    match (string(of), py(of)) {
        (Some(it), _) => it.matches('"').count(),
        (_, Some(("field", [_, _, spec]))) => double_quotes(spec),
        (_, Some(("join", [parts]))) => {
            let parts = array(parts).unwrap_or_default();
            parts.iter().map(double_quotes).sum()
        }
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_are_those_of_formatters() {
        for (value, expected) in [
            ("a", r#""a""#),
            ("say \"a\"", r#"'say "a"'"#),
            ("it's \"a\"", r#"'it\'s "a"'"#),
            ("a\n\\", r#""a\n\\""#),
            ("\u{7}", r#""\x07""#),
        ] {
            assert_eq!(literal(value), expected);
        }
        assert_eq!(float(4.0), "4.0");
    }
}
