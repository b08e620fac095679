//! A value as a row, and the files of large ones.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use super::whole_file;

/// Bytes up to which a value is in its row.
pub const INLINE: usize = 64 << 10;
/// The folder of large values in that of a space. No key of another version has a file there.
pub const FILES: &str = ".values";
/// Bytes of a version.
pub const VERSION: usize = 16;

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredValue {
    /// Milliseconds since the epoch at which the value is gone; 0 if it stays.
    pub expires: u64,
    pub version: [u8; VERSION],
    pub content: Content,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    Inline(Vec<u8>),
    File(ContentFile),
}

/// A file of its own, which is never written again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContentFile {
    pub id: u128,
    pub checksum: u32,
}

impl StoredValue {
    pub fn has_expired(&self) -> bool {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        self.expires > 0 && now.is_ok_and(|it| it.as_millis() >= u128::from(self.expires))
    }

    pub fn file(&self) -> Option<&ContentFile> {
        match &self.content {
            Content::Inline(_) => None,
            Content::File(file) => Some(file),
        }
    }

    pub fn to_row(&self) -> Vec<u8> {
        let mut row = Vec::new();
        row.extend_from_slice(&self.expires.to_le_bytes());
        row.extend_from_slice(&self.version);
        match &self.content {
            Content::Inline(bytes) => {
                row.push(0);
                row.extend_from_slice(bytes);
            }
            Content::File(file) => {
                row.push(1);
                row.extend_from_slice(&file.id.to_le_bytes());
                row.extend_from_slice(&file.checksum.to_le_bytes());
            }
        }
        row
    }

    /// `None` for other bytes.
    pub fn from_row(row: &[u8]) -> Option<Self> {
        let (expires, row) = row.split_first_chunk()?;
        let (version, row) = row.split_first_chunk()?;
        let (kind, row) = row.split_first()?;
        let content = match kind {
            0 => Content::Inline(row.to_vec()),
            1 => {
                let (id, row) = row.split_first_chunk()?;
                let checksum: [u8; 4] = row.try_into().ok()?;
                Content::File(ContentFile {
                    id: u128::from_le_bytes(*id),
                    checksum: u32::from_le_bytes(checksum),
                })
            }
            _ => return None,
        };
        Some(Self {
            expires: u64::from_le_bytes(*expires),
            version: *version,
            content,
        })
    }
}

impl ContentFile {
    /// Writes the file, which is on disk when this returns.
    pub fn write(space: &Path, bytes: &[u8]) -> io::Result<Self> {
        let file = Self {
            id: rand::random(),
            checksum: crc32fast::hash(bytes),
        };
        whole_file::write(&file.path(space), bytes)?;
        whole_file::sync_folder(space)?;
        Ok(file)
    }

    /// `None` if the file is gone, as the value has changed meanwhile.
    pub fn read(&self, space: &Path) -> io::Result<Option<Vec<u8>>> {
        let path = self.path(space);
        let bytes = match fs::read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            bytes => bytes?,
        };
        match crc32fast::hash(&bytes) == self.checksum {
            true => Ok(Some(bytes)),
            false => {
                let problem = format!("{} is damaged", path.display());
                Err(io::Error::new(io::ErrorKind::InvalidData, problem))
            }
        }
    }

    pub fn remove(&self, space: &Path) -> io::Result<()> {
        whole_file::remove(&self.path(space))
    }

    pub fn path(&self, space: &Path) -> PathBuf {
        space.join(FILES).join(format!("{:032x}", self.id))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn content() -> impl Strategy<Value = Content> {
        prop_oneof![
            any::<Vec<u8>>().prop_map(Content::Inline),
            (any::<u128>(), any::<u32>())
                .prop_map(|(id, checksum)| Content::File(ContentFile { id, checksum })),
        ]
    }

    proptest! {
        #[test]
        fn every_value_is_a_row(expires: u64, version: [u8; VERSION], content in content()) {
            let value = StoredValue { expires, version, content };
            prop_assert_eq!(StoredValue::from_row(&value.to_row()), Some(value));
        }

        #[test]
        fn other_bytes_are_refused_or_a_value(row: Vec<u8>) {
            if let Some(value) = StoredValue::from_row(&row) {
                prop_assert_eq!(value.to_row(), row);
            }
        }
    }
}
