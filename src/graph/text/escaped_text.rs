//! Escapes text from users for one line of an error or a terminal.

use std::fmt::{self, Display, Write};

/// Shows at most `limit` characters of a text, and escapes all that could move the cursor, change
/// colours or reorder the text.
///
/// Names, keys and values are untrusted; printed raw they could change the display of a plan that
/// the user is about to approve.
pub struct EscapedText<'a> {
    text: &'a str,
    limit: usize,
}

impl<'a> EscapedText<'a> {
    /// Limits the text to the length that fits an error message.
    pub fn short(text: &'a str) -> Self {
        Self { text, limit: 80 }
    }

    pub fn whole(text: &'a str) -> Self {
        Self {
            text,
            limit: usize::MAX,
        }
    }
}

impl Display for EscapedText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut characters = self.text.chars();
        for character in characters.by_ref().take(self.limit) {
            write_escaped(f, character)?;
        }
        if characters.next().is_some() {
            f.write_char('…')
        } else {
            Ok(())
        }
    }
}

/// Writes one character, escaped if a terminal would not display it as itself.
pub fn write_escaped(out: &mut impl Write, character: char) -> fmt::Result {
    match character {
        '\n' => out.write_str("\\n"),
        '\r' => out.write_str("\\r"),
        '\t' => out.write_str("\\t"),
        _ if is_hidden(character) => write!(out, "\\u{{{:x}}}", u32::from(character)),
        _ => out.write_char(character),
    }
}

/// Whether a character controls the terminal or the direction of text instead of being displayed:
/// controls, line separators, zero-width marks and bidirectional overrides.
pub fn is_hidden(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{ad}'
                | '\u{61c}'
                | '\u{200b}'
                | '\u{200e}'
                | '\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{2069}'
                | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_what_a_terminal_obeys() {
        let text = "a\u{1b}[31mb\n\u{202e}\u{85}é";
        assert_eq!(
            EscapedText::whole(text).to_string(),
            "a\\u{1b}[31mb\\n\\u{202e}\\u{85}é"
        );
    }

    #[test]
    fn cuts_long_text() {
        let text = "x".repeat(50_000);
        let shown = EscapedText::short(&text).to_string();
        assert_eq!(shown.chars().count(), 81);
        assert!(shown.ends_with('…'));
    }
}
