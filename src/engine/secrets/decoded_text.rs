//! Texts whose escapes are undone: programs and tools escape what they quote in more ways than can be listed.

use std::ops::Range;
use std::str;

use lumi_graph::Digits;

use super::encoded_words::{MIN_BYTES, bytes_at};
use super::redactor::MIN_MASKED;

/// A way to escape characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Escapes {
    /// `%2F` in URLs, whichever characters are escaped; also `%u20AC`, and Latin-1.
    Percent,
    /// The same, with `+` for spaces.
    Form,
    /// `\"`, `\n`, `\x2f`, `\u002f`, `\u{2f}`, `\057`: in JSON, regular expressions, shell words and programs.
    Backslash,
    /// `&quot;` and `&#47;`.
    Entities,
    /// `=2F` in messages of mail.
    QuotedPrintable,
    /// Two quotes for one, as in SQL, YAML and CSV, and `$$` and `%%`.
    Doubled,
    /// `54-6f`, `0x54, 0x6F`, `546f 6b39`: bytes in hexadecimal digits, whatever stands between them.
    Digits,
    /// A zero before or behind each character: UTF-16 that is read as bytes.
    Wide,
    /// Words in base64.
    Base64,
    /// Words in base32.
    Base32,
}

/// The smallest number of bytes in [`Escapes::Digits`]: fewer are in texts by chance, and are shorter than any secret that is
/// searched for.
const MIN_DIGITS: usize = MIN_MASKED;

/// The largest number of characters between two bytes, such as `", "` in a list of texts.
const MAX_BETWEEN: usize = 4;

impl Escapes {
    pub const ALL: [Self; 10] = [
        Self::Percent,
        Self::Form,
        Self::Backslash,
        Self::Entities,
        Self::QuotedPrintable,
        Self::Doubled,
        Self::Digits,
        Self::Wide,
        Self::Base64,
        Self::Base32,
    ];

    /// Whether a text may have such escapes.
    fn may_be_in(self, text: &str) -> bool {
        match self {
            Self::Percent => text.contains('%'),
            Self::Form => text.contains('+'),
            Self::Backslash => text.contains('\\'),
            Self::Entities => text.contains('&'),
            Self::QuotedPrintable => text.contains('='),
            Self::Doubled => text.contains(['\'', '"', '`', '$', '%']),
            Self::Digits => text.len() >= 2 * MIN_DIGITS,
            Self::Wide => text.contains('\0'),
            Self::Base64 | Self::Base32 => text.len() > MIN_BYTES,
        }
    }

    /// The length of the escape at the beginning of a text, and what it stands for.
    fn undo(self, text: &str) -> Option<(usize, Undone)> {
        let bytes = text.as_bytes();
        let first = *bytes.first()?;
        match (self, first) {
            (Self::Percent | Self::Form, b'%') => match bytes.get(1)? {
                b'u' => unit(text.get(2..6)?).map(|it| (6, it)),
                _ => byte(text.get(1..3)?).map(|it| (3, it)),
            },
            (Self::Form, b'+') => Some((1, Undone::Character(' '))),
            (Self::QuotedPrintable, b'=') => byte(text.get(1..3)?).map(|it| (3, it)),
            (Self::Backslash, b'\\') => undo_backslash(text),
            (Self::Entities, b'&') => undo_entity(text),
            (Self::Doubled, b'\'' | b'"' | b'`' | b'$' | b'%') if bytes.get(1) == Some(&first) => {
                Some((2, Undone::Character(first.into())))
            }
            (Self::Wide, 0) => wide(*bytes.get(1)?),
            (Self::Wide, _) if bytes.get(1) == Some(&0) => wide(first),
            _ => None,
        }
    }
}

/// The meaning of one escape.
enum Undone {
    Character(char),
    /// A byte of UTF-8, or a character of Latin-1.
    Byte(u8),
    /// A unit of UTF-16.
    Unit(u16),
}

/// A character of ASCII beside a zero.
fn wide(byte: u8) -> Option<(usize, Undone)> {
    let is_character = byte.is_ascii() && byte != 0;
    is_character.then(|| (2, Undone::Character(byte.into())))
}

fn byte(digits: &str) -> Option<Undone> {
    number(digits).map(|it| Undone::Byte(it as u8))
}

fn unit(digits: &str) -> Option<Undone> {
    number(digits).map(|it| Undone::Unit(it as u16))
}

fn number(digits: &str) -> Option<u32> {
    let is_number = digits.bytes().all(|it| it.is_ascii_hexdigit());
    is_number.then(|| u32::from_str_radix(digits, 16).ok())?
}

fn undo_backslash(text: &str) -> Option<(usize, Undone)> {
    let next = text[1..].chars().next()?;
    let character = |it: char| Some((2, Undone::Character(it)));
    match next {
        'n' => character('\n'),
        'r' => character('\r'),
        't' => character('\t'),
        'b' => character('\u{8}'),
        'f' => character('\u{c}'),
        'v' => character('\u{b}'),
        'e' | 'E' => character('\u{1b}'),
        'x' => byte(text.get(2..4)?).map(|it| (4, it)),
        'u' if text[2..].starts_with('{') => {
            let end = text.get(..12).unwrap_or(text).find('}')?;
            let character = char::from_u32(number(&text[3..end])?)?;
            Some((end + 1, Undone::Character(character)))
        }
        'u' => unit(text.get(2..6)?).map(|it| (6, it)),
        'U' => {
            let character = char::from_u32(number(text.get(2..10)?)?)?;
            Some((10, Undone::Character(character)))
        }
        '0'..='7' => {
            let digits = text[1..].bytes().take(4);
            let digits = digits.take_while(|it| matches!(it, b'0'..=b'7')).count();
            let value = |length: usize| u32::from_str_radix(&text[1..=length], 8).ok();
            // `\0057` of a shell has a zero before its three digits.
            let is_long = digits == 4 && next == '0' && value(4)? < 256;
            let length = if is_long { 4 } else { 3 };
            (digits >= length && value(length)? < 256)
                .then(|| value(length).map(|it| (1 + length, Undone::Byte(it as u8))))?
        }
        other => Some((1 + other.len_utf8(), Undone::Character(other))),
    }
}

fn undo_entity(text: &str) -> Option<(usize, Undone)> {
    let head = text.as_bytes();
    let end = head.iter().take(12).position(|it| *it == b';')?;
    let name = text.get(1..end)?;
    let character = match name {
        "quot" => '"',
        "apos" => '\'',
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        _ => {
            let digits = name.strip_prefix('#')?;
            let hexadecimal = digits.strip_prefix(['x', 'X']).map(number);
            char::from_u32(hexadecimal.unwrap_or_else(|| digits.parse().ok())?)?
        }
    };
    Some((end + 1, Undone::Character(character)))
}

/// A text with the characters that its escapes stand for.
pub struct DecodedText {
    pub text: String,
    /// The characters that were escaped, in the decoded text and in the original. Sorted.
    escapes: Vec<(Range<usize>, Range<usize>)>,
}

impl DecodedText {
    /// `None` for a text without such escapes.
    pub fn of(text: &str, escapes: Escapes) -> Option<Self> {
        if !escapes.may_be_in(text) {
            return None;
        }
        let mut decoded = Self {
            text: String::new(),
            escapes: Vec::new(),
        };
        let (mut kept, mut at) = (0, 0);
        while at < text.len() {
            let run = Run::at(text, at, escapes);
            if run.escapes.is_empty() {
                at += text[at..].chars().next().map_or(1, char::len_utf8);
                continue;
            }
            decoded.text.push_str(&text[kept..at]);
            at = run.end;
            kept = at;
            run.decode_into(&mut decoded);
        }
        if decoded.escapes.is_empty() {
            return None;
        }
        decoded.text.push_str(&text[kept..]);
        Some(decoded)
    }

    fn push(&mut self, character: char, original: Range<usize>) {
        let start = self.text.len();
        self.text.push(character);
        self.escapes.push((start..self.text.len(), original));
    }

    /// The range in the original of a range of the decoded text.
    pub fn original(&self, range: &Range<usize>) -> Range<usize> {
        let start = self.place(range.start).start;
        match range.end.checked_sub(1) {
            Some(last) if range.end > range.start => start..self.place(last).end,
            _ => start..start,
        }
    }

    /// The part of the original that a byte of the decoded text is of.
    fn place(&self, at: usize) -> Range<usize> {
        let next = self.escapes.partition_point(|it| it.0.start <= at);
        let Some((decoded, original)) = next.checked_sub(1).map(|it| &self.escapes[it]) else {
            return at..at + 1;
        };
        if decoded.contains(&at) {
            return original.clone();
        }
        let place = original.end + (at - decoded.end);
        place..place + 1
    }
}

/// Escapes one after the other: several may stand for one character.
struct Run {
    escapes: Vec<(Range<usize>, Undone)>,
    end: usize,
}

impl Run {
    fn at(text: &str, start: usize, escapes: Escapes) -> Self {
        let mut run = Self {
            escapes: Vec::new(),
            end: start,
        };
        match escapes {
            Escapes::Digits => run.add_digits(text),
            Escapes::Base64 => run.add_word(text, Digits::Base64),
            Escapes::Base32 => run.add_word(text, Digits::Base32),
            _ => run.add_escapes(text, escapes),
        }
        run
    }

    fn add_escapes(&mut self, text: &str, escapes: Escapes) {
        while let Some((length, undone)) = escapes.undo(&text[self.end..]) {
            let end = self.end + length;
            self.escapes.push((self.end..end, undone));
            self.end = end;
        }
    }

    fn add_word(&mut self, text: &str, encoding: Digits) {
        let bytes = bytes_at(encoding, text, self.end);
        self.end = bytes.last().map_or(self.end, |it| it.0.end);
        let undone = bytes
            .into_iter()
            .map(|(range, it)| (range, Undone::Byte(it)));
        self.escapes.extend(undone);
    }

    /// Adds the bytes in hexadecimal digits that begin at the end of the run. The digits of a longer number are none.
    fn add_digits(&mut self, text: &str) {
        let bytes = text.as_bytes();
        let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_hexdigit);
        let is_word = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_alphanumeric);
        if self.end > 0 && is_word(self.end - 1) {
            return;
        }
        let mut at = self.end;
        loop {
            let start = at;
            if bytes.get(at) == Some(&b'0') && matches!(bytes.get(at + 1), Some(b'x' | b'X')) {
                at += 2;
            }
            let (first, count) = (at, self.escapes.len());
            while is_digit(at) && is_digit(at + 1) {
                let undone = byte(&text[at..at + 2]).expect("BUG: these are digits");
                // A prefix is a part of the first byte behind it.
                let from = if at == first { start } else { at };
                self.escapes.push((from..at + 2, undone));
                at += 2;
            }
            if is_word(at) {
                self.escapes.truncate(count);
                break;
            }
            if at == first {
                break;
            }
            self.end = at;
            let between = bytes[at..].iter().take(MAX_BETWEEN + 1);
            at += between.take_while(|it| is_between(**it)).count();
            if at - self.end > MAX_BETWEEN {
                break;
            }
        }
        if self.escapes.len() < MIN_DIGITS {
            self.escapes.clear();
        }
    }

    fn decode_into(&self, decoded: &mut DecodedText) {
        let mut rest = self.escapes.as_slice();
        while let [(range, undone), after @ ..] = rest {
            let (character, count) = match undone {
                Undone::Character(it) => (*it, 1),
                Undone::Byte(first) => utf8(*first, rest),
                Undone::Unit(first) => utf16(*first, after),
            };
            let last = &rest[count - 1].0;
            decoded.push(character, range.start..last.end);
            rest = &rest[count..];
        }
    }
}

/// Whether programs print a character between bytes in hexadecimal digits.
fn is_between(byte: u8) -> bool {
    byte.is_ascii_whitespace() || b",:;.-_|+'\"\\".contains(&byte)
}

/// The character that begins with a byte, and the number of its bytes: one of Latin-1 where the bytes are no UTF-8.
fn utf8(first: u8, escapes: &[(Range<usize>, Undone)]) -> (char, usize) {
    let bytes = escapes.iter().take(4).map_while(|it| match it.1 {
        Undone::Byte(byte) => Some(byte),
        _ => None,
    });
    let bytes: Vec<u8> = bytes.collect();
    let decoded = (1..=bytes.len()).find_map(|count| {
        let character = str::from_utf8(&bytes[..count]).ok()?.chars().next()?;
        Some((character, count))
    });
    decoded.unwrap_or((first.into(), 1))
}

/// The character of a unit, or of the pair that it begins.
fn utf16(first: u16, after: &[(Range<usize>, Undone)]) -> (char, usize) {
    let second = match after.first() {
        Some((_, Undone::Unit(second))) => Some(*second),
        _ => None,
    };
    let units = [Some(first), second];
    let mut decoded = char::decode_utf16(units.into_iter().flatten());
    match decoded.next() {
        Some(Ok(character)) => (character, character.len_utf16()),
        _ => (char::REPLACEMENT_CHARACTER, 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_undone() {
        use Escapes::{
            Backslash, Base32, Base64, Digits, Doubled, Entities, Form, Percent, QuotedPrintable,
            Wide,
        };
        let table = [
            (Percent, "a%2Fb%c3%9c%E2%82%AC'", "a/bÜ€'"),
            (Percent, "%u20AC%DC%uD83D%uDE00 100% %zz", "€Ü😀 100% %zz"),
            (Form, "a+b%2b", "a b+"),
            (Backslash, r#"\"a\\b\n\$\é"#, "\"a\\b\n$é"),
            (Backslash, r"\xc3\x9c\u00dc\ud83d\ude00\u{1F600}", "ÜÜ😀😀"),
            (Backslash, r"\303\234\0134\12", "Ü\\\\12"),
            (Entities, "&quot;&#39;&#x2F;&amp;lt; & b;", "\"'/&lt; & b;"),
            (QuotedPrintable, "=C3=9C x==", "Ü x=="),
            (Backslash, r"\U0001F600\U0000006f", "😀o"),
            (Digits, "of 61-62-63-C3-9c; x", "of abcÜ; x"),
            (Digits, "[\"61\", \"62\", \"63\", \"64\"]", "[\"abcd\"]"),
            (Digits, "0x61 0x62,\n  0X63, 0x64 65", "abcde"),
            (Digits, "00ff: 6162-6364.6566", "\u{0}ÿabcdef"),
            (
                Digits,
                "61:62:63:64:6 x61626364 61626364",
                "abcd:6 x61626364 abcd",
            ),
            (Wide, "a\0b\0c; \0d\0e\0", "abc; de"),
            (Base64, "Basic dXNlcjrDnDox, x", "Basic user:Ü:1, x"),
            (Base32, "key=OVZWK4R2GE======", "key=user:1======"),
            (Doubled, "it''s \"\"x\"\" $$y", "it's \"x\" $y"),
        ];
        for (escapes, text, wanted) in table {
            let decoded = DecodedText::of(text, escapes).unwrap();
            assert_eq!(decoded.text, wanted, "{escapes:?} {text}");
        }
        for escapes in Escapes::ALL {
            assert!(DecodedText::of("no escapes, Ü = 100 %!", escapes).is_none());
        }
    }

    #[test]
    fn places_are_those_of_the_original() {
        let text = "x%C3%9Cy%2Fz";
        let decoded = DecodedText::of(text, Escapes::Percent).unwrap();
        assert_eq!(decoded.text, "xÜy/z");
        for (part, original) in [
            ("Ü", "%C3%9C"),
            ("xÜ", "x%C3%9C"),
            ("y/", "y%2F"),
            ("z", "z"),
        ] {
            let at = decoded.text.find(part).unwrap();
            assert_eq!(&text[decoded.original(&(at..at + part.len()))], original);
        }
    }

    proptest::proptest! {
        #[test]
        fn every_part_is_found_in_the_original(
            text in "[a%2C39Eu\\\\nx0-7{}&#;=qotgl'\"$é😀+]{0,40}",
            from in 0..30_usize,
            length in 1..10_usize,
        ) {
            for escapes in Escapes::ALL {
                let Some(decoded) = DecodedText::of(&text, escapes) else {
                    continue;
                };
                let places = decoded.text.char_indices().map(|it| it.0);
                let places: Vec<usize> = places.chain([decoded.text.len()]).collect();
                let from = from.min(places.len() - 1);
                let to = (from + length).min(places.len() - 1);
                if from == to {
                    continue;
                }
                let part = &decoded.text[places[from]..places[to]];
                let range = decoded.original(&(places[from]..places[to]));
                let original = text.get(range).unwrap();
                // Without a `+`, form data is as in URLs.
                let again = match escapes {
                    Escapes::Form if !original.contains('+') => Escapes::Percent,
                    other => other,
                };
                let again = DecodedText::of(original, again);
                let again = again.map_or_else(|| original.to_owned(), |it| it.text);
                if matches!(escapes, Escapes::Digits | Escapes::Base64 | Escapes::Base32) {
                    // A part of the bytes alone may have too few of them.
                    proptest::prop_assert!(original.len() >= part.chars().count());
                    continue;
                }
                proptest::prop_assert_eq!(again, part, "{} {:?}", text, escapes);
            }
        }
    }
}
