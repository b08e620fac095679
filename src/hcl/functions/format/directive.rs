//! The parts of a format: literal text, and directives such as `%-08.3[2]f`.

use thiserror::Error;

/// The greatest width and precision, as Go has them.
const LIMIT: usize = 1_000_000;

/// A format that is refused, with the offset in bytes.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum DirectiveError {
    #[error("the format ends within a directive")]
    Unfinished,
    #[error("`{character}` at offset {offset} of the format is no part of a directive")]
    UnexpectedCharacter { character: char, offset: usize },
    #[error("the directive `{0}` has a width or precision of more than a million")]
    TooWide(String),
}

/// A part of a format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part<'f> {
    Literal(&'f str),
    Directive(Directive<'f>),
}

/// A directive, which says how an argument is written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Directive<'f> {
    /// The directive as it is written.
    pub text: &'f str,
    pub verb: char,
    /// The number of the argument, from one; the one after the last for `None`.
    pub argument: Option<usize>,
    pub width: Option<usize>,
    pub precision: Option<usize>,
    pub is_alternate: bool,
    pub has_plus: bool,
    pub has_space: bool,
    pub is_left: bool,
    pub is_padded_with_zeros: bool,
}

/// Reads a format.
///
/// # Errors
///
/// Directives that are not complete.
pub fn parse(format: &str) -> Result<Vec<Part<'_>>, DirectiveError> {
    let mut parts = Vec::new();
    let mut start = 0;
    while let Some(distance) = format[start..].find('%') {
        let percent = start + distance;
        if distance > 0 {
            parts.push(Part::Literal(&format[start..percent]));
        }
        if format[percent + 1..].starts_with('%') {
            parts.push(Part::Literal("%"));
            start = percent + 2;
            continue;
        }
        let (directive, end) = directive(format, percent)?;
        parts.push(Part::Directive(directive));
        start = end;
    }
    if start < format.len() {
        parts.push(Part::Literal(&format[start..]));
    }
    Ok(parts)
}

fn directive(format: &str, start: usize) -> Result<(Directive<'_>, usize), DirectiveError> {
    let mut reader = Reader {
        format,
        offset: start + 1,
    };
    let mut directive = Directive::default();
    loop {
        match reader.byte() {
            Some(b'0') => directive.is_padded_with_zeros = true,
            Some(b'#') => directive.is_alternate = true,
            Some(b'-') => directive.is_left = true,
            Some(b'+') => directive.has_plus = true,
            Some(b' ') => directive.has_space = true,
            _ => break,
        }
        reader.offset += 1;
    }
    if matches!(reader.byte(), Some(b'1'..=b'9')) {
        directive.width = Some(reader.number());
    }
    if reader.byte() == Some(b'.') {
        reader.offset += 1;
        directive.precision = Some(reader.number());
    }
    if reader.byte() == Some(b'[') {
        reader.offset += 1;
        if !matches!(reader.byte(), Some(b'1'..=b'9')) {
            return Err(reader.unexpected());
        }
        directive.argument = Some(reader.number());
        if reader.byte() != Some(b']') {
            return Err(reader.unexpected());
        }
        reader.offset += 1;
    }
    match reader.byte() {
        Some(byte) if byte.is_ascii_alphabetic() => directive.verb = char::from(byte),
        _ => return Err(reader.unexpected()),
    }
    let end = reader.offset + 1;
    directive.text = &format[start..end];
    let widest = directive.width.max(directive.precision);
    match widest.is_some_and(|width| width > LIMIT) {
        true => Err(DirectiveError::TooWide(directive.text.to_owned())),
        false => Ok((directive, end)),
    }
}

struct Reader<'f> {
    format: &'f str,
    offset: usize,
}

impl Reader<'_> {
    fn byte(&self) -> Option<u8> {
        self.format.as_bytes().get(self.offset).copied()
    }

    /// Digits, or zero without any.
    fn number(&mut self) -> usize {
        let mut number: usize = 0;
        while let Some(digit @ b'0'..=b'9') = self.byte() {
            number = number
                .saturating_mul(10)
                .saturating_add(usize::from(digit - b'0'));
            self.offset += 1;
        }
        number
    }

    fn unexpected(&self) -> DirectiveError {
        let rest = self.format.get(self.offset..).unwrap_or_default();
        match rest.chars().next() {
            Some(character) => DirectiveError::UnexpectedCharacter {
                character,
                offset: self.offset,
            },
            None => DirectiveError::Unfinished,
        }
    }
}
