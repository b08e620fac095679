//! Writes a file.

use std::fs::{File, OpenOptions};
use std::io::{self, Seek as _, SeekFrom, Write as _};
use std::path::Path;

use super::archive_format::{ArchiveHeader, Facts, Record};
use super::archive_key::ArchiveKey;
use super::entry::Entry;

/// Bytes after which those before are flushed to the disk.
const FLUSHED: u64 = 16 << 20;

/// A file that is not complete yet. Only its owner may read it.
pub struct ArchiveWriter {
    file: File,
    header: ArchiveHeader,
    key: Option<ArchiveKey>,
    index: u64,
    unflushed: u64,
}

impl ArchiveWriter {
    /// Makes the file with its header, unless it is there.
    pub fn begin(path: &Path, header: &ArchiveHeader) -> io::Result<()> {
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        {
            use std::os::unix::fs::OpenOptionsExt as _;
            options.mode(0o600);
        }
        let mut file = options.open(path)?;
        file.write_all(&header.to_bytes())?;
        file.sync_all()
    }

    /// Goes on after `index` records, which end at `offset`; what follows is cut off.
    pub fn at(
        path: &Path,
        header: ArchiveHeader,
        key: Option<ArchiveKey>,
        index: u64,
        offset: u64,
    ) -> io::Result<Self> {
        let mut file = OpenOptions::new().write(true).open(path)?;
        file.set_len(offset)?;
        file.seek(SeekFrom::Start(offset))?;
        Ok(Self {
            file,
            header,
            key,
            index,
            unflushed: 0,
        })
    }

    pub fn append(&mut self, entry: Entry, content: Vec<u8>) -> io::Result<()> {
        let facts = Facts::Entry(entry);
        self.write(&Record { facts, content })
    }

    /// Writes the end; the whole file is on disk when this returns.
    pub fn finish(mut self) -> io::Result<()> {
        let facts = Facts::End(self.index);
        let content = Vec::new();
        self.write(&Record { facts, content })?;
        self.file.sync_all()
    }

    fn write(&mut self, record: &Record) -> io::Result<()> {
        let bytes = record.framed(self.index, &self.header, self.key.as_ref())?;
        self.file.write_all(&bytes)?;
        self.index += 1;
        self.unflushed += bytes.len() as u64;
        if self.unflushed >= FLUSHED {
            self.file.sync_data()?;
            self.unflushed = 0;
        }
        Ok(())
    }
}
