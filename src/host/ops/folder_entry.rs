//! A checked path in the file system, from the moment when its folder is opened.
//!
//! The sandbox checks paths before they are used. In the meantime the program may have replaced a
//! folder by a symlink, because operations run on other threads. Therefore each folder of a checked
//! path is opened from its parent, without following symlinks, and what happens then is relative to
//! the opened folder.

use std::ffi::OsStr;
use std::fs::{File, Metadata};
use std::io;
#[cfg(target_os = "linux")]
use std::os::fd::AsRawFd;
use std::os::fd::OwnedFd;
use std::path::{Component, Path, PathBuf};

use rustix::fs::{CWD, Mode, OFlags, mkdirat, openat};
use rustix::io::Errno;

/// Opens without access to the content.
#[cfg(target_os = "linux")]
const WITHOUT_CONTENT: OFlags = OFlags::PATH;
#[cfg(not(target_os = "linux"))]
const WITHOUT_CONTENT: OFlags = OFlags::RDONLY;

/// An opened folder and the name of an entry in it, which need not exist.
pub struct FolderEntry<'a> {
    pub folder: OwnedFd,
    /// `.` for the root.
    pub name: &'a OsStr,
}

impl<'a> FolderEntry<'a> {
    /// `real` is absolute, without `..`, and its folders are not symlinks.
    pub fn open(real: &'a Path) -> io::Result<Self> {
        let mut names = names(real);
        let name = names.pop().unwrap_or(OsStr::new("."));
        let mut folder = openat(CWD, "/", folder_flags(), Mode::empty())?;
        for name in names {
            folder = openat(&folder, name, folder_flags(), Mode::empty())?;
        }
        Ok(Self { folder, name })
    }

    /// Opens the entry itself, also if it is a symlink.
    pub fn open_entry(&self, flags: OFlags, mode: Mode) -> io::Result<File> {
        let flags = flags | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        Ok(openat(&self.folder, self.name, flags, mode)?.into())
    }

    /// A handle of the entry without access to its content.
    pub fn pin(&self) -> io::Result<File> {
        self.open_entry(WITHOUT_CONTENT, Mode::empty())
    }

    /// The facts of the entry itself.
    pub fn metadata(&self) -> io::Result<Metadata> {
        self.pin()?.metadata()
    }
}

fn folder_flags() -> OFlags {
    WITHOUT_CONTENT | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC
}

fn names(real: &Path) -> Vec<&OsStr> {
    let name = |it| match it {
        Component::Normal(name) => Some(name),
        _ => None,
    };
    real.components().filter_map(name).collect()
}

/// Makes the folder `real` and all missing ones above it. Returns the first one that was made.
pub fn make_folders(real: &Path, mode: Mode) -> io::Result<Option<PathBuf>> {
    let mut folder = openat(CWD, "/", folder_flags(), Mode::empty())?;
    let mut path = PathBuf::from("/");
    let mut first = None;
    for name in names(real) {
        path.push(name);
        let opened = match openat(&folder, name, folder_flags(), Mode::empty()) {
            Err(Errno::NOENT) => {
                match mkdirat(&folder, name, mode) {
                    Ok(()) => first = first.or_else(|| Some(path.clone())),
                    // Another process has made the folder in the meantime.
                    Err(Errno::EXIST) => {}
                    Err(error) => return Err(error.into()),
                }
                openat(&folder, name, folder_flags(), Mode::empty())
            }
            Err(Errno::NOTDIR) if path == real => Err(Errno::EXIST),
            other => other,
        };
        folder = opened?;
    }
    Ok(first)
}

/// A path of an open file that leads to that very file, for calls that take no handle.
#[cfg(target_os = "linux")]
pub fn path_of(file: &impl AsRawFd) -> PathBuf {
    PathBuf::from(format!("/proc/self/fd/{}", file.as_raw_fd()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::symlink;

    #[test]
    fn a_folder_that_became_a_symlink_is_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        let base = folder.path().canonicalize().unwrap();
        fs::create_dir_all(base.join("secret")).unwrap();
        fs::write(base.join("secret/file"), "hidden").unwrap();
        symlink("secret", base.join("link")).unwrap();
        symlink("secret/file", base.join("entry")).unwrap();
        assert!(FolderEntry::open(&base.join("secret/file")).is_ok());
        assert!(FolderEntry::open(&base.join("link/file")).is_err());
        let path = base.join("entry");
        let entry = FolderEntry::open(&path).unwrap();
        assert!(entry.open_entry(OFlags::RDONLY, Mode::empty()).is_err());
        assert!(entry.metadata().unwrap().is_symlink());
        assert!(make_folders(&base.join("link/made"), Mode::RWXU).is_err());
        assert!(!base.join("secret/made").exists());
    }

    #[test]
    fn the_first_made_folder_is_known() {
        let folder = tempfile::tempdir().unwrap();
        let base = folder.path().canonicalize().unwrap();
        let path = base.join("a/b/c");
        let first = make_folders(&path, Mode::RWXU).unwrap();
        assert_eq!(first, Some(base.join("a")));
        assert_eq!(make_folders(&path, Mode::RWXU).unwrap(), None);
        fs::write(base.join("file"), "").unwrap();
        let error = make_folders(&base.join("file"), Mode::RWXU).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        let error = make_folders(&base.join("file/x"), Mode::RWXU).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::NotADirectory);
    }
}
