//! The header and the records of a file.
//!
//! The file begins with [`MAGIC`], the length of the header in four bytes, and the header as JSON. Each record is its length and a
//! checksum of it, in four bytes each, and its bytes: the length of the facts in four bytes, the facts as JSON, and the content.
//! With a key, these bytes are encrypted. The last record has the number of all before it.

use serde::{Deserialize, Serialize};

use super::archive_key::{ArchiveKey, TAG};
use super::entry::Entry;

pub const MAGIC: &[u8] = b"lumi platform export 1\n";
/// A header has no more bytes.
pub const MAX_HEADER: usize = 1 << 16;
/// The bytes before those of a record.
pub const FRAME: usize = 8;

/// The facts of a file that are known without its key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "HeaderFields", into = "HeaderFields")]
pub struct ArchiveHeader {
    /// A random id, by which a target knows how much of the file it has.
    pub id: String,
    /// `None` if the file is not encrypted.
    pub sealed: Option<SealedKey>,
}

/// The key of a file, encrypted with that of a stack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SealedKey {
    pub key: String,
    pub stack: String,
}

/// The header as it is written.
#[derive(Serialize, Deserialize)]
struct HeaderFields {
    id: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    key: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    stack: Option<String>,
}

impl TryFrom<HeaderFields> for ArchiveHeader {
    type Error = &'static str;

    fn try_from(HeaderFields { id, key, stack }: HeaderFields) -> Result<Self, Self::Error> {
        let sealed = match (key, stack) {
            (Some(key), Some(stack)) => Some(SealedKey { key, stack }),
            (None, None) => None,
            _ => return Err("a key belongs to a stack"),
        };
        Ok(Self { id, sealed })
    }
}

impl From<ArchiveHeader> for HeaderFields {
    fn from(ArchiveHeader { id, sealed }: ArchiveHeader) -> Self {
        let (key, stack) = sealed.map(|it| (it.key, it.stack)).unzip();
        Self { id, key, stack }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Facts {
    Entry(Entry),
    /// The end of the file, after so many entries.
    End(u64),
}

/// A record of a file: an entry with its content, or the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    pub facts: Facts,
    pub content: Vec<u8>,
}

impl ArchiveHeader {
    pub fn to_bytes(&self) -> Vec<u8> {
        let json = serde_json::to_vec(self).expect("BUG: headers are plain data");
        let length = u32::try_from(json.len()).expect("BUG: a header is short");
        [MAGIC, &length.to_le_bytes(), &json].concat()
    }

    /// The header that a file begins with, and its length; `None` for other bytes.
    pub fn parse(bytes: &[u8]) -> Option<(Self, usize)> {
        let rest = bytes.strip_prefix(MAGIC)?;
        let (length, rest) = rest.split_first_chunk()?;
        let length = u32::from_le_bytes(*length) as usize;
        let json = rest.get(..length).filter(|_| length <= MAX_HEADER)?;
        let header = serde_json::from_slice(json).ok()?;
        Some((header, MAGIC.len() + 4 + length))
    }

    /// The bytes that a record is authenticated with.
    pub fn context(&self, index: u64) -> Vec<u8> {
        [self.id.as_bytes(), &index.to_le_bytes()].concat()
    }
}

impl Record {
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.write_to(&mut bytes);
        bytes
    }

    fn write_to(&self, bytes: &mut Vec<u8>) {
        let facts = serde_json::to_vec(&self.facts).expect("BUG: facts are plain data");
        let length = u32::try_from(facts.len()).expect("BUG: facts are short");
        bytes.reserve_exact(4 + facts.len() + self.content.len() + TAG);
        bytes.extend_from_slice(&length.to_le_bytes());
        bytes.extend_from_slice(&facts);
        bytes.extend_from_slice(&self.content);
    }

    /// `None` for other bytes. The content is not copied.
    pub fn parse(mut bytes: Vec<u8>) -> Option<Self> {
        let (length, rest) = bytes.split_first_chunk()?;
        let length = u32::from_le_bytes(*length) as usize;
        let (facts, _) = rest.split_at_checked(length)?;
        let facts = serde_json::from_slice(facts).ok()?;
        bytes.drain(..4 + length);
        Some(Self {
            facts,
            content: bytes,
        })
    }

    /// The bytes of the record at an index, with their frame.
    pub fn framed(
        &self,
        index: u64,
        header: &ArchiveHeader,
        key: Option<&ArchiveKey>,
    ) -> std::io::Result<Vec<u8>> {
        let mut bytes = vec![0; FRAME];
        match key {
            Some(key) => key.seal(&mut bytes, &header.context(index), |it| self.write_to(it))?,
            None => self.write_to(&mut bytes),
        }
        let (frame, record) = bytes.split_at_mut(FRAME);
        let length = u32::try_from(record.len())
            .map_err(|_| std::io::Error::other("an entry has more than 4 GiB"))?;
        frame[..4].copy_from_slice(&length.to_le_bytes());
        frame[4..].copy_from_slice(&crc32fast::hash(record).to_le_bytes());
        Ok(bytes)
    }
}

/// The length and the checksum that a frame has.
pub fn parse_frame(frame: [u8; FRAME]) -> (u64, u32) {
    let [a, b, c, d, rest @ ..] = frame;
    let length = u32::from_le_bytes([a, b, c, d]);
    (u64::from(length), u32::from_le_bytes(rest))
}
