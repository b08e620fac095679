//! Classes in brackets.

use std::fmt::Write;

use super::escape::{Cursor, Escape, escape};
use super::translate::Literal;
use super::{PatternError, PatternErrorKind};

/// The names between `[:` and `:]`, and their characters.
const POSIX: &[(&str, &str)] = &[
    ("alnum", "0-9A-Za-z"),
    ("alpha", "A-Za-z"),
    ("ascii", r"\x00-\x7F"),
    ("blank", r"\t\x20"),
    ("cntrl", r"\x00-\x1F\x7F"),
    ("digit", "0-9"),
    ("graph", r"\x21-\x7E"),
    ("lower", "a-z"),
    ("print", r"\x20-\x7E"),
    ("punct", r"\x21-\x2F\x3A-\x40\x5B-\x60\x7B-\x7E"),
    ("space", r"\t\n\x0B\x0C\r\x20"),
    ("upper", "A-Z"),
    ("word", "0-9A-Za-z_"),
    ("xdigit", "0-9A-Fa-f"),
];

/// Reads a class, whose bracket at `start` has been read.
pub fn bracket(
    cursor: &mut Cursor<'_>,
    start: usize,
    ignores_case: bool,
) -> Result<String, PatternError> {
    let mut output = String::from(if ignores_case { "(?i:[" } else { "[" });
    if cursor.eat('^') {
        output.push('^');
    }
    let mut is_first = true;
    while is_first || cursor.peek() != Some(']') {
        is_first = false;
        if !item(cursor, &mut output)? {
            return Err(PatternErrorKind::MissingBracket.of(&cursor.text()[start..]));
        }
    }
    cursor.next();
    output.push_str(if ignores_case { "])" } else { "]" });
    Ok(output)
}

/// Reads an item; false at the end of the pattern.
fn item(cursor: &mut Cursor<'_>, output: &mut String) -> Result<bool, PatternError> {
    if let Some(class) = posix(cursor)? {
        output.push_str(&class);
        return Ok(true);
    }
    let start = cursor.offset();
    let low = match character(cursor)? {
        None => return Ok(false),
        Some(Escape::Class(class)) => {
            output.push_str(&class);
            return Ok(true);
        }
        Some(Escape::Literal(character)) => character,
    };
    let mut following = cursor.rest().chars();
    if following.next() != Some('-') || matches!(following.next(), None | Some(']')) {
        let _ = write!(output, "{}", Literal(low));
        return Ok(true);
    }
    cursor.next();
    match character(cursor)? {
        Some(Escape::Literal(high)) if high >= low => {
            let _ = write!(output, "{}-{}", Literal(low), Literal(high));
            Ok(true)
        }
        Some(Escape::Class(_)) => Err(PatternErrorKind::InvalidEscape.of(cursor.since(start))),
        _ => Err(PatternErrorKind::InvalidClass.of(cursor.since(start))),
    }
}

fn character(cursor: &mut Cursor<'_>) -> Result<Option<Escape>, PatternError> {
    let start = cursor.offset();
    match cursor.next() {
        Some('\\') => escape(cursor, start).map(Some),
        Some(character) => Ok(Some(Escape::Literal(character))),
        None => Ok(None),
    }
}

/// Reads `[:alpha:]` or `[:^alpha:]`.
fn posix(cursor: &mut Cursor<'_>) -> Result<Option<String>, PatternError> {
    let Some(rest) = cursor.rest().strip_prefix("[:") else {
        return Ok(None);
    };
    let Some((name, _)) = rest.split_once(":]") else {
        return Ok(None);
    };
    let start = cursor.offset();
    cursor.skip(name.len() + 4);
    let (bare, negation) = match name.strip_prefix('^') {
        Some(bare) => (bare, "^"),
        None => (name, ""),
    };
    match POSIX.iter().find(|(other, _)| *other == bare) {
        Some((_, class)) => Ok(Some(format!("[{negation}{class}]"))),
        None => Err(PatternErrorKind::InvalidClass.of(cursor.since(start))),
    }
}
