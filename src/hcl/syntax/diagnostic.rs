//! Errors and warnings, with the line and a caret.

use std::fmt;

use lumi_graph::EscapedText;

use super::source_file::Span;

/// Whether a diagnostic ends the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    Error,
    Warning,
}

/// An error or a warning about a place in a configuration.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    pub severity: Severity,
    /// A short sentence without a full stop.
    pub summary: String,
    /// Sentences; may be empty.
    pub detail: String,
    pub span: Option<Span>,
}

impl Diagnostic {
    pub fn error(summary: impl Into<String>, detail: impl Into<String>, span: &Span) -> Self {
        Self {
            severity: Severity::Error,
            summary: summary.into(),
            detail: detail.into(),
            span: Some(span.clone()),
        }
    }

    pub fn warning(summary: impl Into<String>, detail: impl Into<String>, span: &Span) -> Self {
        Self {
            severity: Severity::Warning,
            ..Self::error(summary, detail, span)
        }
    }

    /// File, line and column, the latter two from 1.
    pub fn position(&self) -> Option<(&str, u32, u32)> {
        let span = self.span.as_ref()?;
        let (line, column) = span.position();
        Some((span.file(), line, column))
    }

    /// Summary and detail as one text.
    pub fn message(&self) -> String {
        match self.detail.is_empty() {
            true => self.summary.clone(),
            false => format!("{}: {}", self.summary, self.detail),
        }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        write!(f, "{word}: {}", self.summary)?;
        if let Some(span) = &self.span {
            let (number, column) = span.position();
            let line = EscapedText::whole(span.line()).to_string();
            let before: String = span
                .line()
                .encode_utf16()
                .take(column as usize - 1)
                .map(|it| char::from_u32(u32::from(it)).unwrap_or('x'))
                .collect();
            let blank = " ".repeat(EscapedText::whole(&before).to_string().chars().count());
            let margin = " ".repeat(number.to_string().len());
            write!(
                f,
                "\n{margin}--> {span}\n{margin} |\n{number} | {line}\n{margin} | {blank}^"
            )?;
        }
        match self.detail.is_empty() {
            true => Ok(()),
            false => write!(f, "\n{}", self.detail),
        }
    }
}

/// Errors and warnings, in their order.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics(pub Vec<Diagnostic>);

impl Diagnostics {
    pub fn has_errors(&self) -> bool {
        self.0.iter().any(|it| it.severity == Severity::Error)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.0.push(diagnostic);
    }

    pub fn extend(&mut self, others: impl IntoIterator<Item = Diagnostic>) {
        self.0.extend(others);
    }

    /// The value, unless there are errors.
    pub fn or<T>(self, value: T) -> Result<T, Self> {
        match self.has_errors() {
            true => Err(self),
            false => Ok(value),
        }
    }
}

impl From<Diagnostic> for Diagnostics {
    fn from(diagnostic: Diagnostic) -> Self {
        Self(vec![diagnostic])
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, diagnostic) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str("\n\n")?;
            }
            diagnostic.fmt(f)?;
        }
        Ok(())
    }
}

impl std::error::Error for Diagnostics {}
