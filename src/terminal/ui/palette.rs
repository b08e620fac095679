//! The colours of the terminal display.

use anstyle::{AnsiColor, Style};

/// Resources to create.
pub const CREATE: Style = AnsiColor::Green.on_default();
/// Resources to update in place.
pub const UPDATE: Style = AnsiColor::Yellow.on_default();
/// Resources to delete.
pub const DELETE: Style = AnsiColor::Red.on_default();
/// Resources to replace.
pub const REPLACE: Style = AnsiColor::Magenta.on_default();
/// Resources that are only read, or taken into or out of the state.
pub const READ: Style = AnsiColor::Cyan.on_default();
/// Failures.
pub const FAILED: Style = AnsiColor::Red.on_default().bold();
/// Headings.
pub const HEADING: Style = Style::new().bold();
/// Text that is less important than the rest of its line.
pub const QUIET: Style = Style::new().dimmed();
/// Unknown values.
pub const UNKNOWN: Style = AnsiColor::Yellow.on_default();
/// Hidden values.
pub const SECRET: Style = AnsiColor::Magenta.on_default();

/// Advice.
pub const HELP: Style = AnsiColor::Cyan.on_default().bold();

/// Adds text in a style, or plain without colours.
pub fn paint(out: &mut String, style: Style, is_coloured: bool, text: &str) {
    use std::fmt::Write as _;
    // Writing to a string cannot fail.
    let _ = if is_coloured {
        write!(out, "{style}{text}{style:#}")
    } else {
        write!(out, "{text}")
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text_has_no_escapes() {
        let mut out = String::new();
        paint(&mut out, CREATE, false, "+");
        paint(&mut out, CREATE, true, "+");
        assert_eq!(out, "+\u{1b}[32m+\u{1b}[0m");
    }
}
