//! Texts between interpolations: lines, escapes.

use super::templates::{Part, PartKind};

/// The length of the text at the start of `rest`: up to an interpolation, directive or closing quote, and at most
/// one line with its line break. It is 0 where a quoted text has a line break.
pub fn literal_length(rest: &str, is_quoted: bool) -> usize {
    let bytes = rest.as_bytes();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'$' | b'%' if bytes.get(at + 1) == Some(&b'{') => return at,
            b'$' | b'%' if bytes.get(at + 1) == Some(byte) && bytes.get(at + 2) == Some(&b'{') => {
                at += 3;
            }
            b'"' if is_quoted => return at,
            b'\n' | b'\r' if is_quoted => return at,
            // The character after it may be a quote; the length of others does not matter.
            b'\\' if is_quoted && matches!(bytes.get(at + 1), Some(b'"' | b'\\' | b'$' | b'%')) => {
                at += 2
            }
            b'\n' => return at + 1,
            _ => at += 1,
        }
    }
    at
}

/// The text without escapes, or why it is wrong.
pub fn unescaped(text: &str, is_quoted: bool) -> Result<String, String> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['\\', '$', '%']) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        if rest.starts_with("$${") || rest.starts_with("%%{") {
            out.push_str(&rest[1..3]);
            rest = &rest[3..];
        } else if rest.starts_with('\\') && is_quoted {
            let (character, length) = escape(rest)?;
            out.push(character);
            rest = &rest[length..];
        } else {
            out.push_str(&rest[..1]);
            rest = &rest[1..];
        }
    }
    out.push_str(rest);
    Ok(out)
}

/// The character of an escape sequence, and the length of the sequence.
fn escape(rest: &str) -> Result<(char, usize), String> {
    let Some(selector) = rest.chars().nth(1) else {
        return Err("A character must follow the backslash.".to_owned());
    };
    Ok(match selector {
        'n' => ('\n', 2),
        'r' => ('\r', 2),
        't' => ('\t', 2),
        '"' => ('"', 2),
        '\\' => ('\\', 2),
        'u' => (code_point(rest, 4)?, 6),
        'U' => (code_point(rest, 8)?, 10),
        other => return Err(format!("`\\{other}` is none. For a backslash, write two.")),
    })
}

fn code_point(rest: &str, digits: usize) -> Result<char, String> {
    let code = rest.get(2..2 + digits);
    let code = code.filter(|it| it.bytes().all(|it| it.is_ascii_hexdigit()));
    let Some(code) = code else {
        return Err(format!(
            "{digits} hexadecimal digits must follow `{}`.",
            &rest[..2]
        ));
    };
    let number = u32::from_str_radix(code, 16).map_err(|it| it.to_string())?;
    char::from_u32(number).ok_or_else(|| format!("U+{code} is not a character."))
}

/// Removes the spaces that all lines of a heredoc start with. Empty lines do not count, and keep theirs.
pub fn flush(parts: &mut [Part]) {
    let mut is_line_start = true;
    let mut least = usize::MAX;
    let mut starts = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        let text = match &part.kind {
            PartKind::Literal(text) => Some(text),
            _ => None,
        };
        if is_line_start {
            is_line_start = false;
            let spaces = text.map_or(0, |it| {
                it.chars().take_while(|it| it.is_whitespace()).count()
            });
            let is_blank = text.is_some_and(|it| it.trim_start().is_empty() && it.ends_with('\n'));
            if !is_blank {
                least = least.min(spaces);
                starts.push(index);
            }
        }
        is_line_start |= text.is_some_and(|it| it.ends_with('\n'));
    }
    for index in starts {
        if let PartKind::Literal(text) = &mut parts[index].kind {
            *text = text.chars().skip(least).collect();
        }
    }
}

/// Makes one text of adjacent ones.
pub fn meld(parts: &mut Vec<Part>) {
    parts.dedup_by(|later, earlier| match (&mut earlier.kind, &later.kind) {
        (PartKind::Literal(before), PartKind::Literal(text)) => {
            before.push_str(text);
            earlier.span = earlier.span.to(&later.span);
            true
        }
        _ => false,
    });
}
