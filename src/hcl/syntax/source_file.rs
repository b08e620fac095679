//! Files, and spans of them.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use lumi_graph::SourceText;

/// A file, or another text that expressions are read from.
#[derive(Debug)]
pub struct SourceFile {
    pub name: String,
    pub text: String,
    /// The span of the text in its file, for the text of a JSON string.
    outer: Option<Span>,
}

impl SourceFile {
    pub fn new(name: &str, text: &str) -> Arc<Self> {
        Arc::new(Self {
            name: name.to_owned(),
            text: text.to_owned(),
            outer: None,
        })
    }

    /// A text that is written in a string of another file, perhaps with escapes. Places in a text without
    /// escapes are places of the file; all others are the whole string.
    pub(super) fn inside(span: &Span, text: &str) -> Self {
        Self {
            name: span.file().to_owned(),
            text: text.to_owned(),
            outer: Some(span.clone()),
        }
    }

    /// A span of the file by byte offsets.
    pub fn span(self: &Arc<Self>, range: Range<usize>) -> Span {
        let Some(outer) = &self.outer else {
            return Span {
                file: self.clone(),
                start: range.start,
                end: range.end,
            };
        };
        match outer
            .text()
            .get(1..)
            .is_some_and(|it| it.starts_with(&self.text))
        {
            true => Span {
                file: outer.file.clone(),
                start: outer.start + 1 + range.start,
                end: outer.start + 1 + range.end,
            },
            false => outer.clone(),
        }
    }

    /// The place after the last character.
    pub fn end(self: &Arc<Self>) -> Span {
        self.span(self.text.len()..self.text.len())
    }
}

/// A part of a file.
#[derive(Clone)]
pub struct Span {
    file: Arc<SourceFile>,
    start: usize,
    end: usize,
}

impl Span {
    /// The name of the file.
    pub fn file(&self) -> &str {
        &self.file.name
    }

    /// The whole text of the file.
    pub fn file_text(&self) -> &str {
        &self.file.text
    }

    /// Byte offsets in the file.
    pub fn range(&self) -> Range<usize> {
        self.start..self.end
    }

    pub fn start(&self) -> usize {
        self.start
    }

    pub fn end(&self) -> usize {
        self.end
    }

    pub fn text(&self) -> &str {
        self.file.text.get(self.start..self.end).unwrap_or_default()
    }

    /// Line and column of the start, both from 1; columns in UTF-16 units.
    pub fn position(&self) -> (u32, u32) {
        SourceText(&self.file.text).position(self.start)
    }

    /// The line that the span starts in.
    pub fn line(&self) -> &str {
        SourceText(&self.file.text).line(self.position().0)
    }

    /// The span from the start of this one to the end of a later one in the same file.
    pub fn to(&self, later: &Self) -> Self {
        Self {
            file: self.file.clone(),
            start: self.start,
            end: match Arc::ptr_eq(&self.file, &later.file) {
                true => self.end.max(later.end),
                false => self.end,
            },
        }
    }

    /// The last bytes of the span.
    pub(super) fn tail(&self, length: usize) -> Self {
        Self {
            start: self.end.saturating_sub(length).max(self.start),
            ..self.clone()
        }
    }

    /// The empty span at the start.
    pub fn point(&self) -> Self {
        Self {
            end: self.start,
            ..self.clone()
        }
    }
}

/// As in `main.tf:3:5`.
impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (line, column) = self.position();
        write!(f, "{}:{line}:{column}", self.file())
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}..{}", self.file(), self.start, self.end)
    }
}
