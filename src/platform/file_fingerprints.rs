//! Detects changes of the files in a folder.

use std::collections::BTreeMap;
use std::fs::Metadata;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// A fingerprint of each file in a folder, recursively.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileFingerprints(BTreeMap<PathBuf, Option<FileFingerprint>>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct FileFingerprint {
    modified: Option<SystemTime>,
    size: u64,
    inode: u64,
}

impl FileFingerprint {
    fn of(facts: &Metadata) -> Self {
        Self {
            modified: facts.modified().ok(),
            size: facts.len(),
            inode: std::os::unix::fs::MetadataExt::ino(facts),
        }
    }
}

impl FileFingerprints {
    /// Unreadable and vanishing files are left out.
    pub fn of(folder: &Path) -> Self {
        let mut fingerprints = Self::default();
        let mut pending = vec![folder.to_owned()];
        while let Some(folder) = pending.pop() {
            let Ok(entries) = folder.read_dir() else {
                continue;
            };
            for entry in entries.flatten() {
                match entry.file_type() {
                    Ok(kind) if kind.is_dir() => pending.push(entry.path()),
                    _ => fingerprints.add(entry.path()),
                }
            }
        }
        fingerprints
    }

    /// Adds a file outside the folder; a missing file is recorded, too.
    pub fn add(&mut self, path: PathBuf) {
        let facts: io::Result<Metadata> = std::fs::metadata(&path);
        let stamp = facts.ok().filter(|it| !it.is_dir());
        self.0.insert(path, stamp.as_ref().map(FileFingerprint::of));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_counts() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let look = || FileFingerprints::of(folder.path());
        std::fs::create_dir_all(path("a/b")).unwrap();
        std::fs::write(path("a/b/c"), "1").unwrap();
        let first = look();
        assert_eq!(first, look());
        std::fs::write(path("a/b/c"), "longer").unwrap();
        let second = look();
        assert_ne!(first, second);
        std::fs::write(path("a/d"), "").unwrap();
        let third = look();
        assert_ne!(second, third);
        std::fs::rename(path("a/d"), path("a/e")).unwrap();
        assert_ne!(third, look());
    }

    #[test]
    fn links_are_followed_to_files_only() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        std::fs::write(path("target"), "1").unwrap();
        std::fs::create_dir(path("in")).unwrap();
        std::os::unix::fs::symlink(path("target"), path("in/file")).unwrap();
        std::os::unix::fs::symlink(folder.path(), path("in/itself")).unwrap();
        let first = FileFingerprints::of(&path("in"));
        std::fs::write(path("target"), "longer").unwrap();
        assert_ne!(first, FileFingerprints::of(&path("in")));
    }

    #[test]
    fn files_of_other_folders_count_when_added() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("secrets.json");
        let look = || {
            let mut fingerprints = FileFingerprints::default();
            fingerprints.add(file.clone());
            fingerprints
        };
        let missing = look();
        std::fs::write(&file, "{}").unwrap();
        assert_ne!(missing, look());
    }
}
