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

use rustix::fs::{AtFlags, CWD, FileType, Mode, OFlags, openat, statat};
use rustix::io::Errno;

/// Opens without access to the content.
#[cfg(target_os = "linux")]
const WITHOUT_CONTENT: OFlags = OFlags::PATH;
#[cfg(not(target_os = "linux"))]
const WITHOUT_CONTENT: OFlags = OFlags::RDONLY;

/// An opened folder and the name of an entry in it, which need not exist.
pub struct FolderEntry<'a> {
    pub folder: OwnedFd,
    /// `.` for the root. Never with slashes: systems other than Linux follow a symlink for `link/`, also where a name is
    /// made, removed or replaced.
    pub name: &'a OsStr,
    /// Whether slashes follow the name, which say that a folder is meant.
    is_folder_meant: bool,
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
        let folders = &bytes[..start.map_or(0, |it| it + 1)];
        let mut folder = openat(CWD, "/", folder_flags(), Mode::empty())?;
        for name in Path::new(OsStr::from_bytes(folders)).components() {
            if let Component::Normal(name) = name {
                folder = openat(&folder, name, folder_flags(), Mode::empty())?;
            }
        }
        let name = match end {
            0 => OsStr::new("."),
            end => OsStr::from_bytes(&bytes[folders.len()..end]),
        };
        Ok(Self {
            folder,
            name,
            is_folder_meant: end != bytes.len(),
        })
    }

    /// Whether the name is `.` or `..`.
    pub fn is_special(&self) -> bool {
        matches!(self.name.as_bytes(), b"." | b"..")
    }

    /// The name of an entry that is there, as Linux finds it: slashes may follow only that of a folder itself.
    pub fn existing_name(&self) -> io::Result<&'a OsStr> {
        match !self.is_folder_meant || self.is_folder()? {
            true => Ok(self.name),
            false => Err(Errno::NOTDIR.into()),
        }
    }

    /// The name of a new entry that is not a folder. Slashes after it are an error.
    pub fn made_name(&self) -> io::Result<&'a OsStr> {
        if !self.is_folder_meant {
            return Ok(self.name);
        }
        let error = self.is_folder().map_or(Errno::NOENT, |_| Errno::EXIST);
        Err(error.into())
    }

    /// The name that an entry gets, as Linux finds it: slashes may follow only if the entry is a folder.
    pub fn replaced_name(&self, entry: &FolderEntry<'_>) -> io::Result<&'a OsStr> {
        match !self.is_folder_meant || entry.is_folder()? {
            true => Ok(self.name),
            false => Err(Errno::NOTDIR.into()),
        }
    }

    fn is_folder(&self) -> Result<bool, Errno> {
        let found = statat(&self.folder, self.name, AtFlags::SYMLINK_NOFOLLOW)?;
        Ok(FileType::from_raw_mode(found.st_mode) == FileType::Directory)
    }

    /// Opens the entry itself, also if it is a symlink.
    pub fn open_entry(&self, flags: OFlags, mode: Mode) -> io::Result<File> {
        // A symlink with a slash after its name means its target, which was not checked.
        if self.name == ".." || self.is_folder_meant {
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
        // A kernel would follow the link.
        fs::create_dir(base.join("deep")).unwrap();
        for path in ["link/", "deep/..", "deep/../"] {
            let path = base.join(path);
            assert!(FolderEntry::open(&path).unwrap().pin().is_err());
        }
    }

    /// A kernel that meets `link/` follows the link, also where the entry itself is removed.
    #[test]
    fn names_have_no_slashes_and_those_of_links_are_refused_with_them() {
        let folder = tempfile::tempdir().unwrap();
        let base = folder.path().canonicalize().unwrap();
        fs::create_dir(base.join("folder")).unwrap();
        fs::write(base.join("file"), "").unwrap();
        symlink("folder", base.join("link")).unwrap();
        let path = |name: &str| base.join(name);
        fn code(found: io::Result<&OsStr>) -> Result<&OsStr, i32> {
            found.map_err(|it| it.raw_os_error().unwrap())
        }
        let paths = [
            "folder//", "folder", "link/", "link", "file/", "none/", "./", "..",
        ]
        .map(path);
        let entries: Vec<FolderEntry<'_>> = paths
            .iter()
            .map(|it| FolderEntry::open(it).unwrap())
            .collect();
        assert!(entries.iter().all(|it| !it.name.as_bytes().contains(&b'/')));
        let existing: Vec<_> = entries.iter().map(|it| code(it.existing_name())).collect();
        let named = |name: &'static str| Ok(OsStr::new(name));
        assert_eq!(
            existing,
            [
                named("folder"),
                named("folder"),
                Err(libc::ENOTDIR),
                named("link"),
                Err(libc::ENOTDIR),
                Err(libc::ENOENT),
                named("."),
                named(".."),
            ]
        );
        assert_eq!(code(entries[5].made_name()), Err(libc::ENOENT));
        assert_eq!(code(entries[2].made_name()), Err(libc::EEXIST));
        assert_eq!(code(entries[5].replaced_name(&entries[0])), named("none"));
        assert_eq!(
            code(entries[5].replaced_name(&entries[3])),
            Err(libc::ENOTDIR)
        );
    }
}
