//! Which resource has made what, in this run.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use lumi_graph::Urn;

use super::place::normal;
use crate::builtin::claims::{Claims, Clash};

/// Remembers who made a file, for files and directories alike. When a resource is renamed, the new
/// one adopts what is there before the old one is deleted, which must not take it away again.
#[derive(Default)]
pub(in crate::builtin) struct FileOwners {
    urns: Mutex<HashMap<PathBuf, Urn>>,
    /// What the resources of the program want.
    claims: Claims,
}

impl FileOwners {
    pub(super) fn add(&self, file: PathBuf, urn: Urn) {
        self.urns().insert(file, urn);
    }

    /// Claims files for a resource of the program, by paths that start from the project folder;
    /// answers why they are not to be had.
    pub(super) fn claim(
        &self,
        urn: &Urn,
        project: &Path,
        files: impl IntoIterator<Item = PathBuf>,
    ) -> Result<(), String> {
        let place = |file: PathBuf| normal(&project.join(file).to_string_lossy());
        let claimed = self.claims.claim(urn, files.into_iter().map(place));
        claimed.map_err(|Clash { place, owner }| {
            let (class, name) = (owner.resource_type(), owner.name());
            let place = Path::new(&place);
            let place = place.strip_prefix(project).unwrap_or(place);
            format!(
                "{place:?} belongs to {class} {name:?} already, and a file can be of one resource \
                 only; give one of them another path"
            )
        })
    }

    /// Tells whether another resource has taken over a file that is to be deleted.
    pub(super) fn is_taken_over(&self, file: &Path, urn: &Urn) -> bool {
        self.urns().get(file).is_some_and(|maker| maker != urn)
    }

    fn urns(&self) -> MutexGuard<'_, HashMap<PathBuf, Urn>> {
        self.urns.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
