//! Tracks which resource owns which file: in the state, in the records of the project, and in this run.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parking_lot::Mutex;

use lumi_graph::Urn;

use super::made_files::MadeFiles;
use super::place::{normal, place_name};
use super::stored_owners::StoredOwners;
use crate::builtin::claims::{ClaimConflict, Claims};
use crate::{ManagedObject, ManagedObjects};

/// The owners of files, for files and directories alike. When a resource is renamed, the new one
/// adopts the file before the old one is deleted, which must then not delete the file.
pub struct FileOwners {
    project: PathBuf,
    /// The resource that this run has made the owner of a file, by the real place of the file.
    urns: Mutex<HashMap<String, Urn>>,
    /// The claims of the program's resources.
    claims: Claims,
    /// The files that resources have taken over with an imported object.
    imported: Mutex<HashMap<Urn, Vec<PathBuf>>>,
    stored: StoredOwners,
    records: Arc<MadeFiles>,
}

impl FileOwners {
    /// `project` is the absolute path of the project folder.
    pub fn new(project: &Path, objects: ManagedObjects, records: Arc<MadeFiles>) -> Self {
        Self {
            project: project.to_owned(),
            urns: Mutex::default(),
            claims: Claims::default(),
            imported: Mutex::default(),
            stored: StoredOwners::new(objects),
            records,
        }
    }

    pub fn add(&self, file: &Path, urn: Urn) {
        self.urns.lock().insert(place_name(file), urn);
    }

    /// Claims files for a resource of the program, by paths relative to the project folder; returns
    /// the reason if they are taken.
    pub fn claim(&self, urn: &Urn, files: impl IntoIterator<Item = PathBuf>) -> Result<(), String> {
        let imported = self.imported.lock().get(urn).cloned().unwrap_or_default();
        let place = |file: PathBuf| place_name(&self.project.join(file));
        let places = files.into_iter().chain(imported).map(place);
        let claimed = self.claims.claim(urn, places);
        claimed.map_err(|ClaimConflict { place, owner }| self.taken(&place, &owner))
    }

    /// Fails if an imported object has files of other resources: what is imported may be deleted.
    pub fn check_import(&self, urn: &Urn, files: Vec<PathBuf>) -> Result<(), String> {
        let is_other = |it: &ManagedObject| it.urn != *urn;
        self.check_stored(&files, is_other)?;
        self.imported.lock().insert(urn.clone(), files);
        self.claim(urn, [])
    }

    /// Fails if another resource certainly keeps one of the files that a resource would get, or if a
    /// resource of another stack manages one.
    pub fn check_free(&self, urn: &Urn, files: &[PathBuf]) -> Result<(), String> {
        self.check_stored(files, |it| it.stays && it.urn != *urn)?;
        self.check_other_stacks(urn, files)
    }

    /// Fails if a resource of another stack manages one of the files.
    pub fn check_other_stacks(&self, urn: &Urn, files: &[PathBuf]) -> Result<(), String> {
        let stack = |it: &Urn| (it.project().to_owned(), it.stack().to_owned());
        let this = stack(urn);
        files.iter().try_for_each(|file| {
            let full = self.project.join(file);
            match self.records.manager(&full) {
                Some(other) if stack(&other) != this && full.exists() => {
                    Err(managed_elsewhere(&file.to_string_lossy(), &other))
                }
                _ => Ok(()),
            }
        })
    }

    /// Whether another resource has taken over a file that the object `id` of a resource would
    /// delete, or owns it, too.
    pub fn is_taken_over(&self, file: &Path, urn: &Urn, id: &str) -> bool {
        // The state may have the object under an earlier name of the resource.
        let is_other = |it: &ManagedObject| {
            it.urn != *urn
                && (it.urn.resource_type() != urn.resource_type() || normal(&it.id) != normal(id))
        };
        let maker = self.urns.lock().get(&place_name(file)).cloned();
        maker.is_some_and(|it| it != *urn)
            || self.stored.find(&self.project, file, is_other).is_some()
    }

    /// Records that an object no longer owns its files.
    pub fn note_deleted(&self, urn: &Urn, id: &str) {
        self.stored.note_deleted(urn, id);
    }

    fn check_stored(
        &self,
        files: &[PathBuf],
        is_other: impl Fn(&ManagedObject) -> bool,
    ) -> Result<(), String> {
        files.iter().try_for_each(|file| {
            let full = self.project.join(file);
            match self.stored.find(&self.project, &full, &is_other) {
                Some(owner) => Err(self.taken(&place_name(&full), &owner)),
                None => Ok(()),
            }
        })
    }

    fn taken(&self, place: &str, owner: &Urn) -> String {
        let (class, name) = (owner.resource_type(), owner.name());
        let project = place_name(&self.project.join("file"));
        let project = Path::new(&project).parent().unwrap_or(Path::new(""));
        let place = Path::new(place);
        let place = place.strip_prefix(project).unwrap_or(place);
        format!(
            "{place:?} already belongs to {class} {name:?}, and a file can belong to one resource \
             only; give one of them another path"
        )
    }
}

fn managed_elsewhere(path: &str, other: &Urn) -> String {
    let (name, project, stack) = (other.name(), other.project(), other.stack());
    format!(
        "{path:?} is managed by {name:?} of the stack `{stack}` of `{project}`, and a file can be \
         managed by one resource only; give each stack its own path, for example with getStack(), \
         or, if that stack no longer has it, run `lumi import std:fs:File NAME {path}`"
    )
}
