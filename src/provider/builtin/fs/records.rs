//! What lumi made in a project folder, for all stacks that manage files there.
//!
//! Two facts outlive a run: which folders were made on the way to a file, and which resource manages
//! a file. Each fact is a small separate file in `.lumi/made`, named by a hash, so that runs of
//! several stacks do not write the same one. Records only help: one that cannot be written or read
//! is as good as none.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{PoisonError, RwLock};

use sha2::{Digest as _, Sha256};

use crate::content::hex;
use lumi_graph::Urn;

/// The records of one project.
pub(in crate::builtin) struct Records {
    folder: PathBuf,
    /// No folder is removed while a file is written into it.
    writing: RwLock<()>,
}

impl Records {
    /// `project` is the absolute path of its folder.
    pub(in crate::builtin) fn new(project: &Path) -> Self {
        Self {
            folder: project.join(".lumi").join("made"),
            writing: RwLock::default(),
        }
    }

    /// Makes a folder and those above it, then runs `write`, which puts something into it.
    pub(super) fn write_in<T, E: From<io::Error>>(
        &self,
        folder: &Path,
        write: impl FnOnce() -> Result<T, E>,
    ) -> Result<T, E> {
        let _writing = self.writing.read().unwrap_or_else(PoisonError::into_inner);
        let missing = folder.ancestors().take_while(|it| !it.exists());
        let missing: Vec<&Path> = missing.collect();
        fs::create_dir_all(folder)?;
        for made in missing {
            if let Some(identity) = identity(made) {
                self.put(made, &identity);
            }
        }
        write()
    }

    /// Removes a folder and those above it, as far as they were made here and are empty. Those that
    /// are gone are forgotten.
    pub(super) fn remove_empty(&self, folder: &Path) {
        let _alone = self.writing.write().unwrap_or_else(PoisonError::into_inner);
        for folder in folder.ancestors() {
            if !folder.exists() {
                self.forget(folder);
                continue;
            }
            let made = self.get(folder);
            if made.is_none() || made != identity(folder) || fs::remove_dir(folder).is_err() {
                return;
            }
            self.forget(folder);
        }
    }

    /// Remembers which resource manages a file.
    pub(super) fn manage(&self, file: &Path, urn: &Urn) {
        if self.manager(file).as_ref() != Some(urn) {
            self.put(file, urn.as_str());
        }
    }

    /// The resource that manages a file, as far as is known.
    pub(super) fn manager(&self, file: &Path) -> Option<Urn> {
        Urn::parse(&self.get(file)?).ok()
    }

    /// The resource does not manage the file any more.
    pub(super) fn release(&self, file: &Path, urn: &Urn) {
        if self.manager(file).as_ref() == Some(urn) {
            self.forget(file);
        }
    }

    fn place(&self, path: &Path) -> PathBuf {
        let hash = hex(Sha256::digest(path.as_os_str().as_encoded_bytes()));
        self.folder.join(&hash[..32])
    }

    fn get(&self, path: &Path) -> Option<String> {
        let text = fs::read_to_string(self.place(path)).ok()?;
        Some(text.trim_end().to_owned())
    }

    fn put(&self, path: &Path, fact: &str) {
        let _ = fs::create_dir_all(&self.folder);
        let _ = fs::write(self.place(path), format!("{fact}\n"));
    }

    /// The last record takes the folder of records with it.
    fn forget(&self, path: &Path) {
        let _ = fs::remove_file(self.place(path));
        if fs::remove_dir(&self.folder).is_ok()
            && let Some(lumi) = self.folder.parent()
        {
            let _ = fs::remove_dir(lumi);
        }
    }
}

/// What tells a folder from another one that was made at the same place later.
#[cfg(unix)]
fn identity(folder: &Path) -> Option<String> {
    use std::os::unix::fs::MetadataExt as _;
    let metadata = fs::symlink_metadata(folder).ok()?;
    metadata
        .is_dir()
        .then(|| format!("folder {} {}", metadata.dev(), metadata.ino()))
}

#[cfg(not(unix))]
fn identity(folder: &Path) -> Option<String> {
    folder.is_dir().then(|| "folder".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn urn(stack: &str) -> Urn {
        Urn::parse(&format!("urn:lumi:{stack}::web::index::std:fs:File::a")).unwrap()
    }

    fn write(records: &Records, file: &Path) {
        let written = records.write_in(file.parent().unwrap(), || fs::write(file, "x"));
        written.unwrap();
    }

    #[test]
    fn only_empty_folders_that_were_made_are_removed() {
        let project = tempfile::tempdir().unwrap();
        let at = |path: &str| project.path().join(path);
        fs::create_dir(at("kept")).unwrap();
        let records = Records::new(project.path());
        for file in ["kept/a/b/one", "kept/a/two", "three"] {
            write(&records, &at(file));
        }
        fs::remove_file(at("kept/a/b/one")).unwrap();
        records.remove_empty(&at("kept/a/b"));
        assert!(!at("kept/a/b").exists() && at("kept/a/two").exists());
        fs::remove_file(at("kept/a/two")).unwrap();
        // Another process goes on.
        Records::new(project.path()).remove_empty(&at("kept/a"));
        assert!(!at("kept/a").exists() && at("kept").exists());
        assert!(!at(".lumi").exists());
    }

    #[test]
    fn a_folder_that_was_made_again_from_outside_stays() {
        let project = tempfile::tempdir().unwrap();
        let folder = project.path().join("a");
        let records = Records::new(project.path());
        write(&records, &folder.join("f"));
        fs::rename(&folder, project.path().join("moved")).unwrap();
        fs::create_dir(&folder).unwrap();
        records.remove_empty(&folder);
        assert!(folder.exists());
    }

    #[test]
    fn a_file_has_one_manager() {
        let project = tempfile::tempdir().unwrap();
        let file = project.path().join("f");
        let records = Records::new(project.path());
        assert_eq!(records.manager(&file), None);
        records.manage(&file, &urn("dev"));
        records.release(&file, &urn("prod"));
        assert_eq!(records.manager(&file), Some(urn("dev")));
        records.release(&file, &urn("dev"));
        assert_eq!(records.manager(&file), None);
    }
}
