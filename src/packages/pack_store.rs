//! The libraries that this machine has, for all projects.

use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use crate::{PackHash, PackSource};

/// A folder with packages in LumiIL, each named after its hash. A file is there whole or not at all; its content is
/// verified by its readers.
#[derive(Clone, Debug)]
pub struct PackStore {
    folder: PathBuf,
}

impl PackStore {
    /// Larger files are not read: no package is as large.
    pub const MAX_BYTES: u64 = 256 << 20;

    /// The folder is made when it is needed.
    pub fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    pub fn place(&self, hash: &PackHash) -> PathBuf {
        let name = format!("{}.{}", hash.digits(), PackSource::EXTENSION);
        self.folder.join(name)
    }

    /// Reads a package from any file. One that is larger than packages can be is cut off, and refused when it is
    /// verified.
    pub fn read_file(path: &Path) -> io::Result<Vec<u8>> {
        // Opening a pipe would wait for a writer.
        if !fs::metadata(path)?.is_file() {
            return Err(io::Error::other("it is not a regular file"));
        }
        let mut bytes = Vec::new();
        let limited = File::open(path)?.take(Self::MAX_BYTES + 1);
        { limited }.read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// Adds a package that has been verified. One that is there is replaced: it may have been changed.
    pub fn add(&self, hash: &PackHash, bytes: &[u8]) -> io::Result<()> {
        let place = self.place(hash);
        if fs::read(&place).is_ok_and(|it| it == bytes) {
            return Ok(());
        }
        fs::create_dir_all(&self.folder)?;
        let mut file = tempfile::Builder::new()
            .prefix(".adding-")
            .tempfile_in(&self.folder)?;
        file.write_all(bytes)?;
        file.as_file().sync_all()?;
        file.persist(&place)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_added_pack_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let store = PackStore::new(folder.path().join("store"));
        let hash = PackHash::of_digits(&"1".repeat(64)).unwrap();
        let place = store.place(&hash);
        assert!(!place.exists());
        for bytes in [b"a".as_slice(), b"a", b"b"] {
            store.add(&hash, bytes).unwrap();
            assert_eq!(PackStore::read_file(&place).unwrap(), bytes);
        }
        assert!(PackStore::read_file(folder.path()).is_err());
    }
}
