//! Words in base64 and base32 that stand for text: what is quoted in them has other text around it, as in the
//! `.dockerconfigjson` of Kubernetes.

use std::ops::Range;
use std::str;

use lumi_graph::Digits;

/// The smallest number of bytes in a word: fewer are in texts by chance.
pub const MIN_BYTES: usize = 6;

/// The smallest number of digits in a line that another one continues.
const MIN_LINE: usize = 40;

/// The bytes of the text that a word stands for, each with the range of its digits, as far as they are text; none if no
/// such word begins at a place. A word may have several lines.
pub fn bytes_at(encoding: Digits, text: &str, start: usize) -> Vec<(Range<usize>, u8)> {
    let digits = text.as_bytes();
    let is_inside = start > 0 && digits[start - 1].is_ascii_alphanumeric();
    if is_inside
        || digits
            .get(start)
            .is_none_or(|it| encoding.value(*it).is_none())
    {
        return Vec::new();
    }
    let mut word = Word::default();
    // The bits that are left of a digit, and the place of the digit.
    let (mut bits, mut count, mut first) = (0, 0, start);
    let (mut at, mut line) = (start, 0);
    while let Some(value) = digits.get(at).and_then(|it| encoding.value(*it)) {
        if count == 0 {
            first = at;
        }
        bits = (bits << encoding.bits()) | value;
        count += encoding.bits();
        at += 1;
        line += 1;
        if count >= 8 {
            count -= 8;
            if !word.push(first..at, (bits >> count) as u8) {
                break;
            }
            bits &= (1 << count) - 1;
            first = at - 1;
        }
        if let Some(next) = next_line(digits, at).filter(|_| line >= MIN_LINE) {
            (at, line) = (next, 0);
        }
    }
    word.finished()
}

/// The beginning of the next line, behind its indent, if a line ends at a place.
fn next_line(text: &[u8], at: usize) -> Option<usize> {
    let rest = &text[at..];
    let rest = rest
        .strip_prefix(b"\r")
        .unwrap_or(rest)
        .strip_prefix(b"\n")?;
    let indent = rest.iter().take_while(|it| matches!(it, b' ' | b'\t'));
    Some(text.len() - rest.len() + indent.count())
}

/// The bytes of a word.
#[derive(Default)]
struct Word {
    bytes: Vec<u8>,
    places: Vec<Range<usize>>,
    /// The number of bytes that are whole characters.
    whole: usize,
}

impl Word {
    /// Adds a byte; `false` if it is not one of text.
    fn push(&mut self, place: Range<usize>, byte: u8) -> bool {
        // Text in UTF-16 has zeros.
        let is_text =
            !byte.is_ascii_control() || matches!(byte, b'\0' | b'\t' | b'\n' | b'\r' | 0x1b);
        if !is_text {
            return false;
        }
        self.bytes.push(byte);
        self.places.push(place);
        match str::from_utf8(&self.bytes[self.whole..]) {
            Ok(_) => self.whole = self.bytes.len(),
            Err(error) if error.error_len().is_some() => return false,
            Err(_) => {}
        }
        true
    }

    fn finished(mut self) -> Vec<(Range<usize>, u8)> {
        self.bytes.truncate(self.whole);
        if self.whole < MIN_BYTES {
            return Vec::new();
        }
        self.places.into_iter().zip(self.bytes).collect()
    }
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD};

    use super::*;

    fn decoded(encoding: Digits, text: &str, at: usize) -> String {
        let bytes = bytes_at(encoding, text, at);
        let bytes: Vec<u8> = bytes.into_iter().map(|it| it.1).collect();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn words_are_text() {
        use Digits::{Base32, Base64};
        let table = [
            (Base64, "aGVsbG8gd29ybGQ=", "hello world"),
            (Base64, "aGVsbG8gd29ybGQ/next", "hello world?"),
            (Base64, "w5xtbGF1dCDigqw", "Ümlaut €"),
            (Base32, "NBSWY3DPEB3W64TMMQ======", "hello world"),
            (Base64, "infrastructure", ""),
            (Base64, "aGVsbG8", ""),
            (Base32, "INFRASTRUCTURE", ""),
            (Base64, "", ""),
        ];
        for (encoding, text, wanted) in table {
            assert_eq!(decoded(encoding, text, 0), wanted, "{text}");
        }
        assert_eq!(decoded(Base64, "xaGVsbG8gd29ybGQ", 1), "");
        assert_eq!(decoded(Base64, "/aGVsbG8gd29ybGQ", 1), "hello world");
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_found_in_a_line_and_in_several(text in "[ -~é€😀]{6,90}", width in 40..80_usize) {
            let line = BASE64_STANDARD.encode(&text);
            let lines: Vec<&str> = line.as_bytes().chunks(width).map(|it| str::from_utf8(it).unwrap()).collect();
            for word in [&line, &lines.join("\n"), &lines.join("\r\n  "), &BASE64_URL_SAFE_NO_PAD.encode(&text)] {
                proptest::prop_assert_eq!(&decoded(Digits::Base64, word, 0), &text);
            }
        }

        #[test]
        fn digits_of_a_part_have_its_bits(text in "[ -~]{6,40}", from in 0..30_usize, length in 1..10_usize) {
            let line = BASE64_STANDARD.encode(&text);
            let bytes = bytes_at(Digits::Base64, &line, 0);
            let from = from.min(text.len() - 1);
            let to = (from + length).min(text.len());
            let digits = bytes[from].0.start..bytes[to - 1].0.end;
            proptest::prop_assert_eq!(digits, from * 8 / 6..(to * 8).div_ceil(6));
        }
    }
}
