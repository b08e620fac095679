//! Lines that stand at the end of standard error, and text that is written above them.
//!
//! There is one terminal, so the state is that of the process. All writes to standard error
//! go through here, as others would write into the lines that stand there.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// So many lines stand on the terminal.
static STANDING: AtomicUsize = AtomicUsize::new(0);
/// The last text on the terminal did not end its line.
static IS_LINE_OPEN: AtomicBool = AtomicBool::new(false);

/// Puts lines, none wider than the terminal, in place of those that stand there.
pub fn draw(lines: &[String]) {
    let mut out = io::stderr().lock();
    // What the program has not ended with a line end must not be drawn over.
    if IS_LINE_OPEN.load(Ordering::Relaxed) {
        return;
    }
    let before = STANDING.swap(lines.len(), Ordering::Relaxed);
    let _ = out.write_all(redraw(before, lines).as_bytes());
}

/// Writes text above the lines, which stand again with the next [`stand`]. Errors of
/// the terminal are ignored, because they could only be reported on the terminal.
pub fn write_above(text: &str) {
    let mut out = io::stderr().lock();
    let before = STANDING.swap(0, Ordering::Relaxed);
    // In one piece, so that nothing is seen to come and go.
    let _ = out.write_all((redraw(before, &[]) + text).as_bytes());
    if !text.is_empty() {
        IS_LINE_OPEN.store(!text.ends_with('\n'), Ordering::Relaxed);
    }
}

/// Writes whole lines above the screen, even if a program has left its last line open.
pub fn write_lines_above(text: &str) {
    if IS_LINE_OPEN.load(Ordering::Relaxed) {
        write_above("\n");
    }
    write_above(text);
}

/// What turns lines that stand there, with the cursor behind the last one, into others.
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
        // Clearing first would flicker; only the rest of each line is cleared.
        let _ = write!(text, "{line}\x1b[K");
    }
    if before > lines.len() {
        // From the cursor on: all of the old lines, or those below the new ones.
        text.push_str("\x1b[J");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As much of a terminal as is needed: rows of characters, and a cursor.
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
