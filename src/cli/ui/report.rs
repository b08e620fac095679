//! An error, warning or note, as data and as text.
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
use serde::Serialize;
use unicode_width::UnicodeWidthStr;

use lumi_graph::{SourcePosition, is_hidden, write_escaped};

use super::folding::folded;
use super::palette::{self, paint};

/// Maximum length of a source line; longer ones are cut around the position, even in a wider
/// terminal.
const LINE_WIDTH: usize = 100;
/// Minimum length to which source lines are cut, however narrow the terminal is.
const MIN_LINE_WIDTH: usize = 20;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    #[default]
    Error,
    Warning,
    Note,
    /// The cause of the report above.
    #[serde(rename = "cause")]
    Cause,
}

/// A message to the user. Text fields contain unescaped text of programs and files.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Report {
    pub severity: Severity,
    /// The first line is the headline; further lines are indented.
    pub message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<SourceExcerpt>,
    /// Stack frames, or waiting values.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub details: Vec<String>,
    /// Causes, and the members of an AggregateError.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub related: Vec<Report>,
    /// Advice on the next step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
}

/// The style of a report.
#[derive(Clone, Copy)]
struct RenderStyle {
    color: bool,
    /// Width of the terminal in columns; `None` if the output is not a terminal.
    columns: Option<usize>,
}

/// A position to point at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SourceExcerpt {
    pub file: String,
    /// Counted from 1.
    pub line: u32,
    /// Counted from 1, in UTF-16 units, as in editors.
    pub column: u32,
    /// The text of the line without its end, if it can be read.
    #[serde(skip)]
    pub text: Option<String>,
}

impl Report {
    pub fn error(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            ..Self::default()
        }
    }

    pub fn warning(message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Warning,
            ..Self::error(message)
        }
    }

    pub fn note(message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Note,
            ..Self::error(message)
        }
    }

    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Adds advice, if there is any.
    pub fn maybe_help(self, help: Option<impl Into<String>>) -> Self {
        match help {
            Some(help) => self.help(help),
            None => self,
        }
    }

    /// The text, which ends with a newline.
    pub fn render(&self, color: bool) -> String {
        self.render_within(color, None)
    }

    /// The text for a terminal of this width: messages are folded between words, and source lines are cut, so that
    /// carets stay below their position.
    pub fn render_within(&self, color: bool, columns: Option<usize>) -> String {
        let mut out = String::new();
        self.write(&mut out, RenderStyle { color, columns }, 0);
        out
    }

    fn write(&self, out: &mut String, look: RenderStyle, indent: usize) {
        let color = look.color;
        let (word, style) = self.severity.label();
        let message = shortened(&self.message);
        let mut lines = message.lines();
        let head = lines.next().unwrap_or_default();
        write_labelled(out, look, indent, (word, style), head);
        for line in lines {
            write_folded(out, look, indent + 2, &escaped(line));
        }
        if let Some(place) = &self.at {
            place.write(out, look, indent);
        }
        for detail in &self.details {
            pad(out, indent + 4);
            paint(out, palette::QUIET, color, &escaped(&shortened(detail)));
            out.push('\n');
        }
        for related in &self.related {
            let deeper = if related.severity == Severity::Cause {
                indent
            } else {
                indent + 2
            };
            related.write(out, look, deeper);
        }
        if let Some(help) = &self.help {
            write_labelled(out, look, indent, ("help", palette::HELP), help);
        }
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

impl Severity {
    fn label(self) -> (&'static str, Style) {
        match self {
            Self::Error => ("error", AnsiColor::Red.on_default().bold()),
            Self::Warning => ("warning", AnsiColor::Yellow.on_default().bold()),
            Self::Note => ("note", AnsiColor::Blue.on_default().bold()),
            Self::Cause => ("caused by", Style::new().bold()),
        }
    }
}

impl SourceExcerpt {
    pub fn new(position: &SourcePosition, text: Option<String>) -> Self {
        let SourcePosition { file, line, column } = position;
        Self {
            file: file.to_string(),
            line: *line,
            column: *column,
            text,
        }
    }

    fn write(&self, out: &mut String, look: RenderStyle, indent: usize) {
        let color = look.color;
        let Self {
            file,
            line,
            column,
            text,
        } = self;
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

pub fn escaped_char(character: char) -> String {
    let mut out = String::new();
    if is_hidden(character) {
        let _ = write_escaped(&mut out, character);
    } else {
        out.push(character);
    }
    out
}

/// Escapes control characters, so that text of programs cannot move the cursor or change colours.
pub fn escaped(text: &str) -> String {
    text.chars()
        .map(|c| {
            if c == '\t' {
                "  ".to_owned()
            } else {
                escaped_char(c)
            }
        })
        .collect()
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
