//! Atomic writes of files.
//!
//! The new content is written to a temporary file, which is renamed at the end. The temporary name
//! is derived from the file's name, so that the remains of an interrupted write are overwritten by
//! the next one, or removed with the file. Writes are not flushed to the disk (fsync): a file that a
//! power cut damages is found by the next refresh.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use lumi_graph::sha256_hex;

use crate::content::{Content, Digest};

/// The handling of an existing file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IfExists {
    Replace,
    /// Fails with [`ErrorKind::AlreadyExists`].
    Fail,
}

/// Writes a file and creates its parent folders. A symlink at `path` is replaced, not followed.
/// `mode` is a Unix mode.
pub fn write_atomic(
    path: &Path,
    content: &Content,
    mode: u32,
    existing: IfExists,
) -> io::Result<Digest> {
    write_noted(path, content, mode, existing, |_| ())
}

/// Writes a file as [`write_atomic`] does; `note` is called before the file gets its name.
pub fn write_noted(
    path: &Path,
    content: &Content,
    mode: u32,
    existing: IfExists,
    note: impl FnOnce(&fs::Metadata),
) -> io::Result<Digest> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let temporary = temporary(path);
    remove_leftover(path);
    let result = fill(&temporary, content, mode).and_then(|(digest, file)| {
        note(&file);
        match existing {
            IfExists::Replace => fs::rename(&temporary, path)?,
            IfExists::Fail => take_name(&temporary, path)?,
        }
        Ok(digest)
    });
    if result.is_err() {
        remove_leftover(path);
    }
    result
}

/// Removes the remains of an interrupted write.
pub fn remove_leftover(path: &Path) {
    // Usually there are none.
    let _ = fs::remove_file(temporary(path));
}

/// The temporary name of a file.
pub fn temporary(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default();
    let hash = sha256_hex(name.as_encoded_bytes());
    path.with_file_name(format!(".lumi-{}.tmp", &hash[..16]))
}

fn fill(path: &Path, content: &Content, mode: u32) -> io::Result<(Digest, fs::Metadata)> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    // No other user may read the file before its mode is set.
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    let digest = Digest::copying(&mut content.open()?, &mut file)?;
    set_open_mode(&file, mode)?;
    Ok((digest, file.metadata()?))
}

/// Renames, unless the target exists.
fn take_name(from: &Path, to: &Path) -> io::Result<()> {
    match fs::hard_link(from, to) {
        Ok(()) => fs::remove_file(from),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(error),
        // Some file systems have no hard links; there the check and the rename can race.
        Err(_) if fs::symlink_metadata(to).is_ok() => Err(ErrorKind::AlreadyExists.into()),
        Err(_) => fs::rename(from, to),
    }
}

fn set_open_mode(file: &File, mode: u32) -> io::Result<()> {
    file.set_permissions(std::os::unix::fs::PermissionsExt::from_mode(mode))
}

pub fn set_mode(path: &Path, mode: u32) -> io::Result<()> {
    fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(mode))
}

/// The lower 12 bits of the mode; `None` on platforms without modes.
pub fn mode(metadata: &fs::Metadata) -> Option<u32> {
    let mode = std::os::unix::fs::PermissionsExt::mode(&metadata.permissions());
    Some(mode & 0o7777)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> = entries
            .map(|it| it.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn nothing_else_is_left_behind() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a/b");
        let content = Content::Bytes(b"x".to_vec());
        let write = |existing| write_atomic(&path, &content, 0o640, existing);
        assert_eq!(write(IfExists::Fail).unwrap().size, 1);
        let error = write(IfExists::Fail).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::AlreadyExists);
        write(IfExists::Replace).unwrap();
        assert_eq!(mode(&fs::metadata(&path).unwrap()), Some(0o640));
        fs::write(temporary(&path), "half").unwrap();
        write(IfExists::Replace).unwrap();
        assert_eq!(names(path.parent().unwrap()), ["b"]);
    }

    #[test]
    fn a_failed_write_leaves_the_old_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        fs::write(&path, "old").unwrap();
        let missing = Content::File(folder.path().join("missing"));
        write_atomic(&path, &missing, 0o644, IfExists::Replace).unwrap_err();
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(names(folder.path()), ["a"]);
    }
}
