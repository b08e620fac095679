//! Records of what Lumi created in a project folder, for all its stacks.
//!
//! Two facts outlive a run: the folders that were created for a file, and the resource that manages
//! a file. Each fact is a small file in `.lumi/made`, named by a hash, so that runs of several
//! stacks never write to the same one. Records are best effort: one that cannot be read or written
//! is ignored.

use std::fs;
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use parking_lot::RwLock;

use super::place::real_place;
use super::written_files::rename_written;
use lumi_graph::{LUMI_FOLDER, Urn, sha256_hex};

/// The records of one project.
pub struct MadeFiles {
    folder: PathBuf,
    /// Prevents the removal of a folder while a file is written into it.
    writing: RwLock<()>,
}

impl MadeFiles {
    /// `project` is the absolute path of the project folder.
    pub fn new(project: &Path) -> Self {
        Self {
            folder: project.join(LUMI_FOLDER).join("made"),
            writing: RwLock::default(),
        }
    }

    /// Creates a folder and its parents, then runs `write`, which puts something into it.
    pub fn write_in<T, E: From<io::Error>>(
        &self,
        folder: &Path,
        write: impl FnOnce() -> Result<T, E>,
    ) -> Result<T, E> {
        let _writing = self.writing.read();
        let missing = folder.ancestors().take_while(|it| !it.exists());
        let missing: Vec<&Path> = missing.collect();
        for made in missing.into_iter().rev() {
            match fs::create_dir(made) {
                // Recorded at once, as the run may be killed.
                Ok(()) => {
                    if let Some(identity) = identity(made) {
                        self.put(made, &identity);
                    }
                }
                // Made by another run, which records it.
                Err(error) if error.kind() == ErrorKind::AlreadyExists && made.is_dir() => {}
                Err(error) => return Err(error.into()),
            }
        }
        write()
    }

    /// Removes a folder and its parents, as long as they were created here and are empty, and their
    /// records.
    pub fn remove_empty(&self, folder: &Path) {
        let _alone = self.writing.write();
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

    /// Records the resource that manages a file.
    pub fn manage(&self, file: &Path, urn: &Urn) {
        if self.manager(file).as_ref() != Some(urn) {
            self.put(file, urn.as_str());
        }
    }

    /// The resource that manages a file, if recorded.
    pub fn manager(&self, file: &Path) -> Option<Urn> {
        Urn::parse(&self.get(file)?).ok()
    }

    /// The resource that manages the file at a place without links, if recorded for that very place.
    pub fn manager_at(&self, place: &Path) -> Option<Urn> {
        if !self.are_inside() {
            return None;
        }
        let text = fs::read_to_string(self.named_after(place)).ok()?;
        Urn::parse(text.trim_end()).ok()
    }

    /// Removes the record that the resource manages a file.
    pub fn release(&self, file: &Path, urn: &Urn) {
        if self.manager(file).as_ref() == Some(urn) {
            self.forget(file);
        }
    }

    /// Changes the URNs of managers of files, where `renamed` has another one.
    fn rename_managers(&self, renamed: impl Fn(&Urn) -> Option<Urn>) {
        let Some(records) = self.are_inside().then(|| fs::read_dir(&self.folder)) else {
            return;
        };
        let records = records.into_iter().flatten().flatten().map(|it| it.path());
        for record in records.filter(|it| !it.is_symlink()) {
            if record.is_dir() {
                rename_written(&record, &renamed);
                continue;
            }
            let Ok(fact) = fs::read_to_string(&record) else {
                continue;
            };
            let urn = Urn::parse(fact.trim_end()).ok();
            if let Some(new) = urn.as_ref().and_then(&renamed) {
                let _ = fs::write(record, format!("{new}\n"));
            }
        }
    }

    /// Whether the records are in the project: a clone carries links.
    fn are_inside(&self) -> bool {
        let lumi = self.folder.parent().unwrap_or(&self.folder);
        let project = lumi.parent().unwrap_or(lumi);
        let is_inside = |it: &Path| match (it.canonicalize(), project.canonicalize()) {
            (Ok(real), Ok(project)) => real.starts_with(project),
            _ => false,
        };
        [lumi, &self.folder]
            .into_iter()
            .all(|it| !it.is_symlink() || is_inside(it))
    }

    fn place(&self, path: &Path) -> PathBuf {
        self.named_after(&real_place(path))
    }

    fn named_after(&self, path: &Path) -> PathBuf {
        let hash = sha256_hex(path.as_os_str().as_encoded_bytes());
        self.folder.join(&hash[..32])
    }

    fn get(&self, path: &Path) -> Option<String> {
        // Earlier versions named records after paths as they were written.
        let places = [self.place(path), self.named_after(path)];
        let text = places.iter().find_map(|it| fs::read_to_string(it).ok())?;
        Some(text.trim_end().to_owned())
    }

    fn put(&self, path: &Path, fact: &str) {
        if !self.are_inside() {
            return;
        }
        let _ = fs::create_dir_all(&self.folder);
        let place = self.place(path);
        // A link at the place of a record is replaced, not followed.
        let _ = fs::remove_file(&place);
        if let Ok(mut file) = fs::File::create_new(place) {
            let _ = file.write_all(format!("{fact}\n").as_bytes());
        }
    }

    /// Removes a record, and the folder with the last one.
    fn forget(&self, path: &Path) {
        if !self.are_inside() {
            return;
        }
        for place in [self.place(path), self.named_after(path)] {
            let _ = fs::remove_file(place);
        }
        self.remove_if_empty();
    }

    /// The folder of the records, which need not exist; `None` if it is outside of the project.
    pub fn folder(&self) -> Option<&Path> {
        self.are_inside().then_some(&*self.folder)
    }

    /// Removes the folder of records after the last one.
    pub fn remove_if_empty(&self) {
        if fs::remove_dir(&self.folder).is_ok()
            && let Some(lumi) = self.folder.parent()
        {
            let _ = fs::remove_dir(lumi);
        }
    }
}

/// Changes the URNs of resources in the records of a project folder, as its states do.
pub fn rename_managers_of_files(project: &Path, renamed: impl Fn(&Urn) -> Option<Urn>) {
    MadeFiles::new(project).rename_managers(renamed);
}

/// Distinguishes a folder from a later one at the same path.
fn identity(folder: &Path) -> Option<String> {
    use std::os::unix::fs::MetadataExt as _;
    let metadata = fs::symlink_metadata(folder).ok()?;
    metadata
        .is_dir()
        .then(|| format!("folder {} {}", metadata.dev(), metadata.ino()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn urn(stack: &str) -> Urn {
        Urn::parse(&format!("urn:lumi:{stack}::web::index::std:fs:File::a")).unwrap()
    }

    fn write(records: &MadeFiles, file: &Path) {
        let written = records.write_in(file.parent().unwrap(), || fs::write(file, "x"));
        written.unwrap();
    }

    #[test]
    fn only_empty_folders_that_were_made_are_removed() {
        let project = tempfile::tempdir().unwrap();
        let at = |path: &str| project.path().join(path);
        fs::create_dir(at("kept")).unwrap();
        let records = MadeFiles::new(project.path());
        for file in ["kept/a/b/one", "kept/a/two", "three"] {
            write(&records, &at(file));
        }
        fs::remove_file(at("kept/a/b/one")).unwrap();
        records.remove_empty(&at("kept/a/b"));
        assert!(!at("kept/a/b").exists() && at("kept/a/two").exists());
        fs::remove_file(at("kept/a/two")).unwrap();
        // As another process would.
        MadeFiles::new(project.path()).remove_empty(&at("kept/a"));
        assert!(!at("kept/a").exists() && at("kept").exists());
        assert!(!at(".lumi").exists());
    }

    #[test]
    fn a_folder_recreated_by_others_is_kept() {
        let project = tempfile::tempdir().unwrap();
        let folder = project.path().join("a");
        let records = MadeFiles::new(project.path());
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
        let records = MadeFiles::new(project.path());
        assert_eq!(records.manager(&file), None);
        records.manage(&file, &urn("dev"));
        records.release(&file, &urn("prod"));
        assert_eq!(records.manager(&file), Some(urn("dev")));
        records.release(&file, &urn("dev"));
        assert_eq!(records.manager(&file), None);
    }

    #[test]
    fn a_manager_gets_another_urn() {
        let project = tempfile::tempdir().unwrap();
        let at = |path: &str| project.path().join(path);
        let records = MadeFiles::new(project.path());
        write(&records, &at("folder/f"));
        records.manage(&at("folder/f"), &urn("dev"));
        records.manage(&at("g"), &urn("test"));
        let is_dev = |it: &Urn| it.stack() == "dev";
        rename_managers_of_files(project.path(), |it| is_dev(it).then(|| urn("prod")));
        assert_eq!(records.manager(&at("folder/f")), Some(urn("prod")));
        assert_eq!(records.manager(&at("g")), Some(urn("test")));
        fs::remove_file(at("folder/f")).unwrap();
        records.remove_empty(&at("folder"));
        assert!(!at("folder").exists());
    }

    #[test]
    fn a_path_over_a_link_is_the_same_file() {
        let project = tempfile::tempdir().unwrap();
        let at = |path: &str| project.path().join(path);
        fs::create_dir(at("real")).unwrap();
        std::os::unix::fs::symlink("real", at("link")).unwrap();
        let records = MadeFiles::new(project.path());
        records.manage(&at("real/f"), &urn("dev"));
        assert_eq!(records.manager(&at("link/f")), Some(urn("dev")));
        records.release(&at("link/f"), &urn("dev"));
        assert_eq!(records.manager(&at("real/f")), None);
    }
}
