//! An error, warning or note, as text.
//!
//! ```text
//! error: TypeError: sizes.map is not a function
//!  --> index.ts:4:19
//!   |
//! 4 | const names = sizes.map((it) => it.name);
//!   |                     ^
//!     at names (index.ts:4:19)
//! help: …
//! ```

use std::borrow::Cow;
use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};
use unicode_width::UnicodeWidthStr;

pub use lumi_project::reports::{Report, Severity, SourceExcerpt, escaped, escaped_char};

use super::folding::folded;
use super::palette::{self, paint};

/// Maximum length of a source line; longer ones are cut around the position, even in a wider
/// terminal.
const LINE_WIDTH: usize = 100;
/// Minimum length to which source lines are cut, however narrow the terminal is.
const MIN_LINE_WIDTH: usize = 20;

#[derive(Clone, Copy)]
struct RenderStyle {
    color: bool,
    /// Width of the terminal in columns; `None` if the output is not a terminal.
    columns: Option<usize>,
}

/// Reports as text.
pub trait RenderReport {
    /// The text, which ends with a newline.
    fn render(&self, color: bool) -> String {
        self.render_within(color, None)
    }

    /// The text for a terminal of this width: messages are folded between words, and source lines are cut, so that
    /// carets stay below their position.
    fn render_within(&self, color: bool, columns: Option<usize>) -> String;
}

impl RenderReport for Report {
    fn render_within(&self, color: bool, columns: Option<usize>) -> String {
        let mut out = String::new();
        write_report(&mut out, self, RenderStyle { color, columns }, 0);
        out
    }
}

fn write_report(out: &mut String, report: &Report, look: RenderStyle, indent: usize) {
    let color = look.color;
    let (word, style) = label(report.severity);
    let message = shortened(&report.message);
    let mut lines = message.lines();
    let head = lines.next().unwrap_or_default();
    write_labelled(out, look, indent, (word, style), head);
    for line in lines {
        write_folded(out, look, indent + 2, &escaped(line));
    }
    if let Some(place) = &report.at {
        write_excerpt(out, place, look, indent);
    }
    for detail in &report.details {
        pad(out, indent + 4);
        paint(out, palette::QUIET, color, &escaped(&shortened(detail)));
        out.push('\n');
    }
    for related in &report.related {
        let deeper = if related.severity == Severity::Cause {
            indent
        } else {
            indent + 2
        };
        write_report(out, related, look, deeper);
    }
    if let Some(help) = &report.help {
        write_labelled(out, look, indent, ("help", palette::HELP), help);
    }
}

/// Writes a text behind a word that says what it is.
fn write_labelled(
    out: &mut String,
    look: RenderStyle,
    indent: usize,
    (word, style): (&str, Style),
    text: &str,
) {
    pad(out, indent);
    paint(out, style, look.color, word);
    out.push_str(": ");
    let before = indent + word.len() + 2;
    let lines = folded(&escaped(text), before, indent + 2, look.columns);
    let between = format!("\n{}", " ".repeat(indent + 2));
    let _ = writeln!(out, "{}", lines.join(&between));
}

/// Writes a text whose further lines begin below its first one.
fn write_folded(out: &mut String, look: RenderStyle, indent: usize, text: &str) {
    for line in folded(text, indent, indent, look.columns) {
        pad(out, indent);
        let _ = writeln!(out, "{line}");
    }
}

fn label(severity: Severity) -> (&'static str, Style) {
    match severity {
        Severity::Error => ("error", AnsiColor::Red.on_default().bold()),
        Severity::Warning => ("warning", AnsiColor::Yellow.on_default().bold()),
        Severity::Note => ("note", AnsiColor::Blue.on_default().bold()),
        Severity::Cause => ("caused by", Style::new().bold()),
    }
}

fn write_excerpt(out: &mut String, excerpt: &SourceExcerpt, look: RenderStyle, indent: usize) {
    let color = look.color;
    let SourceExcerpt {
        file,
        line,
        column,
        text,
    } = excerpt;
    let number = line.to_string();
    let gutter = number.len();
    pad(out, indent + gutter);
    paint(out, palette::QUIET, color, "-->");
    let _ = writeln!(out, " {}:{line}:{column}", escaped(file));
    let Some(text) = text else { return };
    // Each line has an indent, the number, a bar and spaces around it.
    let room = look.columns.map_or(LINE_WIDTH, |columns| {
        columns.saturating_sub(indent + gutter + 3)
    });
    let (line, caret) = window(text, *column, room.clamp(MIN_LINE_WIDTH, LINE_WIDTH));
    for (head, body) in [
        ("", ""),
        (number.as_str(), line.as_str()),
        ("", caret.as_str()),
    ] {
        pad(out, indent);
        let bar = format!("{head:gutter$} |");
        paint(out, palette::QUIET, color, &bar);
        if !body.is_empty() {
            out.push(' ');
            if head.is_empty() {
                paint(out, AnsiColor::Red.on_default(), color, body);
            } else {
                out.push_str(body);
            }
        }
        out.push('\n');
    }
}

/// The text with long words cut off, such as a regular expression or a name in the program that an
/// exception quotes.
fn shortened(text: &str) -> Cow<'_, str> {
    const MAX_WORD: usize = 2_000;
    const MAX_PATTERN: usize = 200;
    if text.len() <= MAX_PATTERN {
        return Cow::Borrowed(text);
    }
    // A pattern may have spaces; the reason after it is V8's own text.
    if let Some((before, rest)) = text.split_once(PATTERN)
        && let Some((pattern, reason)) = rest.rsplit_once('/')
        && pattern.len() > MAX_PATTERN
    {
        let pattern = cut(pattern, MAX_PATTERN);
        return Cow::Owned(format!(
            "{before}{PATTERN}{pattern}/{}",
            cut(reason, MAX_WORD)
        ));
    }
    let words = text.split_inclusive(char::is_whitespace);
    Cow::Owned(words.map(|it| cut(it, MAX_WORD)).collect())
}

const PATTERN: &str = "Invalid regular expression: /";

/// At most `limit` bytes of a text; a mark stands for the rest, up to white space at the end.
fn cut(text: &str, limit: usize) -> Cow<'_, str> {
    if text.len() <= limit {
        return Cow::Borrowed(text);
    }
    let end = text.floor_char_boundary(limit);
    let space = &text[text.trim_end().len()..];
    Cow::Owned(format!("{}…{space}", &text[..end]))
}

/// The part of a line around a column (in UTF-16 units, from 1) that fits into `room` columns, and
/// a caret below that column.
fn window(text: &str, column: u32, room: usize) -> (String, String) {
    let mut units = 1;
    let before = text.chars().take_while(|c| {
        let before = units < column as usize;
        units += c.len_utf16();
        before
    });
    let at = before.count();
    let shown: Vec<String> = text.chars().map(shown_char).collect();
    let widths: Vec<usize> = shown.iter().map(|it| it.width()).collect();
    let width = |range: std::ops::Range<usize>| widths[range].iter().sum::<usize>();
    let all = shown.len();
    let at = at.min(all);
    // A position after the end of the line has no character; its caret needs a column.
    let widest = width(0..all).max(width(0..at) + 1);
    if widest <= room {
        let blank = width(0..at);
        return (shown.concat(), format!("{}^", " ".repeat(blank)));
    }
    // Each `…` takes one column; three fifths of the rest are for the text before the position.
    let room = room.saturating_sub(2);
    let start = (0..=at).find(|&start| width(start..at) <= room * 3 / 5);
    let start = start.unwrap_or(at);
    let end = (start..all)
        .find(|&end| width(start..end + 1) > room)
        .unwrap_or(all);
    let mark = |is_cut: bool| if is_cut { "…" } else { "" };
    let blank = usize::from(start > 0) + width(start..at);
    let line = [
        mark(start > 0),
        &shown[start..end].concat(),
        mark(end < all),
    ]
    .concat();
    (line, format!("{}^", " ".repeat(blank)))
}

/// The visible form of a source character.
fn shown_char(character: char) -> String {
    match character {
        '\t' => "    ".to_owned(),
        other => escaped_char(other),
    }
}

fn pad(out: &mut String, columns: usize) {
    out.extend(std::iter::repeat_n(' ', columns));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_quotations_in_exceptions_are_shortened() {
        let long = "a".repeat(65_536);
        for (message, end) in [
            (
                format!("SyntaxError: Invalid regular expression: /({long}/u: Unterminated group"),
                "…/u: Unterminated group\n",
            ),
            (
                format!("ReferenceError: {long} is not defined"),
                "… is not defined\n",
            ),
            (
                format!("SyntaxError: Identifier '{long}' has already been declared"),
                "… has already been declared\n",
            ),
        ] {
            let text = Report::error(message).render(false);
            assert!(
                text.len() < 3_000 && text.ends_with(end),
                "{}",
                &text[..300]
            );
        }
        let short = "a long message ".repeat(500);
        assert!(Report::error(&*short).render(false).contains(&short));
    }

    fn place(column: u32, text: &str) -> SourceExcerpt {
        SourceExcerpt {
            file: "a.ts".into(),
            line: 12,
            column,
            text: Some(text.to_owned()),
        }
    }

    #[test]
    fn points_at_the_column() {
        let report = Report {
            at: Some(place(5, "let a = 1;")),
            details: vec!["at f (a.ts:12:5)".into()],
            related: vec![Report {
                severity: Severity::Cause,
                ..Report::error("b\nc")
            }],
            ..Report::error("a\u{1b}[31m").help("do this")
        };
        insta::assert_snapshot!(report.render(false), @r"
        error: a\u{1b}[31m
          --> a.ts:12:5
           |
        12 | let a = 1;
           |     ^
            at f (a.ts:12:5)
        caused by: b
          c
        help: do this
        ");
    }

    #[test]
    fn wide_characters_and_tabs_move_the_caret() {
        assert_eq!(window("\t日本x", 4, 100).1, "        ^");
        assert_eq!(window("😀x", 3, 100).1, "  ^");
        assert_eq!(window("", 9, 100).1, "^");
    }

    #[test]
    fn long_lines_are_cut() {
        let text = format!("{}x{}", "a".repeat(500), "b".repeat(500));
        let (line, caret) = window(&text, 501, LINE_WIDTH);
        assert_eq!(line.chars().count(), LINE_WIDTH);
        assert_eq!(line.chars().nth(caret.len() - 1), Some('x'));
    }

    #[test]
    fn a_narrow_terminal_breaks_no_line() {
        let text = format!("{}oops();", "const answer = 42; ".repeat(4));
        let report = Report {
            at: Some(place(77, &text)),
            ..Report::error("a")
        };
        let shown = report.render_within(false, Some(60));
        insta::assert_snapshot!(shown, @r"
        error: a
          --> a.ts:12:77
           |
        12 | …nswer = 42; const answer = 42; oops();
           |                                 ^
        ");
    }

    #[test]
    fn a_caret_behind_the_end_of_a_line_fits() {
        let at = place(40, &"a".repeat(31));
        let report = Report {
            at: Some(at),
            ..Report::error("a")
        };
        let shown = report.render_within(false, Some(38));
        assert!(shown.lines().all(|it| it.width() <= 38), "{shown}");
    }

    proptest::proptest! {
        #[test]
        fn excerpts_fit_every_terminal(
            text in "[a-z日😀\\t]{0,200}",
            column in 1_u32..300,
            columns in 30_usize..200,
        ) {
            let report = Report { at: Some(place(column, &text)), ..Report::error("a") };
            let shown = report.render_within(false, Some(columns));
            for line in shown.lines() {
                proptest::prop_assert!(line.width() <= columns, "{line}");
            }
        }
    }
}
