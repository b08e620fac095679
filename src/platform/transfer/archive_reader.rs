//! Reads a file.

use std::fs::File;
use std::io::{self, BufReader, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use super::archive_format::{ArchiveHeader, FRAME, Facts, MAGIC, MAX_HEADER, Record, parse_frame};
use super::archive_key::ArchiveKey;
use super::entry::Entry;
use super::error::TransferError;

/// A file that is read from its beginning.
pub struct ArchiveReader {
    path: PathBuf,
    file: BufReader<File>,
    length: u64,
    pub header: ArchiveHeader,
    key: Option<ArchiveKey>,
    /// The end of the last record that was read.
    offset: u64,
    /// The number of records before it, with it.
    index: u64,
}

/// The next record; `Torn` where the file ends in a record or is damaged.
pub enum Next {
    Record(Record),
    Torn,
}

impl ArchiveReader {
    /// Opens a file and reads its header.
    pub fn open(path: &Path) -> Result<Self, TransferError> {
        let failed = TransferError::file(path);
        let mut file = File::open(path).map_err(&failed)?;
        let length = file.metadata().map_err(&failed)?.len();
        let mut start = Vec::new();
        let most = (MAGIC.len() + 4 + MAX_HEADER) as u64;
        (&mut file)
            .take(most)
            .read_to_end(&mut start)
            .map_err(&failed)?;
        let parsed = ArchiveHeader::parse(&start);
        let (header, offset) = parsed.ok_or_else(|| TransferError::Foreign(path.to_owned()))?;
        let offset = offset as u64;
        file.seek(SeekFrom::Start(offset)).map_err(&failed)?;
        Ok(Self {
            path: path.to_owned(),
            file: BufReader::new(file),
            length,
            header,
            key: None,
            offset,
            index: 0,
        })
    }

    /// Decrypts records with a key.
    pub fn with_key(mut self, key: Option<ArchiveKey>) -> Self {
        self.key = key;
        self
    }

    /// The place after the last record that was read.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    pub fn next_record(&mut self) -> Result<Next, TransferError> {
        let Some(bytes) = self.bytes().map_err(TransferError::file(&self.path))? else {
            return Ok(Next::Torn);
        };
        let length = bytes.len();
        let plain = match &self.key {
            Some(key) => {
                let plain = key.open(bytes, &self.header.context(self.index));
                plain.ok_or_else(|| TransferError::WrongKey(self.path.clone()))?
            }
            None => bytes,
        };
        let Some(record) = Record::parse(plain) else {
            return Ok(Next::Torn);
        };
        self.offset += (FRAME + length) as u64;
        self.index += 1;
        Ok(Next::Record(record))
    }

    /// The bytes of a whole record whose checksum is right.
    fn bytes(&mut self) -> io::Result<Option<Vec<u8>>> {
        let left = self.length.saturating_sub(self.offset);
        let Some(left) = left.checked_sub(FRAME as u64) else {
            return Ok(None);
        };
        let mut frame = [0; FRAME];
        self.file.read_exact(&mut frame)?;
        let (length, checksum) = parse_frame(frame);
        if length > left {
            return Ok(None);
        }
        let mut bytes = vec![0; length as usize];
        self.file.read_exact(&mut bytes)?;
        Ok((crc32fast::hash(&bytes) == checksum).then_some(bytes))
    }

    /// The next entry of a file that was written to its end; `None` at the end.
    pub fn next_entry(&mut self) -> Result<Option<(Entry, Vec<u8>)>, TransferError> {
        let entries = self.index;
        match self.next_record()? {
            Next::Record(Record {
                facts: Facts::Entry(entry),
                content,
            }) => Ok(Some((entry, content))),
            Next::Record(Record {
                facts: Facts::End(count),
                ..
            }) if count == entries && self.offset == self.length => Ok(None),
            _ => Err(TransferError::Damaged {
                path: self.path.clone(),
                entries,
            }),
        }
    }
}
