//! A typed line, from the bytes of a terminal in raw mode.

use zeroize::Zeroizing;

const CTRL_C: u8 = 0x03;
const CTRL_D: u8 = 0x04;
const BACKSPACE: [u8; 2] = [0x08, 0x7f];
const CTRL_U: u8 = 0x15;
const ESCAPE: u8 = 0x1b;

/// The effect of a byte on the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The line is incomplete.
    More,
    /// Enter was pressed, or Ctrl-D after a text.
    Done,
    /// Ctrl-D was pressed on an empty line.
    End,
    /// Ctrl-C was pressed.
    Interrupted,
}

/// An incomplete line.
#[derive(Default)]
pub struct TypedLine {
    bytes: Zeroizing<Vec<u8>>,
    escape: Escape,
    /// Whether a terminal with bracketed paste sends pasted text, whose line ends are part of it.
    is_pasted: bool,
}

/// The state of an escape sequence, such as that of an arrow key.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Escape {
    #[default]
    None,
    Begun,
    /// With the number that is its parameter.
    Inside(u32),
}

/// Has a terminal mark pasted text, if it can, and the end of that.
pub const BRACKETED_PASTE: (&str, &str) = ("\x1b[?2004h", "\x1b[?2004l");
/// The parameters of the marks before and after pasted text, which end in `~`.
const PASTE_MARKS: [u32; 2] = [200, 201];

impl TypedLine {
    /// Takes the next byte.
    pub fn push(&mut self, byte: u8) -> Step {
        if self.is_escaped(byte) {
            return Step::More;
        }
        match byte {
            b'\r' | b'\n' if self.is_pasted => self.bytes.push(b'\n'),
            byte if self.is_pasted => self.bytes.push(byte),
            b'\r' | b'\n' => return Step::Done,
            CTRL_C => return Step::Interrupted,
            CTRL_D if self.bytes.is_empty() => return Step::End,
            CTRL_D => return Step::Done,
            CTRL_U => self.bytes.clear(),
            byte if BACKSPACE.contains(&byte) => self.remove_last(),
            // Control characters are ignored, except for tabs in pasted text.
            byte if byte >= b' ' || byte == b'\t' => self.bytes.push(byte),
            _ => {}
        }
        Step::More
    }

    /// The text without the line end of a paste; `None` if it is not UTF-8.
    pub fn into_text(self) -> Option<Zeroizing<String>> {
        let text = std::str::from_utf8(&self.bytes).ok()?;
        let text = text.strip_suffix('\n').unwrap_or(text);
        Some(Zeroizing::new(text.to_owned()))
    }

    /// Removes a whole character: continuation bytes begin with the bits 10.
    fn remove_last(&mut self) {
        while let Some(byte) = self.bytes.pop() {
            if byte & 0b1100_0000 != 0b1000_0000 {
                return;
            }
        }
    }

    /// Whether the byte is a part of an escape sequence.
    fn is_escaped(&mut self, byte: u8) -> bool {
        let (next, is_escaped) = match (self.escape, byte) {
            (_, ESCAPE) => (Escape::Begun, true),
            (Escape::Begun, b'[' | b'O') => (Escape::Inside(0), true),
            (Escape::Inside(number), 0x40..=0x7e) => {
                if byte == b'~' && PASTE_MARKS.contains(&number) {
                    self.is_pasted = number == PASTE_MARKS[0];
                }
                (Escape::None, true)
            }
            (Escape::Inside(number), digit @ b'0'..=b'9') => {
                let number = number.saturating_mul(10) + u32::from(digit - b'0');
                (Escape::Inside(number.min(1000)), true)
            }
            (Escape::Inside(_), b' '..=b'?') => (Escape::Inside(0), true),
            _ => (Escape::None, false),
        };
        self.escape = next;
        is_escaped
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(keys: &str) -> (Step, String) {
        let mut line = TypedLine::default();
        let mut step = Step::More;
        for byte in keys.bytes() {
            assert_eq!(step, Step::More, "{keys:?}");
            step = line.push(byte);
        }
        (step, line.into_text().unwrap().to_string())
    }

    #[test]
    fn keys_edit_the_line() {
        for (keys, expected) in [
            ("abc\r", "abc"),
            ("abc\n", "abc"),
            ("a\u{7f}b\u{8}c\r", "c"),
            ("é€😀\u{7f}\u{7f}!\r", "é!"),
            ("\u{7f}a\r", "a"),
            ("wrong\u{15}right\r", "right"),
            ("a\u{1b}[Ab\u{1b}[1;5Dc\u{1b}OPd\r", "abcd"),
            ("a\u{1}\tb\r", "a\tb"),
            ("abc\u{4}", "abc"),
            (
                "\u{1b}[200~one\rtwo\n\u{3}\u{4}\u{1b}[201~\r",
                "one\ntwo\n\u{3}\u{4}",
            ),
            ("\u{1b}[200~key\r\u{1b}[201~\r", "key"),
            ("a\u{1b}[1;200Cb\r", "ab"),
        ] {
            assert_eq!(typed(keys), (Step::Done, expected.to_owned()), "{keys:?}");
        }
        assert_eq!(typed("\u{4}").0, Step::End);
        assert_eq!(typed("abc\u{3}").0, Step::Interrupted);
    }

    #[test]
    fn invalid_utf8_is_refused() {
        let mut line = TypedLine::default();
        line.push(0xff);
        assert!(line.into_text().is_none());
    }
}
