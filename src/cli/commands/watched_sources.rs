//! Polls the source files of a project for changes; the loop of `lumi test --watch` is in
//! `test.rs`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Suffixes of source files.
const ENDINGS: &[&str] = &[
    "ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs", "json", "yaml", "yml",
];

/// Modification time and size of each file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WatchedSources(BTreeMap<PathBuf, (Option<SystemTime>, u64)>);

impl WatchedSources {
    /// The current source files below a folder. Skips package folders, hidden folders and
    /// unreadable files.
    pub fn of(folder: &Path) -> Self {
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
                } else if data.is_file() && is_source(&entry.path()) {
                    let stamp = (data.modified().ok(), data.len());
                    found.0.insert(entry.path(), stamp);
                }
            }
        }
        found
    }

    /// A file that differs, if any.
    pub fn difference<'a>(&'a self, now: &'a Self) -> Option<&'a Path> {
        let mut changed = now
            .0
            .iter()
            .filter(|(path, it)| self.0.get(*path) != Some(it));
        let mut gone = self.0.keys().filter(|it| !now.0.contains_key(*it));
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
}
