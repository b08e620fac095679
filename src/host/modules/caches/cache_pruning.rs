//! Removes entries of the module cache that no run has read for a month, and the oldest ones of a
//! shard that has grown too large.
//!
//! An entry's modification time is the day it was last read: see [`note_use`].

use std::fs::{self, File, Metadata};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Age after which an unread entry is removed.
const MAX_AGE: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// Maximum size in bytes of one of the 256 shards: together at most 1 GiB.
pub const MAX_SHARD_SIZE: u64 = 4 << 20;

struct CacheFile {
    path: PathBuf,
    used: SystemTime,
    size: u64,
}

/// Sets the modification time of an entry to now, at most once a day.
pub fn note_use(file: &File, facts: &Metadata) {
    let now = SystemTime::now();
    let is_recent = facts
        .modified()
        .is_ok_and(|it| now.duration_since(it).unwrap_or_default() < DAY);
    if !is_recent {
        // A read-only cache still serves its entries.
        let _ = file.set_modified(now);
    }
}

/// Removes the stale files of one shard. Errors are ignored: another run may prune the same shard.
pub fn prune(shard: &Path, now: SystemTime, max_size: u64) {
    let files = fs::read_dir(shard).into_iter().flatten().flatten();
    let files = files.filter_map(|it| {
        let metadata = it.metadata().ok()?;
        Some(CacheFile {
            path: it.path(),
            used: metadata.modified().ok()?,
            size: metadata.len(),
        })
    });
    for file in stale(files.collect(), now, max_size) {
        let _ = fs::remove_file(file);
    }
}

/// The files to remove, oldest first.
fn stale(mut files: Vec<CacheFile>, now: SystemTime, max_size: u64) -> Vec<PathBuf> {
    files.sort_by(|a, b| a.used.cmp(&b.used).then_with(|| a.path.cmp(&b.path)));
    let mut size: u64 = files.iter().map(|it| it.size).sum();
    let mut removed = Vec::new();
    for file in files {
        let age = now.duration_since(file.used).unwrap_or_default();
        // A temporary file of a run that is still writing is minutes old at most.
        let is_abandoned = age > DAY && file.path.extension().is_some_and(|it| it == "tmp");
        if age > MAX_AGE || is_abandoned || size > max_size {
            size -= file.size;
            removed.push(file.path);
        }
    }
    removed
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str, days: u32, size: u64) -> CacheFile {
        CacheFile {
            path: name.into(),
            used: SystemTime::UNIX_EPOCH + DAY * (100 - days),
            size,
        }
    }

    fn removed(files: Vec<CacheFile>) -> Vec<String> {
        let now = SystemTime::UNIX_EPOCH + DAY * 100;
        let removed = stale(files, now, MAX_SHARD_SIZE);
        removed.iter().map(|it| it.display().to_string()).collect()
    }

    #[test]
    fn files_unread_for_a_month_are_removed() {
        let files = vec![file("new", 0, 1), file("old", 31, 1), file("used", 29, 1)];
        assert_eq!(removed(files), ["old"]);
    }

    #[test]
    fn the_oldest_entries_of_a_large_shard_go() {
        let files = vec![
            file("b", 2, 3 << 20),
            file("a", 3, 3 << 20),
            file("c", 1, 1 << 20),
        ];
        assert_eq!(removed(files), ["a"]);
    }

    #[test]
    fn abandoned_temporary_files_go() {
        let files = vec![file("x.1.tmp", 2, 1), file("y.2.tmp", 0, 1)];
        assert_eq!(removed(files), ["x.1.tmp"]);
    }

    #[test]
    fn reading_an_entry_keeps_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("entry");
        fs::write(&path, "content").unwrap();
        let file = File::options().write(true).open(&path).unwrap();
        let long_ago = SystemTime::now() - 2 * MAX_AGE;
        file.set_modified(long_ago).unwrap();
        note_use(&file, &file.metadata().unwrap());
        prune(folder.path(), SystemTime::now(), MAX_SHARD_SIZE);
        assert!(path.exists());

        file.set_modified(long_ago).unwrap();
        prune(folder.path(), SystemTime::now(), MAX_SHARD_SIZE);
        assert!(!path.exists());
    }
}
