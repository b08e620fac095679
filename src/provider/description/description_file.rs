//! The description of a package in a file, each part of which is read alone.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use parking_lot::Mutex;
use prost::Message as _;
use thiserror::Error;

use super::description_index::{DescriptionIndex, DescriptionKey, DescriptionSlice};

/// The first bytes of a file: its protocol, and the number of its layout.
pub type DescriptionMagic = [u8; 16];

/// The magic bytes, the length of the index, and its checksum.
const HEAD: usize = size_of::<DescriptionMagic>() + 4 + 4;

/// The maximum size of an index in bytes: that of some hundred thousand parts.
const MAX_INDEX: u32 = 64 << 20;

/// Why a description cannot be used.
#[derive(Debug, Error)]
pub enum DescriptionError {
    #[error("{} cannot be read: {error}", path.display())]
    Unreadable { path: PathBuf, error: io::Error },
    #[error("{} is damaged", path.display())]
    Damaged { path: PathBuf },
    #[error("{} is of another package", path.display())]
    Foreign { path: PathBuf },
    #[error("what the package says of `{name}` cannot be understood: {reason}")]
    Unusable { name: String, reason: String },
}

/// A part that is read alone.
#[derive(Clone, Copy, Debug)]
pub struct DescriptionPart<'a> {
    pub kind: i32,
    pub name: &'a str,
    pub bytes: &'a [u8],
}

/// An opened file, of which the index alone is in memory.
pub struct DescriptionFile {
    path: PathBuf,
    file: Mutex<File>,
    index: DescriptionIndex,
    checksum: u32,
    /// The start of the first slice.
    start: u64,
}

impl DescriptionFile {
    /// Opens a file that was made of the executable with this key.
    pub fn open(
        path: &Path,
        magic: &DescriptionMagic,
        key: DescriptionKey,
    ) -> Result<Self, DescriptionError> {
        let failed = |error| DescriptionError::Unreadable {
            path: path.to_owned(),
            error,
        };
        let damaged = || DescriptionError::Damaged {
            path: path.to_owned(),
        };
        let mut file = File::open(path).map_err(failed)?;
        let length = file.metadata().map_err(failed)?.len();
        let mut head = [0; HEAD];
        file.read_exact(&mut head).map_err(|_| damaged())?;
        let (found, numbers) = head.split_at(magic.len());
        let number = |at: usize| {
            let bytes = numbers.get(at..at + 4).and_then(|it| it.try_into().ok());
            u32::from_le_bytes(bytes.unwrap_or_default())
        };
        let (size, checksum) = (number(0), number(4));
        let start = HEAD as u64 + u64::from(size);
        if found != magic || size > MAX_INDEX || start > length {
            return Err(damaged());
        }
        let mut bytes = vec![0; size as usize];
        file.read_exact(&mut bytes).map_err(failed)?;
        if crc32fast::hash(&bytes) != checksum {
            return Err(damaged());
        }
        let index = DescriptionIndex::decode(bytes.as_slice()).map_err(|_| damaged())?;
        let ends = index.slices.iter();
        let ends = ends.map(|it| it.start.saturating_add(u64::from(it.length)));
        if ends.max().unwrap_or(0) != length - start {
            return Err(damaged());
        }
        if index.key != key {
            return Err(DescriptionError::Foreign {
                path: path.to_owned(),
            });
        }
        Ok(Self {
            path: path.to_owned(),
            file: Mutex::new(file),
            index,
            checksum,
            start,
        })
    }

    /// Writes facts about all parts and the parts, in the place of an older file at once.
    pub fn write(
        path: &Path,
        magic: &DescriptionMagic,
        key: DescriptionKey,
        head: &impl prost::Message,
        mut parts: Vec<DescriptionPart<'_>>,
    ) -> io::Result<()> {
        parts.sort_unstable_by_key(|it| (it.kind, it.name));
        let mut index = DescriptionIndex {
            key,
            head: head.encode_to_vec(),
            slices: Vec::with_capacity(parts.len()),
        };
        let mut start = 0;
        for part in &parts {
            index.slices.push(DescriptionSlice {
                kind: part.kind,
                name: part.name.to_owned(),
                start,
                length: u32::try_from(part.bytes.len()).map_err(io::Error::other)?,
                checksum: crc32fast::hash(part.bytes),
            });
            start += part.bytes.len() as u64;
        }
        let index = index.encode_to_vec();
        let size = u32::try_from(index.len()).map_err(io::Error::other)?;
        let folder = path.parent().unwrap_or(path);
        std::fs::create_dir_all(folder)?;
        let file = tempfile::NamedTempFile::new_in(folder)?;
        let mut out = io::BufWriter::new(file);
        out.write_all(magic)?;
        out.write_all(&size.to_le_bytes())?;
        out.write_all(&crc32fast::hash(&index).to_le_bytes())?;
        out.write_all(&index)?;
        for part in &parts {
            out.write_all(part.bytes)?;
        }
        let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.persist(path).map_err(|it| it.error)?;
        Ok(())
    }

    /// Facts about all parts.
    pub fn head<Head: prost::Message + Default>(&self) -> Result<Head, DescriptionError> {
        Head::decode(self.index.head.as_slice()).map_err(|_| DescriptionError::Damaged {
            path: self.path.clone(),
        })
    }

    /// A text that is another one for other parts.
    pub fn fingerprint(&self) -> String {
        format!("{:08x}", self.checksum)
    }

    /// The sorted names of one kind.
    pub fn names(&self, kind: i32) -> impl Iterator<Item = &str> {
        self.index.of_kind(kind).iter().map(|it| it.name.as_str())
    }

    /// The bytes of one part; `None` if the package has none of this name.
    pub fn read(&self, kind: i32, name: &str) -> Result<Option<Vec<u8>>, DescriptionError> {
        let Some(slice) = self.index.find(kind, name) else {
            return Ok(None);
        };
        let mut bytes = vec![0; slice.length as usize];
        let mut file = self.file.lock();
        let place = SeekFrom::Start(self.start.saturating_add(slice.start));
        let read = file.seek(place).and_then(|_| file.read_exact(&mut bytes));
        drop(file);
        read.map_err(|error| DescriptionError::Unreadable {
            path: self.path.clone(),
            error,
        })?;
        match crc32fast::hash(&bytes) == slice.checksum {
            true => Ok(Some(bytes)),
            false => Err(DescriptionError::Damaged {
                path: self.path.clone(),
            }),
        }
    }
}
