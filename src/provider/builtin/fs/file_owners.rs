//! Tracks which resource has created which file in this run.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use parking_lot::Mutex;

use lumi_graph::Urn;

use super::place::real_place;
use crate::builtin::claims::{Claims, Clash};

/// The owners of files, for files and directories alike. When a resource is renamed, the new one
/// adopts the file before the old one is deleted, which must then not delete the file.
#[derive(Default)]
pub(in crate::builtin) struct FileOwners {
    urns: Mutex<HashMap<PathBuf, Urn>>,
    /// The claims of the program's resources.
    claims: Claims,
}

impl FileOwners {
    pub(super) fn add(&self, file: PathBuf, urn: Urn) {
        self.urns.lock().insert(file, urn);
    }

    /// Claims files for a resource of the program, by paths relative to the project folder; returns
    /// the reason if they are taken.
    pub(super) fn claim(
        &self,
        urn: &Urn,
        project: &Path,
        files: impl IntoIterator<Item = PathBuf>,
    ) -> Result<(), String> {
        let place = |file: PathBuf| text(real_place(&project.join(file)));
        let claimed = self.claims.claim(urn, files.into_iter().map(place));
        claimed.map_err(|Clash { place, owner }| {
            let (class, name) = (owner.resource_type(), owner.name());
            let project = real_place(&project.join("file"));
            let project = project.parent().unwrap_or(Path::new(""));
            let place = Path::new(&place);
            let place = place.strip_prefix(project).unwrap_or(place);
            format!(
                "{place:?} belongs to {class} {name:?} already, and a file can be of one resource \
                 only; give one of them another path"
            )
        })
    }

    /// Whether another resource has taken over a file that is to be deleted.
    pub(super) fn is_taken_over(&self, file: &Path, urn: &Urn) -> bool {
        self.urns.lock().get(file).is_some_and(|maker| maker != urn)
    }
}

fn text(path: PathBuf) -> String {
    path.to_string_lossy().into_owned()
}
