//! Lines and columns as JavaScript and editors count them.

/// A source text.
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
}
