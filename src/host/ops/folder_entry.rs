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
use std::os::unix::ffi::OsStrExt as _;
#[cfg(target_os = "linux")]
use std::path::PathBuf;
use std::path::{Component, Path};

use rustix::fs::{CWD, Mode, OFlags, openat};
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
    /// `entry` is absolute, and its folders are neither `..` nor symlinks. Its last name may be `.` or `..`, and
    /// slashes may follow it.
    pub fn open(entry: &'a Path) -> io::Result<Self> {
        let bytes = entry.as_os_str().as_bytes();
        let end = bytes
            .iter()
            .rposition(|it| *it != b'/')
            .map_or(0, |it| it + 1);
        let start = bytes[..end].iter().rposition(|it| *it == b'/');
        let (folders, name) = bytes.split_at(start.map_or(0, |it| it + 1));
        let mut folder = openat(CWD, "/", folder_flags(), Mode::empty())?;
        for name in Path::new(OsStr::from_bytes(folders)).components() {
            if let Component::Normal(name) = name {
                folder = openat(&folder, name, folder_flags(), Mode::empty())?;
            }
        }
        let name = match end {
            0 => OsStr::new("."),
            _ => OsStr::from_bytes(name),
        };
        Ok(Self { folder, name })
    }

    /// The name without slashes after it; `None` for `.` and `..`.
    pub fn plain_name(&self) -> Option<&'a OsStr> {
        let bytes = self.name.as_bytes();
        let end = bytes
            .iter()
            .rposition(|it| *it != b'/')
            .map_or(0, |it| it + 1);
        let name = &bytes[..end];
        (!matches!(name, b"." | b"..")).then(|| OsStr::from_bytes(name))
    }

    /// Opens the entry itself, also if it is a symlink.
    pub fn open_entry(&self, flags: OFlags, mode: Mode) -> io::Result<File> {
        // The kernel would follow a symlink with a slash after its name, and leave the folder.
        if self.name == ".." || self.name.as_bytes().contains(&b'/') {
            return Err(Errno::NOTDIR.into());
        }
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
        // The kernel would follow the link.
        fs::create_dir(base.join("deep")).unwrap();
        for path in ["link/", "deep/..", "deep/../"] {
            let path = base.join(path);
            assert!(FolderEntry::open(&path).unwrap().pin().is_err());
        }
    }
}
