//! Polls the source files of a project for changes; the loop of `lumi test --watch` is in
//! `test.rs`.

use std::collections::BTreeMap;
use std::fs::{self, Metadata};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Suffixes of source files.
const ENDINGS: &[&str] = &[
    "ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs", "json", "yaml", "yml",
];

/// The shortest time between two looks at the files.
const INTERVAL: Duration = Duration::from_millis(200);

/// The files at one moment.
#[derive(Clone, Debug, Default)]
pub struct WatchedSources {
    files: BTreeMap<PathBuf, Stamp>,
    /// How long it took to look at all files.
    duration: Duration,
}

/// The facts that differ after a change: the number of a file that took the place of another one, the change
/// time, which no program sets, in seconds and nanoseconds, and the size.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Stamp {
    inode: u64,
    changed: (i64, i64),
    size: u64,
}

impl Stamp {
    fn of(data: &Metadata) -> Self {
        Self {
            inode: data.ino(),
            changed: (data.ctime(), data.ctime_nsec()),
            size: data.len(),
        }
    }
}

impl WatchedSources {
    /// The current source files below a folder. Skips package folders, hidden folders and
    /// unreadable files. Links are not followed; one that leads elsewhere now has changed.
    pub fn of(folder: &Path) -> Self {
        let start = Instant::now();
        let mut found = Self::default();
        let mut folders = vec![folder.to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
                let name = entry.file_name();
                let name = name.to_string_lossy();
                let Ok(data) = entry.metadata() else {
                    continue;
                };
                if data.is_dir() && !name.starts_with('.') && name != "node_modules" {
                    folders.push(entry.path());
                } else if data.is_symlink() || data.is_file() && is_source(&entry.path()) {
                    found.files.insert(entry.path(), Stamp::of(&data));
                }
            }
        }
        found.duration = start.elapsed();
        found
    }

    /// The pause before the next look, so that the looks at many files take little of a processor.
    pub fn pause(&self) -> Duration {
        INTERVAL.max(self.duration * 10)
    }

    /// A file that differs, if any.
    pub fn difference<'a>(&'a self, now: &'a Self) -> Option<&'a Path> {
        let mut changed = now
            .files
            .iter()
            .filter(|(path, it)| self.files.get(*path) != Some(it));
        let mut gone = self.files.keys().filter(|it| !now.files.contains_key(*it));
        let changed = changed.next().map(|(path, _)| path);
        changed.or_else(|| gone.next()).map(PathBuf::as_path)
    }
}

fn is_source(path: &Path) -> bool {
    let ending = path.extension().and_then(|it| it.to_str());
    ending.is_some_and(|it| ENDINGS.contains(&it))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_of_sources_are_seen() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        write("sub/a.ts", "1");
        let look = || WatchedSources::of(folder.path());
        let before = look();
        write("out.txt", "1");
        write("node_modules/x/a.ts", "1");
        write(".lumi/a.ts", "1");
        assert_eq!(before.difference(&look()), None);
        write("sub/a.ts", "12");
        let changed = look();
        let path = folder.path().join("sub/a.ts");
        assert_eq!(before.difference(&changed), Some(&*path));
        fs::remove_file(&path).unwrap();
        assert_eq!(changed.difference(&look()), Some(&*path));
    }
    #[test]
    fn files_that_take_the_place_of_others_are_seen() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let look = || WatchedSources::of(folder.path());
        fs::write(path("a.ts"), "1").unwrap();
        std::os::unix::fs::symlink("one", path("link")).unwrap();
        let before = look();
        // As an editor saves: the same size, and a time that was set.
        let modified = fs::metadata(path("a.ts")).unwrap().modified().unwrap();
        fs::write(path("new"), "2").unwrap();
        let new = fs::File::options().write(true).open(path("new")).unwrap();
        new.set_modified(modified).unwrap();
        fs::rename(path("new"), path("a.ts")).unwrap();
        let saved = look();
        assert_eq!(before.difference(&saved), Some(&*path("a.ts")));
        fs::remove_file(path("link")).unwrap();
        std::os::unix::fs::symlink("two", path("link")).unwrap();
        assert_eq!(saved.difference(&look()), Some(&*path("link")));
        // A link to a folder around it is not followed.
        std::os::unix::fs::symlink("..", path("loop")).unwrap();
        assert_eq!(look().files.len(), 3);
    }
}
