//! The values of words: numbers, characters and strings.

use std::rc::Rc;

use super::SyntaxError;
use super::lexer::{Lexer, is_letter};
use super::token::Token;

/// A number, as it is written but for `_`.
#[expect(
    clippy::too_many_lines,
    reason = "one sequence of steps, of which each needs what those before it found"
)]
pub fn number(lexer: &mut Lexer<'_>) -> Result<Token, SyntaxError> {
    let at = lexer.position();
    let mut text = String::new();
    let lower = |it: &str| it.to_ascii_lowercase();
    let prefix = lower(lexer.rest().get(..2).unwrap_or_default());
    let radix = match prefix.as_str() {
        "0x" => 16,
        "0b" => 2,
        "0o" => 8,
        _ => 10,
    };
    if radix != 10 {
        lexer.bump();
        lexer.bump();
        text = prefix;
    }
    let mut is_float = false;
    let mut last = if radix == 10 { '.' } else { '0' };
    while let Some(next) = lexer.peek() {
        let before = last;
        let is_exponent = matches!((radix, next), (10, 'e' | 'E') | (16, 'p' | 'P'));
        let is_sign = matches!(next, '+' | '-')
            && matches!((radix, before), (10, 'e' | 'E') | (16, 'p' | 'P'));
        let is_digit = next.is_digit(if is_float && text.contains('p') {
            10
        } else {
            radix.max(10)
        });
        match next {
            '_' if before.is_ascii_hexdigit() => {}
            '.' if !is_float && matches!(radix, 10 | 16) => is_float = true,
            _ if is_exponent && !text.contains(next.to_ascii_lowercase()) => is_float = true,
            _ if is_exponent && radix == 10 && !text.contains('e') => is_float = true,
            _ if is_digit || is_sign => {}
            _ => break,
        }
        lexer.bump();
        last = next;
        if next != '_' {
            text.push(next.to_ascii_lowercase());
        }
    }
    if lexer.peek() == Some('i') {
        lexer.bump();
        return Ok(Token::Imaginary);
    }
    let ends_badly = last == '_' || lexer.peek().is_some_and(is_letter);
    let text: Rc<str> = text.into();
    match !ends_badly && is_number(&text, radix, is_float) {
        true if is_float => Ok(Token::Float(text)),
        true => Ok(Token::Int(text)),
        false => lexer.error(at, "the number is malformed"),
    }
}

fn is_number(text: &str, radix: u32, is_float: bool) -> bool {
    let digits = if radix == 10 { text } else { &text[2..] };
    if !is_float {
        let radix = if radix == 10 && text.len() > 1 && text.starts_with('0') {
            8
        } else {
            radix
        };
        return !digits.is_empty() && digits.chars().all(|it| it.is_digit(radix));
    }
    let mark = if radix == 16 { 'p' } else { 'e' };
    let (mantissa, exponent) = match digits.split_once(mark) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (digits, None),
    };
    let exponent_digits = exponent.map(|it| it.trim_start_matches(['+', '-']));
    let is_exponent =
        exponent_digits.is_none_or(|it| !it.is_empty() && it.chars().all(|it| it.is_ascii_digit()));
    let has_digits = mantissa.chars().any(|it| it.is_digit(radix));
    is_exponent && has_digits && (radix == 10 || exponent.is_some())
}

/// A character between `'`.
pub fn character(lexer: &mut Lexer<'_>) -> Result<u32, SyntaxError> {
    let at = lexer.position();
    lexer.bump();
    let value = match lexer.bump() {
        Some('\\') => match escape(lexer, '\'')? {
            Escaped::Byte(it) => u32::from(it),
            Escaped::Character(it) => u32::from(it),
        },
        Some('\'' | '\n') | None => return lexer.error(at, "the character is empty or has no end"),
        Some(it) => u32::from(it),
    };
    match lexer.bump() {
        Some('\'') => Ok(value),
        _ => lexer.error(at, "there is more than one character between '"),
    }
}

/// A string, as bytes.
pub fn text(lexer: &mut Lexer<'_>) -> Result<Vec<u8>, SyntaxError> {
    let at = lexer.position();
    let is_raw = lexer.bump() == Some('`');
    let mut found = Vec::new();
    loop {
        match lexer.bump() {
            None => return lexer.error(at, "the string has no end"),
            Some('`') if is_raw => return Ok(found),
            Some('\r') if is_raw => {}
            Some('"') if !is_raw => return Ok(found),
            Some('\n') if !is_raw => return lexer.error(at, "the string has no end in its line"),
            Some('\\') if !is_raw => match escape(lexer, '"')? {
                Escaped::Byte(it) => found.push(it),
                Escaped::Character(it) => push(&mut found, it),
            },
            Some(it) => push(&mut found, it),
        }
    }
}

fn push(found: &mut Vec<u8>, character: char) {
    let mut bytes = [0; 4];
    found.extend_from_slice(character.encode_utf8(&mut bytes).as_bytes());
}

enum Escaped {
    Byte(u8),
    Character(char),
}

fn escape(lexer: &mut Lexer<'_>, quote: char) -> Result<Escaped, SyntaxError> {
    let at = lexer.position() - 1;
    let first = lexer.bump().unwrap_or_default();
    let byte = match first {
        'a' => 7,
        'b' => 8,
        'f' => 12,
        'n' => b'\n',
        'r' => b'\r',
        't' => b'\t',
        'v' => 11,
        '\\' => b'\\',
        _ if first == quote => quote as u8,
        'x' => digits(lexer, 2, 16, 0)
            .and_then(|it| u8::try_from(it).ok())
            .ok_or_else(|| unknown(at))?,
        '0'..='7' => {
            let value = digits(lexer, 2, 8, first.to_digit(8).unwrap_or_default());
            value
                .and_then(|it| u8::try_from(it).ok())
                .ok_or_else(|| unknown(at))?
        }
        'u' | 'U' => {
            let value = digits(lexer, if first == 'u' { 4 } else { 8 }, 16, 0);
            let character = value.and_then(char::from_u32).ok_or_else(|| unknown(at))?;
            return Ok(Escaped::Character(character));
        }
        _ => return Err(unknown(at)),
    };
    Ok(Escaped::Byte(byte))
}

fn unknown(at: u32) -> SyntaxError {
    SyntaxError::new(at, "the escape sequence is none that Go has")
}

fn digits(lexer: &mut Lexer<'_>, count: usize, radix: u32, first: u32) -> Option<u32> {
    let mut value = first;
    for _ in 0..count {
        let digit = lexer.peek()?.to_digit(radix)?;
        lexer.bump();
        value = value.checked_mul(radix)?.checked_add(digit)?;
    }
    Some(value)
}
