//! The modules that this machine has, for all projects.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use data_encoding::HEXLOWER;

use super::module_error::ModuleError;
use crate::PackageHash;
use crate::install::StoredHashes;
use crate::readable::make_readable;

/// A folder with packages of modules, each in a folder that is named after the hash of its files. Beside each is a file
/// with the facts by which a change is noticed.
#[derive(Clone, Debug)]
pub struct ModuleStore {
    folder: PathBuf,
}

impl ModuleStore {
    /// The folder is made when it is needed.
    pub fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    fn place(&self, hash: &PackageHash) -> PathBuf {
        let (PackageHash::Files(digest) | PackageHash::Archive(digest)) = hash;
        self.folder.join(HEXLOWER.encode(digest))
    }

    /// The folder of a package; `None` if it is missing, or was changed since it was stored. Files that have not been
    /// written since are not read.
    pub fn find(&self, hash: &PackageHash) -> Option<PathBuf> {
        let place = self.place(hash);
        let stored = StoredHashes::read(&facts_of(&place)).filter(|_| place.is_dir())?;
        if stored.hashes.contains(hash) && stored.is_unchanged(&place) {
            return Some(place);
        }
        // A copy of the store has other times.
        if PackageHash::of_folder(&place).ok().as_ref() != Some(hash) {
            return None;
        }
        if let Ok(stamped) = StoredHashes::of([hash.clone()].into(), &place) {
            let _ = stamped.write(&facts_of(&place));
        }
        Some(place)
    }

    /// A new folder, to be filled and then stored.
    pub(super) fn new_folder(&self) -> Result<tempfile::TempDir, ModuleError> {
        let folder = fs::create_dir_all(&self.folder).and_then(|()| {
            tempfile::Builder::new()
                .prefix(".installing-")
                .tempdir_in(&self.folder)
        });
        folder.map_err(|error| unwritable(&self.folder, error))
    }

    /// Moves a filled folder to its place at once. What is there is replaced if it was changed; another process may have
    /// been faster, and its package is equally good.
    pub(super) fn add(
        &self,
        unpacked: tempfile::TempDir,
        hash: &PackageHash,
    ) -> Result<(), ModuleError> {
        if self.find(hash).is_some() {
            return Ok(());
        }
        let place = self.place(hash);
        let failed = |error| unwritable(&place, error);
        if place.is_dir() {
            fs::remove_dir_all(&place).map_err(failed)?;
        }
        make_readable(unpacked.path()).map_err(failed)?;
        let facts = StoredHashes::of([hash.clone()].into(), unpacked.path());
        facts
            .and_then(|it| it.write(&facts_of(&place)))
            .map_err(failed)?;
        match fs::rename(unpacked.path(), &place) {
            Ok(()) => {
                // The folder has gone to its place.
                let _ = unpacked.keep();
                Ok(())
            }
            Err(_) if self.find(hash).is_some() => Ok(()),
            Err(error) => Err(failed(error)),
        }
    }
}

fn facts_of(place: &Path) -> PathBuf {
    place.with_extension("json")
}

fn unwritable(place: &Path, error: io::Error) -> ModuleError {
    ModuleError::Unwritable {
        place: place.to_owned(),
        error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_module_is_not_found_and_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let store = ModuleStore::new(folder.path().join("modules"));
        let filled = || {
            let package = store.new_folder().unwrap();
            fs::write(package.path().join("main.tf"), "locals {}").unwrap();
            package
        };
        let package = filled();
        let hash = PackageHash::of_folder(package.path()).unwrap();
        assert_eq!(store.find(&hash), None);
        store.add(package, &hash).unwrap();
        let place = store.find(&hash).unwrap();
        store.add(filled(), &hash).unwrap();
        fs::write(place.join("main.tf"), "locals { a = 1 }").unwrap();
        assert_eq!(store.find(&hash), None);
        store.add(filled(), &hash).unwrap();
        assert_eq!(store.find(&hash), Some(place.clone()));
        fs::write(place.join("other.tf"), "").unwrap();
        assert_eq!(store.find(&hash), None);
        let rest = fs::read_dir(folder.path().join("modules")).unwrap();
        assert_eq!(rest.count(), 2, "a folder, and its facts");
    }
}
