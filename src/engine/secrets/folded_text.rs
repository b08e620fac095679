//! Text without line breaks: tools break what they encode into lines.

use std::borrow::Cow;
use std::ops::Range;

/// A text without white space, without the marks of quoting before a line, and without the escapes of line breaks
/// (`\n`), so that base64 and hexadecimal digits in several lines stand in one piece.
pub struct FoldedText {
    pub text: String,
    /// The places at which something is left out: in the folded text, and the next one in the original. Sorted.
    cuts: Vec<(usize, usize)>,
}

impl FoldedText {
    /// `None` for a text in one line.
    pub fn of(text: &str) -> Option<Self> {
        let has_lines = text.contains(['\n', '\r']) || text.contains("\\n") || text.contains("\\r");
        has_lines.then(|| Self::fold(text))
    }

    fn fold(text: &str) -> Self {
        let mut folded = Self {
            text: String::with_capacity(text.len()),
            cuts: Vec::new(),
        };
        let bytes = text.as_bytes();
        let mut kept = 0;
        let mut at = 0;
        while let Some(next) = bytes[at..].iter().position(may_be_left_out) {
            at += next;
            let end = left_out(bytes, at);
            if end == at {
                at += 1;
                continue;
            }
            folded.text.push_str(&text[kept..at]);
            folded.cuts.push((folded.text.len(), end));
            (kept, at) = (end, end);
        }
        folded.text.push_str(&text[kept..]);
        folded
    }

    pub fn original(&self, range: &Range<usize>) -> Range<usize> {
        // Nothing that is left out before the first character or after the last one is in the range.
        let start = self.place(range.start);
        let end = match range.end.checked_sub(1) {
            Some(last) if range.end > range.start => self.place(last) + 1,
            _ => start,
        };
        start..end
    }

    /// The place in the original of the character at a place.
    fn place(&self, at: usize) -> usize {
        let next = self.cuts.partition_point(|(folded, _)| *folded <= at);
        match next.checked_sub(1) {
            None => at,
            Some(last) => {
                let (folded, original) = self.cuts[last];
                original + (at - folded)
            }
        }
    }
}

pub fn folded(text: &str) -> Cow<'_, str> {
    match FoldedText::of(text) {
        Some(folded) => folded.text.into(),
        None => text.into(),
    }
}

/// Whether what is left out may begin with a byte.
fn may_be_left_out(byte: &u8) -> bool {
    byte.is_ascii_whitespace() || *byte == b'\\'
}

/// The end of what is left out at a place, which is the place itself where nothing is.
fn left_out(bytes: &[u8], at: usize) -> usize {
    let is_blank = |it: usize| bytes.get(it).is_some_and(u8::is_ascii_whitespace);
    let is_break = |it: usize| matches!(bytes.get(it), Some(b'\n' | b'\r'));
    let is_escape =
        |it: usize| bytes.get(it) == Some(&b'\\') && matches!(bytes.get(it + 1), Some(b'n' | b'r'));
    let mut end = at;
    let mut has_break = false;
    loop {
        if is_escape(end) {
            has_break = true;
            end += 2;
        } else if is_blank(end) || (has_break && matches!(bytes.get(end), Some(b'|' | b'>'))) {
            has_break |= is_break(end);
            end += 1;
        } else {
            return end;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_joined_and_keep_their_places() {
        let text = "a: ab\r\n  | cd\\n ef\n> gh é";
        let it = FoldedText::of(text).unwrap();
        assert_eq!(it.text, "a:abcdefghé");
        for part in ["abcd", "cdefgh", "gh", "é", "a:ab"] {
            let at = it.text.find(part).unwrap();
            let original = &text[it.original(&(at..at + part.len()))];
            assert_eq!(FoldedText::fold(original).text, part, "{original}");
            assert_eq!(original.trim(), original);
        }
        assert!(FoldedText::of("one line").is_none());
    }

    proptest::proptest! {
        #[test]
        fn every_part_is_found_in_the_original(text in "[ab\\\\nr|> \n\t\ré]{0,30}", from in 0..20_usize, length in 1..10_usize) {
            if let Some(it) = FoldedText::of(&text) {
                let places: Vec<usize> = it.text.char_indices().map(|(at, _)| at).chain([it.text.len()]).collect();
                let from = from.min(places.len() - 1);
                let to = (from + length).min(places.len() - 1);
                if from < to {
                    let range = places[from]..places[to];
                    let found = it.original(&range);
                    proptest::prop_assert!(text.is_char_boundary(found.start) && text.is_char_boundary(found.end), "{found:?}");
                    proptest::prop_assert!(found.len() >= range.len());
                }
            }
        }
    }
}
