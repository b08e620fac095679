//! Live lines at the end of standard error, and text above them.
//!
//! The state is process-wide, because there is one terminal. All writes to standard error go
//! through this module; others would overwrite the live lines.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// The number of live lines on the terminal.
static LIVE_LINES: AtomicUsize = AtomicUsize::new(0);
/// Whether the last text on the terminal has no line end.
static IS_LINE_OPEN: AtomicBool = AtomicBool::new(false);

/// Replaces the live lines; none may be wider than the terminal.
pub fn draw(lines: &[String]) {
    let mut out = io::stderr().lock();
    // An unfinished line of the program must not be overwritten.
    if IS_LINE_OPEN.load(Ordering::Relaxed) {
        return;
    }
    let before = LIVE_LINES.swap(lines.len(), Ordering::Relaxed);
    let _ = out.write_all(redraw(before, lines).as_bytes());
}

/// Writes text above the live lines, which the next [`draw`] shows again. Errors of the terminal
/// are ignored, because they could only be reported on the terminal.
pub fn write_above(text: &str) {
    let mut out = io::stderr().lock();
    let before = LIVE_LINES.swap(0, Ordering::Relaxed);
    // One write, to avoid flicker.
    let _ = out.write_all((redraw(before, &[]) + text).as_bytes());
    if !text.is_empty() {
        IS_LINE_OPEN.store(!text.ends_with('\n'), Ordering::Relaxed);
    }
}

/// Writes whole lines above the live lines, even if a program has left its last line open.
pub fn write_lines_above(text: &str) {
    if IS_LINE_OPEN.load(Ordering::Relaxed) {
        write_above("\n");
    }
    write_above(text);
}

/// The control sequence that replaces lines, with the cursor after the last one.
fn redraw(before: usize, lines: &[String]) -> String {
    let mut text = String::new();
    if before > 0 {
        text.push('\r');
    }
    if before > 1 {
        let _ = write!(text, "\x1b[{}A", before - 1);
    }
    for (index, line) in lines.iter().enumerate() {
        if index > 0 {
            text.push('\n');
        }
        // Clearing the whole line first would flicker.
        let _ = write!(text, "{line}\x1b[K");
    }
    if before > lines.len() {
        // Clears from the cursor: all old lines, or those below the new ones.
        text.push_str("\x1b[J");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A minimal terminal: rows of characters, and a cursor.
    #[derive(Default)]
    struct Screen {
        rows: Vec<String>,
        row: usize,
        column: usize,
    }

    impl Screen {
        fn write(&mut self, text: &str) {
            let mut rest = text;
            while let Some(first) = rest.chars().next() {
                self.rows
                    .resize(self.rows.len().max(self.row + 1), String::new());
                rest = &rest[first.len_utf8()..];
                match first {
                    '\r' => self.column = 0,
                    '\n' => (self.row, self.column) = (self.row + 1, 0),
                    '\x1b' => rest = self.escape(rest),
                    character => {
                        let row = &mut self.rows[self.row];
                        row.truncate(row.len().max(self.column));
                        row.replace_range(
                            self.column..(self.column + 1).min(row.len()),
                            &character.to_string(),
                        );
                        self.column += 1;
                    }
                }
            }
        }

        fn escape<'a>(&mut self, text: &'a str) -> &'a str {
            let end = text.find(char::is_alphabetic).unwrap();
            let number = text[1..end].parse().unwrap_or(0);
            match &text[end..=end] {
                "A" => self.row -= number,
                "K" => self.rows[self.row].truncate(self.column),
                "J" => {
                    self.rows[self.row].truncate(self.column);
                    self.rows.truncate(self.row + 1);
                }
                other => panic!("{other}"),
            }
            &text[end + 1..]
        }

        fn text(&self) -> String {
            self.rows.join("\n").trim_end().to_owned()
        }
    }

    proptest::proptest! {
        #[test]
        fn only_the_new_lines_stand(
            first in proptest::collection::vec("[a-c]{0,5}", 0..5),
            second in proptest::collection::vec("[d-f]{0,5}", 0..5),
        ) {
            let mut screen = Screen::default();
            screen.write("above\n");
            screen.write(&redraw(0, &first));
            screen.write(&redraw(first.len(), &second));
            let expected = format!("above\n{}", second.join("\n"));
            proptest::prop_assert_eq!(screen.text(), expected.trim_end());
            screen.write(&redraw(second.len(), &[]));
            screen.write("end\n");
            proptest::prop_assert_eq!(screen.text(), "above\nend");
        }
    }
}
