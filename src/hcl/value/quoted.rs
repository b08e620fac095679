//! Texts in quotes, as Go writes them.

use std::fmt::Write as _;

/// The text in double quotes, with escapes for all that cannot be printed.
pub fn quoted(text: &str) -> String {
    let mut result = String::with_capacity(text.len() + 2);
    push_quoted(&mut result, text);
    result
}

pub(super) fn push_quoted(result: &mut String, text: &str) {
    result.push('"');
    for it in text.chars() {
        match it {
            '"' => result.push_str("\\\""),
            '\\' => result.push_str("\\\\"),
            '\u{7}' => result.push_str("\\a"),
            '\u{8}' => result.push_str("\\b"),
            '\u{c}' => result.push_str("\\f"),
            '\n' => result.push_str("\\n"),
            '\r' => result.push_str("\\r"),
            '\t' => result.push_str("\\t"),
            '\u{b}' => result.push_str("\\v"),
            it if is_printable(it) => result.push(it),
            it => push_escape(result, it),
        }
    }
    result.push('"');
}

fn push_escape(result: &mut String, it: char) {
    let code = u32::from(it);
    let escape = match code {
        0..0x80 => write!(result, "\\x{code:02x}"),
        0x80..0x10000 => write!(result, "\\u{code:04x}"),
        _ => write!(result, "\\U{code:08x}"),
    };
    escape.expect("BUG: a String takes any text");
}

/// Whether a character is a letter, mark, digit, symbol or punctuation, or the ASCII space.
fn is_printable(it: char) -> bool {
    match it {
        ' ' => true,
        _ if it.is_whitespace() => false,
        // The escapes for debugging have the tables of what can be printed; combining characters are no part of it.
        '\'' | '"' | '\\' => true,
        _ => it.escape_debug().len() == 1 || is_mark(it),
    }
}

/// Whether a character combines with those before it: these are escaped for debugging, and can be printed.
fn is_mark(it: char) -> bool {
    unicode_normalization::char::is_combining_mark(it)
}
