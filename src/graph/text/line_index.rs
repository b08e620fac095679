//! Lines and columns of many places in one text.

use super::source_text::offset_in_line;
use crate::SourceText;

/// The lines of a text. A place is found without reading the text before its line, as [`SourceText`] does.
pub struct LineIndex<'a> {
    text: &'a str,
    /// Each line with its byte offset, without its line end.
    lines: Vec<(usize, &'a str)>,
}

impl<'a> LineIndex<'a> {
    pub fn new(text: &'a str) -> Self {
        let start = text.as_ptr() as usize;
        let lines = SourceText(text).lines();
        Self {
            text,
            lines: lines
                .map(|line| (line.as_ptr() as usize - start, line))
                .collect(),
        }
    }

    /// As [`SourceText::position`].
    pub fn position(&self, offset: usize) -> (u32, u32) {
        let offset = match self.text.is_char_boundary(offset) {
            true => offset,
            false => self.text.len(),
        };
        let after = self.lines.partition_point(|(start, _)| *start <= offset);
        let (start, line) = self.lines[after - 1];
        let number = |it: usize| u32::try_from(it).unwrap_or(u32::MAX);
        match line.get(..offset - start) {
            Some(before) => (number(after), number(before.encode_utf16().count() + 1)),
            // Between CR and LF.
            None => (number(after + 1), 1),
        }
    }

    /// As [`SourceText::offset`].
    pub fn offset(&self, line: u32, column: u32) -> Option<usize> {
        let (start, line) = self.lines.get(line.checked_sub(1)? as usize)?;
        Some(start + offset_in_line(line, column)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn an_index_answers_as_the_text_does(text in "[a😀\n\r\u{2028}\u{2029}é]{0,12}") {
            let index = LineIndex::new(&text);
            for offset in 0..text.len() + 2 {
                prop_assert_eq!(index.position(offset), SourceText(&text).position(offset), "{}", offset);
            }
            for (line, column) in (0..15).flat_map(|line| (0..15).map(move |column| (line, column))) {
                prop_assert_eq!(index.offset(line, column), SourceText(&text).offset(line, column));
            }
        }
    }
}
