//! A file that many messages quote.

use std::ops::Range;

use lumi_graph::SourceText;

/// The text of a file, and where its lines are.
pub struct SourceFile {
    pub text: String,
    lines: Vec<Range<usize>>,
}

impl SourceFile {
    pub fn new(text: String) -> Self {
        let start = text.as_ptr() as usize;
        let lines = SourceText(&text).lines().map(|line| {
            let from = line.as_ptr() as usize - start;
            from..from + line.len()
        });
        Self {
            lines: lines.collect(),
            text,
        }
    }

    /// As [`SourceText::line`].
    pub fn line(&self, number: u32) -> String {
        let index = usize::try_from(number)
            .unwrap_or(usize::MAX)
            .saturating_sub(1);
        let range = self.lines.get(index).cloned();
        range.map_or_else(String::new, |it| self.text[it].to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_those_of_the_text() {
        let text = "a\r\nb\n\nlast";
        let file = SourceFile::new(text.to_owned());
        for number in 0..7 {
            assert_eq!(file.line(number), SourceText(text).line(number));
        }
    }
}
