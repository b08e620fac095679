//! An error, warning or note for the user, as data.

use serde::Serialize;

use lumi_graph::{SourcePosition, is_hidden, write_escaped};

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
