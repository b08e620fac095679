//! Reads small files of a project, and refuses what would block or fill the memory.

use std::fs::{self, File, Metadata};
use std::io::{Error, ErrorKind, Read as _, Result};
use std::path::Path;

/// Opens a regular file of at most `limit` bytes. Opening a pipe would wait for a writer, and
/// reading a device may never end.
pub fn open(path: &Path, limit: u64) -> Result<File> {
    check(&fs::metadata(path)?, limit)?;
    File::open(path)
}

/// Reads a regular file of at most `limit` bytes.
pub fn read(path: &Path, limit: u64) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // The file may grow while it is read.
    open(path, limit)?.take(limit + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 > limit {
        true => Err(too_large(limit)),
        false => Ok(bytes),
    }
}

/// Reads a regular text file of at most `limit` bytes.
pub fn read_text(path: &Path, limit: u64) -> Result<String> {
    let text = String::from_utf8(read(path, limit)?);
    text.map_err(|_| Error::new(ErrorKind::InvalidData, "it is not UTF-8 text"))
}

/// Fails if a path exists and is not a regular file.
pub(super) fn check_kind(path: &Path) -> Result<()> {
    match fs::metadata(path) {
        Ok(facts) => check(&facts, u64::MAX),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}

fn check(facts: &Metadata, limit: u64) -> Result<()> {
    if facts.is_dir() {
        return Err(Error::new(ErrorKind::IsADirectory, "it is a folder"));
    }
    if !facts.is_file() {
        return Err(Error::other("it is not a regular file"));
    }
    if facts.len() > limit {
        return Err(too_large(limit));
    }
    Ok(())
}

/// The error for a file that is larger than `limit` bytes.
pub fn too_large(limit: u64) -> Error {
    let size = match limit >> 20 {
        0 => format!("{} KiB", limit >> 10),
        size => format!("{size} MiB"),
    };
    let problem = format!("it is larger than {size}");
    Error::new(ErrorKind::FileTooLarge, problem)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_regular_files_of_a_limited_size_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        fs::write(&path, "abc").unwrap();
        assert_eq!(read_text(&path, 3).unwrap(), "abc");
        let refused = |path: &Path| read(path, 1 << 10).unwrap_err().to_string();
        assert_eq!(refused(folder.path()), "it is a folder");
        assert_eq!(refused(Path::new("/dev/zero")), "it is not a regular file");
        let sparse = File::create(&path).unwrap();
        sparse.set_len(10 << 30).unwrap();
        assert_eq!(refused(&path), "it is larger than 1 KiB");
        assert_eq!(too_large(16 << 20).to_string(), "it is larger than 16 MiB");
    }
}
