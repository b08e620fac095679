//! The part of DER that keys are written in.

pub const INTEGER: u8 = 0x02;
pub const BIT_STRING: u8 = 0x03;
pub const OCTET_STRING: u8 = 0x04;
pub const NULL: u8 = 0x05;
pub const OID: u8 = 0x06;
pub const SEQUENCE: u8 = 0x30;

/// Reads values one after another; each method answers `None` where the bytes are not DER.
#[derive(Clone, Copy)]
pub struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    pub fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    pub fn next_tag(&self) -> Option<u8> {
        self.rest.first().copied()
    }

    /// The content of the next value, which has this tag.
    pub fn value(&mut self, tag: u8) -> Option<&'a [u8]> {
        let (&found, rest) = self.rest.split_first()?;
        if found != tag {
            return None;
        }
        let (&first, mut rest) = rest.split_first()?;
        let length = if first < 0x80 {
            usize::from(first)
        } else {
            let count = usize::from(first & 0x7f);
            if count == 0 || count > 4 || rest.len() < count {
                return None;
            }
            let (bytes, after) = rest.split_at(count);
            rest = after;
            bytes
                .iter()
                .fold(0, |sum, byte| sum << 8 | usize::from(*byte))
        };
        if length > rest.len() {
            return None;
        }
        let (content, after) = rest.split_at(length);
        self.rest = after;
        Some(content)
    }

    pub fn optional(&mut self, tag: u8) -> Option<&'a [u8]> {
        match self.next_tag() == Some(tag) {
            true => self.value(tag),
            false => None,
        }
    }

    pub fn sequence(&mut self) -> Option<Reader<'a>> {
        self.value(SEQUENCE).map(Reader::new)
    }

    /// The bytes of an integer that is not negative, without leading zeros.
    pub fn unsigned(&mut self) -> Option<&'a [u8]> {
        let bytes = self.value(INTEGER)?;
        if bytes.is_empty() || bytes[0] >= 0x80 {
            return None;
        }
        Some(trimmed(bytes))
    }

    pub fn small(&mut self) -> Option<u32> {
        let bytes = self.unsigned()?;
        (bytes.len() <= 4).then(|| {
            bytes
                .iter()
                .fold(0, |sum, byte| sum << 8 | u32::from(*byte))
        })
    }

    /// A string of whole bytes.
    pub fn bits(&mut self) -> Option<&'a [u8]> {
        let (&unused, bytes) = self.value(BIT_STRING)?.split_first()?;
        (unused == 0).then_some(bytes)
    }
}

/// A whole text that is one sequence.
pub fn only_sequence(bytes: &[u8]) -> Option<Reader<'_>> {
    let mut reader = Reader::new(bytes);
    let inner = reader.sequence()?;
    reader.is_empty().then_some(inner)
}

pub fn trimmed(bytes: &[u8]) -> &[u8] {
    let zeros = bytes.iter().take_while(|byte| **byte == 0).count();
    &bytes[zeros..]
}

pub fn value(tag: u8, content: &[u8]) -> Vec<u8> {
    let length = content.len();
    let mut bytes = vec![tag];
    if length < 0x80 {
        bytes.push(length as u8);
    } else {
        let written = (length as u64).to_be_bytes();
        let written = trimmed(&written);
        bytes.push(0x80 | written.len() as u8);
        bytes.extend_from_slice(written);
    }
    bytes.extend_from_slice(content);
    bytes
}

pub fn sequence(parts: &[&[u8]]) -> Vec<u8> {
    value(SEQUENCE, &parts.concat())
}

pub fn unsigned(bytes: &[u8]) -> Vec<u8> {
    let bytes = trimmed(bytes);
    match bytes.first() {
        None => value(INTEGER, &[0]),
        Some(0x80..) => value(INTEGER, &[&[0], bytes].concat()),
        Some(_) => value(INTEGER, bytes),
    }
}

pub fn bits(bytes: &[u8]) -> Vec<u8> {
    value(BIT_STRING, &[&[0], bytes].concat())
}
