//! Real paths of modules. Programs import many files of few folders, and each folder is looked up once.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};

use parking_lot::Mutex;

use super::path_lookup::real_path;

/// The real paths of folders that were there when one of their files was first asked for. A folder may have
/// become a link since, so what is read by such a path is opened without following links
/// (`modules/source.rs`).
#[derive(Debug, Default)]
pub struct RealFolders(Mutex<HashMap<PathBuf, PathBuf>>);

impl RealFolders {
    /// As [`real_path`]: a path that does not exist has one, too.
    pub fn real_path(&self, path: &Path) -> io::Result<PathBuf> {
        let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else {
            return real_path(path);
        };
        let entry = self.real_folder(folder)?.join(name);
        match entry.symlink_metadata() {
            Ok(facts) if facts.is_symlink() => real_path(&entry),
            _ => Ok(entry),
        }
    }

    /// The real path of a folder, and in it the entry itself, which may be a link.
    pub fn real_entry(&self, path: &Path) -> io::Result<PathBuf> {
        let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else {
            return real_path(path);
        };
        Ok(self.real_folder(folder)?.join(name))
    }

    fn real_folder(&self, folder: &Path) -> io::Result<PathBuf> {
        if let Some(known) = self.0.lock().get(folder) {
            return Ok(known.clone());
        }
        // Of folders in a folder that is known, the last name alone is looked up.
        let real = self.real_path(folder)?;
        if real.is_dir() {
            self.0.lock().insert(folder.to_owned(), real.clone());
        }
        Ok(real)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn folders_that_are_links_and_links_in_folders_are_followed() {
        let folder = tempfile::tempdir().unwrap();
        let base = folder.path().canonicalize().unwrap();
        fs::create_dir(base.join("real")).unwrap();
        fs::write(base.join("real/file"), "").unwrap();
        symlink("real", base.join("link")).unwrap();
        symlink("real/file", base.join("to_file")).unwrap();
        symlink("nowhere", base.join("dangling")).unwrap();
        let folders = RealFolders::default();
        let real_path = |path: &str| folders.real_path(&base.join(path)).ok();
        for _ in 0..2 {
            assert_eq!(real_path("link/file"), Some(base.join("real/file")));
            assert_eq!(real_path("link/../to_file"), Some(base.join("real/file")));
            assert_eq!(real_path("link"), Some(base.join("real")));
            assert_eq!(
                folders.real_entry(&base.join("link")).ok(),
                Some(base.join("link"))
            );
            assert_eq!(real_path("dangling"), Some(base.join("nowhere")));
            assert_eq!(real_path("missing/file"), Some(base.join("missing/file")));
        }
        fs::create_dir_all(base.join("other/deep")).unwrap();
        symlink("other", base.join("missing")).unwrap();
        symlink("other/deep", base.join("real/deep")).unwrap();
        assert_eq!(
            real_path("missing/deep/file"),
            Some(base.join("other/deep/file"))
        );
        assert_eq!(
            real_path("missing/deep/../file"),
            Some(base.join("other/file"))
        );
        let nowhere = Some(base.join("real/other/deep/file"));
        assert_eq!(
            real_path("real/deep/file"),
            nowhere,
            "a link that leads nowhere"
        );
        assert_eq!(real_path("missing/file"), Some(base.join("other/file")));
    }
}
