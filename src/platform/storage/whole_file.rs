//! Atomic writes of files, safe against loss of power.

use std::fs::File;
use std::io::ErrorKind::{NotADirectory, NotFound};
use std::io::{self, Write as _};
use std::path::Path;

/// Prefix of unfinished files.
pub const PREFIX: &str = ".new-";

/// Writes a file atomically and creates its parent folders. It is on disk when this returns.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)?;
    let mut file = tempfile::Builder::new()
        .prefix(PREFIX)
        .tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_data()?;
    file.persist(path).map_err(|it| it.error)?;
    sync_folder(folder)
}

/// Removes a file. A file that does not exist is a success, also where its folder is a file.
pub fn remove(path: &Path) -> io::Result<()> {
    match std::fs::remove_file(path) {
        Err(error) if matches!(error.kind(), NotFound | NotADirectory) => Ok(()),
        removed => removed,
    }
}

/// Flushes the names in a folder.
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}
