//! Escapes of Go's regular expressions, and the cursor over a pattern.

use super::{PatternError, PatternErrorKind};

/// A position in a pattern.
pub struct Cursor<'p> {
    text: &'p str,
    offset: usize,
}

impl<'p> Cursor<'p> {
    pub fn new(text: &'p str) -> Self {
        Self { text, offset: 0 }
    }

    pub fn text(&self) -> &'p str {
        self.text
    }

    pub fn offset(&self) -> usize {
        self.offset
    }

    pub fn rest(&self) -> &'p str {
        &self.text[self.offset..]
    }

    pub fn since(&self, start: usize) -> &'p str {
        &self.text[start..self.offset]
    }

    pub fn is_at_end(&self) -> bool {
        self.offset == self.text.len()
    }

    pub fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub fn next(&mut self) -> Option<char> {
        let character = self.peek()?;
        self.offset += character.len_utf8();
        Some(character)
    }

    pub fn skip(&mut self, bytes: usize) {
        self.offset += bytes;
    }

    pub fn eat(&mut self, character: char) -> bool {
        let is_next = self.peek() == Some(character);
        if is_next {
            self.offset += character.len_utf8();
        }
        is_next
    }

    pub fn eat_all(&mut self, text: &str) -> bool {
        let is_next = self.rest().starts_with(text);
        if is_next {
            self.offset += text.len();
        }
        is_next
    }

    /// Reads the rest of `\Q…\E`.
    pub fn until_end_of_quote(&mut self) -> &'p str {
        let rest = self.rest();
        if let Some((text, _)) = rest.split_once(r"\E") {
            self.offset += text.len() + 2;
            text
        } else {
            self.offset = self.text.len();
            rest
        }
    }

    /// Reads `n}`, `n,}` or `n,m}`, or nothing.
    pub fn bounds(&mut self) -> Option<(u32, Option<u32>)> {
        let (text, _) = self.rest().split_once('}')?;
        let bounds = match text.split_once(',') {
            None => number(text).map(|low| (low, Some(low)))?,
            Some((low, "")) => (number(low)?, None),
            Some((low, high)) => (number(low)?, Some(number(high)?)),
        };
        self.offset += text.len() + 1;
        Some(bounds)
    }

    /// Reads `name>` of a group that began at `start`.
    pub fn group_name(&mut self, start: usize) -> Result<String, PatternError> {
        let Some((name, _)) = self.rest().split_once('>') else {
            return Err(PatternErrorKind::InvalidName.of(&self.text[start..]));
        };
        self.offset += name.len() + 1;
        let is_valid = name
            .bytes()
            .all(|byte| byte == b'_' || byte.is_ascii_alphanumeric());
        if name.is_empty() || !is_valid {
            return Err(PatternErrorKind::InvalidName.of(self.since(start)));
        }
        Ok(name.to_owned())
    }
}

/// A number without needless zeros; one that is too large is greater than any limit.
fn number(text: &str) -> Option<u32> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number || (text.len() > 1 && text.starts_with('0')) {
        return None;
    }
    Some(text.parse().unwrap_or(u32::MAX))
}

/// A character or the content of a class in the syntax of `regex-syntax`.
pub enum Escape {
    Literal(char),
    Class(String),
}

/// Reads an escape, whose backslash at `start` has been read.
pub fn escape(cursor: &mut Cursor<'_>, start: usize) -> Result<Escape, PatternError> {
    let Some(character) = cursor.next() else {
        return Err(PatternErrorKind::TrailingBackslash.of(""));
    };
    let class = match character {
        'd' => "0-9",
        'D' => "[^0-9]",
        's' => r"\t\n\x0C\r\x20",
        'S' => r"[^\t\n\x0C\r\x20]",
        'w' => "0-9A-Z_a-z",
        'W' => "[^0-9A-Z_a-z]",
        'p' | 'P' => return property(cursor, start, character == 'P').map(Escape::Class),
        _ => return literal(cursor, start, character).map(Escape::Literal),
    };
    Ok(Escape::Class(class.to_owned()))
}

fn literal(cursor: &mut Cursor<'_>, start: usize, character: char) -> Result<char, PatternError> {
    let value = match character {
        '1'..='7' if !matches!(cursor.peek(), Some('0'..='7')) => None,
        '0'..='7' => {
            let mut value = u32::from(character) - u32::from('0');
            for _ in 0..2 {
                let Some(digit @ '0'..='7') = cursor.peek() else {
                    break;
                };
                value = value * 8 + (u32::from(digit) - u32::from('0'));
                cursor.next();
            }
            char::from_u32(value)
        }
        'x' => hexadecimal(cursor),
        'a' => Some('\u{7}'),
        'f' => Some('\u{c}'),
        'n' => Some('\n'),
        'r' => Some('\r'),
        't' => Some('\t'),
        'v' => Some('\u{b}'),
        other if other.is_ascii() && !other.is_ascii_alphanumeric() => Some(other),
        _ => None,
    };
    value.ok_or_else(|| PatternErrorKind::InvalidEscape.of(cursor.since(start)))
}

/// Reads two hexadecimal digits, or any number of them in braces.
fn hexadecimal(cursor: &mut Cursor<'_>) -> Option<char> {
    if !cursor.eat('{') {
        let digits = cursor.rest().get(..2)?;
        let is_number = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        cursor.skip(if is_number { 2 } else { 0 });
        return is_number
            .then(|| u32::from_str_radix(digits, 16).ok())
            .flatten()
            .and_then(char::from_u32);
    }
    let (digits, _) = cursor.rest().split_once('}')?;
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    cursor.skip(digits.len() + 1);
    let digits = digits.trim_start_matches('0');
    match digits {
        _ if !is_number => None,
        "" => Some('\0'),
        // A surrogate is valid in Go, but no text contains it.
        _ => u32::from_str_radix(digits, 16)
            .ok()
            .filter(|value| *value <= 0x10_ffff)
            .map(|value| char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER)),
    }
}

/// Reads `L` or `{Name}` or `{^Name}`.
fn property(
    cursor: &mut Cursor<'_>,
    start: usize,
    is_negated: bool,
) -> Result<String, PatternError> {
    let name = if cursor.eat('{') {
        let Some((name, _)) = cursor.rest().split_once('}') else {
            return Err(PatternErrorKind::InvalidClass.of(&cursor.text()[start..]));
        };
        cursor.skip(name.len() + 1);
        name
    } else {
        let rest = cursor.rest();
        cursor.next();
        &rest[..rest.len() - cursor.rest().len()]
    };
    let (name, is_negated) = match name.strip_prefix('^') {
        Some(name) => (name, !is_negated),
        None => (name, is_negated),
    };
    let letter = if is_negated { 'P' } else { 'p' };
    let is_name = name
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b' '));
    let folded: String = name
        .chars()
        .filter(|byte| !matches!(byte, '_' | '-' | ' '))
        .collect::<String>()
        .to_lowercase();
    let candidates = match folded.as_str() {
        "any" | "ascii" | "assigned" => vec![format!(r"\{letter}{{{folded}}}")],
        _ => vec![
            format!(r"\{letter}{{gc={name}}}"),
            format!(r"\{letter}{{sc={name}}}"),
        ],
    };
    candidates
        .into_iter()
        .find(|candidate| is_name && regex_syntax::parse(candidate).is_ok())
        .ok_or_else(|| PatternErrorKind::InvalidClass.of(cursor.since(start)))
}
