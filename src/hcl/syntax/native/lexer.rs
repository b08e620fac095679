//! Tokens of expressions and bodies.

use std::ops::Range;

/// A token with its byte range.
#[derive(Clone, Debug)]
pub struct Token {
    pub kind: TokenKind,
    pub range: Range<usize>,
}

/// The kinds of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    End,
    LineBreak,
    Name,
    Number,
    /// The start of a quoted text.
    Quote,
    /// The start of a heredoc with its line; the marker is not part of the token's kind.
    Heredoc,
    Symbol(&'static str),
    Invalid,
}

/// Longer symbols stand before their prefixes.
const SYMBOLS: [&str; 35] = [
    "...", "==", "!=", ">=", "<=", "&&", "||", "::", "=>", "~}", "[", "]", "(", ")", "{", "}", ".",
    ",", "*", "/", "%", "+", "-", "=", "<", ">", "!", "?", ":", "&", "|", "~", "^", ";", "`",
];

/// The token at an offset. Spaces and comments before it are skipped, line breaks only if `skips_lines`.
pub fn token(text: &str, mut at: usize, skips_lines: bool) -> Token {
    loop {
        let rest = &text[at..];
        if rest.is_empty() {
            return Token {
                kind: TokenKind::End,
                range: at..at,
            };
        }
        if let Some(length) = line_break(rest).or_else(|| line_comment(rest)) {
            if !skips_lines && rest[..length].ends_with('\n') {
                return Token {
                    kind: TokenKind::LineBreak,
                    range: at..at + length,
                };
            }
            at += length;
            continue;
        }
        let space = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        match (space, block_comment(rest)) {
            (0, None) => return symbol_or_word(rest, at),
            (0, Some(length)) => at += length,
            (space, _) => at += space,
        }
    }
}

fn line_break(rest: &str) -> Option<usize> {
    match rest.as_bytes() {
        [b'\n', ..] => Some(1),
        [b'\r', b'\n', ..] => Some(2),
        _ => None,
    }
}

/// The length of a comment that ends with its line, whose line break is a part of it.
fn line_comment(rest: &str) -> Option<usize> {
    let is_comment = rest.starts_with('#') || rest.starts_with("//");
    is_comment.then(|| rest.find('\n').map_or(rest.len(), |it| it + 1))
}

/// A comment without an end is no comment.
fn block_comment(rest: &str) -> Option<usize> {
    let inside = rest.strip_prefix("/*")?;
    Some(inside.find("*/")? + 4)
}

fn symbol_or_word(rest: &str, at: usize) -> Token {
    let of = |kind, length| Token {
        kind,
        range: at..at + length,
    };
    if rest.starts_with('"') {
        return of(TokenKind::Quote, 1);
    }
    if let Some(length) = heredoc(rest) {
        return of(TokenKind::Heredoc, length);
    }
    if rest.starts_with(|it: char| it.is_ascii_digit()) {
        return of(TokenKind::Number, number(rest));
    }
    if let Some(length) = name_length(rest) {
        return of(TokenKind::Name, length);
    }
    match SYMBOLS.iter().find(|it| rest.starts_with(**it)) {
        Some(symbol) => of(TokenKind::Symbol(symbol), symbol.len()),
        None => of(
            TokenKind::Invalid,
            rest.chars().next().map_or(0, char::len_utf8),
        ),
    }
}

/// The length of the name at the start of a text.
pub fn name_length(rest: &str) -> Option<usize> {
    let starts = |it: char| it == '_' || unicode_ident::is_xid_start(it);
    let continues = |it: char| it == '-' || unicode_ident::is_xid_continue(it);
    rest.starts_with(starts)
        .then(|| rest.find(|it| !continues(it)).unwrap_or(rest.len()))
}

/// The length of the line that starts a heredoc.
fn heredoc(rest: &str) -> Option<usize> {
    let inside = rest.strip_prefix("<<")?;
    let marker = inside.strip_prefix('-').unwrap_or(inside);
    let after = &marker[name_length(marker)?..];
    Some(rest.len() - after.len() + line_break(after)?)
}

/// The length of digits, points and exponents; a point ends no number.
fn number(rest: &str) -> usize {
    let bytes = rest.as_bytes();
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let (mut at, mut end) = (1, 1);
    loop {
        let signed = usize::from(matches!(bytes.get(at + 1), Some(b'+' | b'-')));
        match bytes.get(at) {
            Some(b'0'..=b'9') => at += 1,
            Some(b'e' | b'E') if digit(at + 1 + signed) => at += 2 + signed,
            Some(b'.') => {
                at += 1;
                continue;
            }
            _ => return end,
        }
        end = at;
    }
}
