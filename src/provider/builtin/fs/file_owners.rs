//! Which resource has made what, in this run.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use lumi_graph::Urn;

/// Remembers who made a file, for files and directories alike. When a resource is renamed, the new
/// one adopts what is there before the old one is deleted, which must not take it away again.
#[derive(Default)]
pub(in crate::builtin) struct FileOwners {
    urns: Mutex<HashMap<PathBuf, Urn>>,
}

impl FileOwners {
    pub(super) fn add(&self, file: PathBuf, urn: Urn) {
        self.urns().insert(file, urn);
    }

    /// Tells whether another resource has taken over a file that is to be deleted.
    pub(super) fn is_taken_over(&self, file: &Path, urn: &Urn) -> bool {
        self.urns().get(file).is_some_and(|maker| maker != urn)
    }

    fn urns(&self) -> MutexGuard<'_, HashMap<PathBuf, Urn>> {
        self.urns.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
