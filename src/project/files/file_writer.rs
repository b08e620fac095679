//! Files that are written for a user.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use lumi_state::{project_path, regular_file};

use lumi_graph::EscapedText;
use thiserror::Error;

/// A file that cannot be written.
#[derive(Debug, Error)]
#[error(
    "cannot write {}: {source}; check the permissions of the folder",
    EscapedText::whole(&.path.to_string_lossy())
)]
pub struct WriteError {
    pub path: PathBuf,
    pub source: io::Error,
}

/// Writes a file atomically and creates parent folders; returns false if it has this text already.
pub fn write(path: &Path, text: &str) -> Result<bool, WriteError> {
    // A pipe or a device is written, not read.
    let is_same = regular_file::read(path, text.len() as u64);
    if is_same.is_ok_and(|old| old == text.as_bytes()) {
        return Ok(false);
    }
    replace(path, text).map_err(|source| WriteError {
        path: path.to_owned(),
        source,
    })?;
    Ok(true)
}

/// Writes a file of a project, as [`write`] does. Fails if a link leads out of the project folder: a
/// clone carries links.
pub fn write_in(project: &Path, path: &Path, text: &str) -> Result<bool, WriteError> {
    project_path::check(project, path).map_err(|source| WriteError {
        path: path.to_owned(),
        source,
    })?;
    write(path, text)
}

fn replace(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    replace_bytes(path, text.as_bytes())
}

/// Replaces a file atomically with bytes, as [`replace_with`] does.
pub fn replace_bytes(path: &Path, bytes: &[u8]) -> io::Result<()> {
    replace_with(path, |out| out.write_all(bytes))
}

/// Replaces a file atomically with the output of `write`: a reader sees the old text or the new
/// one. A link stays a link, and its target keeps its mode. A path that is not a regular file (a
/// pipe, `/dev/null`) is written directly.
pub fn replace_with(
    path: &Path,
    write: impl FnOnce(&mut fs::File) -> io::Result<()>,
) -> io::Result<()> {
    let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let old = fs::metadata(&path).ok();
    if old.as_ref().is_some_and(|it| !it.is_file()) {
        return write(&mut fs::OpenOptions::new().write(true).open(&path)?);
    }
    let temporary = temporary_path(&path);
    let written = fs::File::create_new(&temporary)
        .and_then(|mut file| {
            if let Some(old) = &old {
                file.set_permissions(old.permissions())?;
            }
            write(&mut file)
        })
        .and_then(|()| fs::rename(&temporary, &path));
    written.inspect_err(|_| {
        // A failed removal must not hide why writing failed.
        let _ = fs::remove_file(&temporary);
    })
}

/// Beside the file, because a rename does not cross file systems.
fn temporary_path(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.{}.new", std::process::id()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_what_is_new_only() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a/b.txt");
        assert!(write(&path, "x").unwrap());
        assert!(!write(&path, "x").unwrap());
        assert!(write(&path, "y").unwrap());
        assert_eq!(fs::read_to_string(&path).unwrap(), "y");
        assert_eq!(fs::read_dir(folder.path().join("a")).unwrap().count(), 1);
    }

    #[test]
    fn links_and_modes_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("a"), folder.path().join("link"));
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        symlink(&path, &link).unwrap();
        assert!(write(&link, "new").unwrap());
        assert!(link.is_symlink());
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(
            fs::metadata(&path).unwrap().permissions().mode() & 0o777,
            0o600
        );
        replace_with(Path::new("/dev/null"), |out| out.write_all(b"x")).unwrap();
        assert!(!Path::new("/dev/null").is_file());
    }

    #[test]
    fn leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        fs::create_dir_all(path.join("b")).unwrap();
        let error = write(&path, "x").unwrap_err();
        assert!(error.to_string().starts_with("cannot write "), "{error}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
