//! Lines and columns as JavaScript and editors count them.

#[derive(Clone, Copy)]
pub struct SourceText<'a>(pub &'a str);

impl<'a> SourceText<'a> {
    /// A line without its line end, counted from 1; empty after the last line.
    pub fn line(self, number: u32) -> &'a str {
        let index = usize::try_from(number)
            .unwrap_or(usize::MAX)
            .saturating_sub(1);
        self.lines().nth(index).unwrap_or_default()
    }

    /// Line and column of a byte offset, both counted from 1, the column in UTF-16 units.
    pub fn position(self, offset: usize) -> (u32, u32) {
        let before = self.0.get(..offset).unwrap_or(self.0);
        let mut line = 1;
        let mut last = "";
        for (index, text) in SourceText(before).lines().enumerate() {
            line = index + 1;
            last = text;
        }
        let column = last.encode_utf16().count() + 1;
        let number = |it: usize| u32::try_from(it).unwrap_or(u32::MAX);
        (number(line), number(column))
    }

    /// The byte offset of a line and a column, both counted from 1, the column in UTF-16 units; `None` if the text
    /// has no such place.
    pub fn offset(self, line: u32, column: u32) -> Option<usize> {
        let text = SourceText(self.0)
            .lines()
            .nth(line.checked_sub(1)? as usize)?;
        let start = text.as_ptr() as usize - self.0.as_ptr() as usize;
        Some(start + offset_in_line(text, column)?)
    }

    /// Line ends are those of ECMAScript: LF, CR, CR LF, U+2028 and U+2029. There is one more line
    /// than there are line ends.
    pub fn lines(self) -> impl Iterator<Item = &'a str> {
        let mut rest = Some(self.0);
        std::iter::from_fn(move || {
            let text = rest?;
            let Some(at) = text.find(['\n', '\r', '\u{2028}', '\u{2029}']) else {
                return rest.take();
            };
            let end = if text[at..].starts_with("\r\n") {
                2
            } else {
                text[at..].chars().next().map_or(1, char::len_utf8)
            };
            rest = Some(&text[at + end..]);
            Some(&text[..at])
        })
    }
}

/// The byte offset of a column, counted from 1 in UTF-16 units, in a line.
pub fn offset_in_line(line: &str, column: u32) -> Option<usize> {
    let mut left = column.checked_sub(1)? as usize;
    for (at, character) in line.char_indices() {
        if left == 0 {
            return Some(at);
        }
        left = left.checked_sub(character.len_utf16())?;
    }
    (left == 0).then_some(line.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_end_counts() {
        let text = SourceText("a\nb\r\nc\rd\u{2028}e\n");
        let lines: Vec<&str> = (1..8).map(|number| text.line(number)).collect();
        assert_eq!(lines, ["a", "b", "c", "d", "e", "", ""]);
        assert_eq!(text.line(0), "a");
    }

    #[test]
    fn columns_are_utf_16_units() {
        let text = "x\n\t\t😀let";
        let offset = text.find("let").unwrap();
        assert_eq!(SourceText(text).position(offset), (2, 5));
        assert_eq!(SourceText(text).position(0), (1, 1));
        assert_eq!(SourceText(text).position(2), (2, 1));
        assert_eq!(SourceText(text).position(999), (2, 8));
    }

    #[test]
    fn a_line_and_a_column_are_an_offset() {
        let text = SourceText("x\r\n\t\t😀let\u{2028}end");
        for word in ["x", "😀", "let", "end"] {
            let offset = text.0.find(word).unwrap();
            let (line, column) = text.position(offset);
            assert_eq!(text.offset(line, column), Some(offset), "{word}");
        }
        assert_eq!(text.offset(3, 4), Some(text.0.len()));
        // Half of a character, and places outside.
        for (line, column) in [(2, 4), (3, 5), (4, 1), (0, 1), (1, 0)] {
            assert_eq!(text.offset(line, column), None, "{line}:{column}");
        }
    }
}
