//! A piece of text that another one replaces.

use std::ops::Range;

/// An edit of a file, in bytes of its text as it was planned. An empty range inserts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SourceEdit {
    pub start: usize,
    pub end: usize,
    pub text: String,
}

impl SourceEdit {
    pub fn new(range: Range<usize>, text: impl Into<String>) -> Self {
        Self {
            start: range.start,
            end: range.end,
            text: text.into(),
        }
    }
}

/// Edits that cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    #[error("two edits overlap")]
    Overlap,
    #[error("an edit is outside of the text")]
    Outside,
}

/// Makes all edits of a text, whose order does not matter.
pub fn apply(text: &str, edits: &[SourceEdit]) -> Result<String, EditError> {
    let mut sorted: Vec<&SourceEdit> = edits.iter().collect();
    sorted.sort_by_key(|it| (it.start, it.end));
    let mut result = String::with_capacity(text.len());
    let mut done = 0;
    for edit in sorted {
        if edit.start < done {
            return Err(EditError::Overlap);
        }
        let kept = text.get(done..edit.start).ok_or(EditError::Outside)?;
        text.get(edit.start..edit.end).ok_or(EditError::Outside)?;
        result += kept;
        result += &edit.text;
        done = edit.end;
    }
    result += text.get(done..).ok_or(EditError::Outside)?;
    Ok(result)
}
