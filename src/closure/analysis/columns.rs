//! Counts UTF-16 units of a text, in which V8 counts columns.

/// The number of bytes between two counts that are kept.
const STRIDE: usize = 1024;

/// UTF-16 units before every [`STRIDE`]th byte of a text, so that a position in a long line is found
/// without reading the line.
#[derive(Clone, Debug)]
pub struct Columns(Vec<usize>);

impl Columns {
    pub fn of(text: &str) -> Self {
        let mut sum = 0;
        let counts = text.as_bytes().chunks(STRIDE).map(|chunk| {
            let before = sum;
            sum += units(chunk);
            before
        });
        Self(counts.collect())
    }

    /// The UTF-16 units before a byte offset of the same text.
    pub fn units_before(&self, text: &str, offset: usize) -> usize {
        let Some(last) = self.0.len().checked_sub(1) else {
            return 0;
        };
        let chunk = (offset / STRIDE).min(last);
        self.0[chunk] + units(&text.as_bytes()[chunk * STRIDE..offset])
    }

    /// The byte offset of the character that has so many UTF-16 units before it; `None` within a
    /// surrogate pair or beyond the end.
    pub fn offset(&self, text: &str, wanted: usize) -> Option<usize> {
        let chunk = self.0.partition_point(|&it| it <= wanted).checked_sub(1);
        let Some(chunk) = chunk else {
            return (wanted == 0).then_some(0);
        };
        let mut left = wanted - self.0[chunk];
        // A character that begins in the chunk before is counted there.
        let mut start = chunk * STRIDE;
        while !text.is_char_boundary(start) {
            start += 1;
        }
        for (at, character) in text[start..].char_indices() {
            if left == 0 {
                return Some(start + at);
            }
            left = left.checked_sub(character.len_utf16())?;
        }
        (left == 0).then_some(text.len())
    }
}

/// Counts by the first byte of each character; one of four bytes is two units.
fn units(bytes: &[u8]) -> usize {
    let of = |byte: &u8| match byte {
        0x80..=0xBF => 0,
        0xF0.. => 2,
        _ => 1,
    };
    bytes.iter().map(of).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_and_units_are_those_of_utf_16() {
        for unit in ["a", "aä€😀", "😀", ""] {
            let text = unit.repeat(3000);
            let columns = Columns::of(&text);
            let mut before = 0;
            for (at, character) in text.char_indices() {
                assert_eq!(columns.units_before(&text, at), before);
                assert_eq!(columns.offset(&text, before), Some(at));
                if character.len_utf16() == 2 {
                    assert_eq!(columns.offset(&text, before + 1), None);
                }
                before += character.len_utf16();
            }
            assert_eq!(columns.units_before(&text, text.len()), before);
            assert_eq!(columns.offset(&text, before), Some(text.len()));
            assert_eq!(columns.offset(&text, before + 1), None);
        }
    }
}
