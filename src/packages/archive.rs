//! Unpacks archives of packages: `.zip`.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read, Seek};
use std::path::{Component, Path, PathBuf};

use sha2::{Digest as _, Sha256};
use thiserror::Error;
use zip::ZipArchive;

use crate::PackageHash;

/// Why an archive cannot be unpacked.
#[derive(Debug, Error)]
pub enum ArchiveError {
    #[error("it is not an archive, or not a whole one: {0}")]
    NotAnArchive(String),
    #[error("its member `{0}` leads out of its folder")]
    LeadsOut(String),
    #[error("the name of its member {0:?} has a control character, which no file of a package has")]
    ControlCharacter(String),
    #[error(
        "the name of its member `{beginning}…` has {bytes} bytes and is {levels} folders deep, which is too much for a package"
    )]
    LongName {
        beginning: String,
        bytes: usize,
        levels: usize,
    },
    #[error("its member `{0}` is a link, and packages have files only")]
    Link(String),
    #[error("it has {files} files of {bytes} bytes, which is more than a package can have")]
    TooLarge { files: usize, bytes: u64 },
    #[error("its member `{member}` cannot be unpacked: {reason}")]
    Member { member: String, reason: String },
    #[error("it has no executable `{0}` at its top")]
    NoExecutable(String),
}

/// Limits of what an archive becomes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ArchiveLimit {
    pub bytes: u64,
    pub files: usize,
}

impl ArchiveLimit {
    /// The largest providers have 1 GB in a few files.
    pub const PACKAGE: Self = Self {
        bytes: 8 << 30,
        files: 100_000,
    };

    /// Modules are texts.
    pub const MODULE: Self = Self {
        bytes: 1 << 30,
        files: 50_000,
    };
}

impl ArchiveError {
    pub(crate) fn unreadable(error: io::Error) -> Self {
        Self::NotAnArchive(error.to_string())
    }
}

/// Unpacks an archive into an empty folder, and returns the hash of its files. The files get the modes that
/// the archive has for them, and may be read by their owner.
pub(crate) fn unpack(
    archive: impl Read + Seek,
    folder: &Path,
    limit: ArchiveLimit,
) -> Result<PackageHash, ArchiveError> {
    let broken = |error: &dyn std::error::Error| ArchiveError::NotAnArchive(error.to_string());
    let mut archive = ZipArchive::new(archive).map_err(|error| broken(&error))?;
    check_size(&mut archive, limit)?;
    let mut files = BTreeMap::new();
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).map_err(|error| broken(&error))?;
        let name = entry.name().map_err(|error| broken(&error))?.into_owned();
        let below = path_below(&name)?;
        let place = folder.join(below);
        let result = if entry.is_dir() {
            fs::create_dir_all(&place)
        } else if entry.is_symlink() {
            return Err(ArchiveError::Link(name));
        } else {
            let mode = entry.unix_mode();
            let mut hashed = HashingReader::new(&mut entry);
            let written = write_file(&place, mode, &mut hashed);
            files.insert(name.clone(), hashed.digest());
            written
        };
        result.map_err(|error| ArchiveError::Member {
            member: name,
            reason: error.to_string(),
        })?;
    }
    Ok(PackageHash::of_files(&files))
}

/// Hashes what is read through it.
pub(crate) struct HashingReader<'a, R> {
    inner: &'a mut R,
    hash: Sha256,
}

impl<'a, R: Read> HashingReader<'a, R> {
    pub(crate) fn new(inner: &'a mut R) -> Self {
        Self {
            inner,
            hash: Sha256::new(),
        }
    }

    pub(crate) fn digest(self) -> [u8; 32] {
        self.hash.finalize().into()
    }
}

impl<R: Read> Read for HashingReader<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.hash.update(&buffer[..read]);
        Ok(read)
    }
}

/// The sizes that the archive declares are limits while its members are read.
fn check_size(
    archive: &mut ZipArchive<impl Read + Seek>,
    limit: ArchiveLimit,
) -> Result<(), ArchiveError> {
    let files = archive.len();
    let mut bytes = 0_u64;
    for index in 0..files.min(limit.files) {
        let entry = archive.by_index_raw(index);
        let entry = entry.map_err(|error| ArchiveError::NotAnArchive(error.to_string()))?;
        bytes = bytes.saturating_add(entry.size());
    }
    match files > limit.files || bytes > limit.bytes {
        true => Err(ArchiveError::TooLarge { files, bytes }),
        false => Ok(()),
    }
}

/// The longest name of a member, in bytes, and the most folders that it may be in: each level of a path takes stack where
/// folders are made, hashed and removed.
const MAX_NAME: usize = 2048;
const MAX_LEVELS: usize = 128;

/// A relative path without `..`.
pub(crate) fn path_below(name: &str) -> Result<PathBuf, ArchiveError> {
    let path = Path::new(name);
    let levels = path.components().count();
    if name.len() > MAX_NAME || levels > MAX_LEVELS {
        return Err(ArchiveError::LongName {
            beginning: name.chars().take(40).collect(),
            bytes: name.len(),
            levels,
        });
    }
    // Hashes are made of a text with a line for each file.
    if name.contains(char::is_control) {
        return Err(ArchiveError::ControlCharacter(name.to_owned()));
    }
    // Archives made on Windows may have backslashes, which are separators there.
    let is_plain = !name.contains(['\\', ':']);
    let mut below = path.components();
    match is_plain && below.all(|it| matches!(it, Component::Normal(_) | Component::CurDir)) {
        true => Ok(path.to_owned()),
        false => Err(ArchiveError::LeadsOut(name.to_owned())),
    }
}

pub(crate) fn write_file(
    place: &Path,
    mode: Option<u32>,
    content: &mut impl Read,
) -> io::Result<()> {
    if let Some(folder) = place.parent() {
        fs::create_dir_all(folder)?;
    }
    // A second member with the path of the first is an error.
    let mut file = File::create_new(place)?;
    io::copy(content, &mut file)?;
    set_mode(&file, mode)
}

#[cfg(unix)]
fn set_mode(file: &File, mode: Option<u32>) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    // Without set-user-id and its like; others may write nothing.
    let mode = mode.unwrap_or(0o644) & 0o755 | 0o600;
    file.set_permissions(fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn set_mode(_file: &File, _mode: Option<u32>) -> io::Result<()> {
    Ok(())
}

/// The executable at the top of an unpacked package: the first file called `name`, followed by the end of the
/// name, `_` or `.`.
pub fn provider_executable(folder: &Path, name: &str) -> Result<PathBuf, ArchiveError> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries
        .filter(|it| it.path().is_file())
        .filter_map(|it| it.file_name().into_string().ok())
        .filter(|it| {
            let rest = it.strip_prefix(name);
            rest.is_some_and(|it| it.is_empty() || it.starts_with(['_', '.']))
        })
        .collect();
    names.sort();
    let first = names
        .first()
        .ok_or_else(|| ArchiveError::NoExecutable(name.to_owned()))?;
    Ok(folder.join(first))
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;
    use std::os::unix::fs::PermissionsExt as _;

    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use super::*;

    fn unpack_file(archive: &Path, folder: &Path) -> Result<PackageHash, ArchiveError> {
        unpack(File::open(archive).unwrap(), folder, ArchiveLimit::PACKAGE)
    }

    fn unpacked(members: &[(&str, u32)]) -> Result<tempfile::TempDir, String> {
        let place = tempfile::tempdir().unwrap();
        let archive = place.path().join("a.zip");
        let mut writer = ZipWriter::new(File::create(&archive).unwrap());
        for (name, mode) in members {
            let options = SimpleFileOptions::default().unix_permissions(*mode);
            if mode & 0o170_000 == 0o120_000 {
                writer.add_symlink(*name, "/etc/passwd", options).unwrap();
                continue;
            }
            writer.start_file(*name, options).unwrap();
            writer.write_all(name.as_bytes()).unwrap();
        }
        writer.finish().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let result = unpack_file(&archive, folder.path());
        result.map(|_| folder).map_err(|error| error.to_string())
    }

    #[test]
    fn files_keep_their_modes_but_for_dangerous_bits() {
        let folder =
            unpacked(&[("terraform-provider-a_v1", 0o4777), ("docs/a.md", 0o444)]).unwrap();
        let mode = |name: &str| {
            let metadata = fs::metadata(folder.path().join(name)).unwrap();
            metadata.permissions().mode() & 0o7777
        };
        assert_eq!(mode("terraform-provider-a_v1"), 0o755);
        assert_eq!(mode("docs/a.md"), 0o644);
        let executable = provider_executable(folder.path(), "terraform-provider-a").unwrap();
        assert_eq!(executable, folder.path().join("terraform-provider-a_v1"));
        let missing = provider_executable(folder.path(), "terraform-provider-ab").unwrap_err();
        assert_eq!(
            missing.to_string(),
            "it has no executable `terraform-provider-ab` at its top"
        );
    }

    #[test]
    fn members_stay_in_the_folder() {
        for name in ["../a", "a/../../b", "/etc/a", "..\\a", "c:/a"] {
            let message = unpacked(&[(name, 0o644)]).unwrap_err();
            assert_eq!(
                message,
                format!("its member `{name}` leads out of its folder")
            );
        }
        let message = unpacked(&[("link", 0o120_777)]).unwrap_err();
        assert_eq!(
            message,
            "its member `link` is a link, and packages have files only"
        );
    }

    /// Thousands of folders in each other overflow the stack of what makes, hashes or removes them.
    #[test]
    fn names_are_neither_deep_nor_long() {
        for name in ["d/".repeat(2_000) + "x", "n".repeat(3_000)] {
            let message = unpacked(&[(&name, 0o644)]).unwrap_err();
            assert!(
                message.ends_with("which is too much for a package"),
                "{message}"
            );
            assert!(message.len() < 200, "{message}");
        }
        unpacked(&[(&("d/".repeat(100) + "x"), 0o644)]).unwrap();
    }

    /// Two packages would have one hash, as it is made of a text with a line for each file.
    #[test]
    fn names_have_no_control_characters() {
        for name in ["a\nb", "a\rb", "a\u{1b}[31m", "a\u{7f}", "a\u{85}"] {
            let message = unpacked(&[(name, 0o644)]).unwrap_err();
            assert!(message.contains("has a control character"), "{message}");
            assert!(!message.contains(char::is_control), "{message}");
        }
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a\nb"), "").unwrap();
        assert!(PackageHash::of_folder(folder.path()).is_err());
    }

    #[test]
    fn half_an_archive_is_none() {
        let place = tempfile::tempdir().unwrap();
        let archive = place.path().join("a.zip");
        let mut writer = ZipWriter::new(File::create(&archive).unwrap());
        writer
            .start_file("a", SimpleFileOptions::default())
            .unwrap();
        writer.write_all(&[7; 10_000]).unwrap();
        writer.finish().unwrap();
        let whole = fs::read(&archive).unwrap();
        for length in [0, 1, whole.len() / 2, whole.len() - 1] {
            fs::write(&archive, &whole[..length]).unwrap();
            let folder = tempfile::tempdir().unwrap();
            let error = unpack_file(&archive, folder.path()).unwrap_err();
            assert!(matches!(error, ArchiveError::NotAnArchive(_)), "{error}");
        }
    }

    /// An archive with one member of 4,000 bytes, of which both headers say another size.
    fn with_declared_size(size: u32) -> Vec<u8> {
        let mut bytes = io::Cursor::new(Vec::new());
        let mut writer = ZipWriter::new(&mut bytes);
        let options =
            SimpleFileOptions::default().compression_method(zip::CompressionMethod::Deflated);
        writer.start_file("a", options).unwrap();
        writer.write_all(&[0; 4_000]).unwrap();
        writer.finish().unwrap();
        let mut bytes = bytes.into_inner();
        let declared = 4_000_u32.to_le_bytes();
        let places: Vec<usize> = (0..bytes.len() - 3)
            .filter(|&at| bytes[at..at + 4] == declared)
            .collect();
        assert_eq!(places.len(), 2);
        for at in places {
            bytes[at..at + 4].copy_from_slice(&size.to_le_bytes());
        }
        bytes
    }

    #[test]
    fn the_unpacked_size_of_an_archive_is_limited() {
        let limit = ArchiveLimit {
            bytes: 3_999,
            files: 2,
        };
        for (declared, written) in [(4_000, 0), (10, 10)] {
            let folder = tempfile::tempdir().unwrap();
            let archive = io::Cursor::new(with_declared_size(declared));
            let error = unpack(archive, folder.path(), limit).unwrap_err();
            assert_eq!(
                matches!(error, ArchiveError::TooLarge { .. }),
                declared == 4_000,
                "{error}"
            );
            let size = fs::metadata(folder.path().join("a")).map_or(0, |it| it.len());
            assert!(size <= written, "{size}");
        }
        let folder = tempfile::tempdir().unwrap();
        let archive = io::Cursor::new(with_declared_size(4_000));
        let limit = ArchiveLimit {
            bytes: 4_000,
            ..limit
        };
        assert!(unpack(archive, folder.path(), limit).is_ok());
    }
}
