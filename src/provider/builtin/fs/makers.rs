//! Which resource has made what, in this run.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::graph::Urn;

/// Remembers who made a file or folder. When a resource is renamed, the new one adopts what is
/// there before the old one is deleted, which must not take it away again.
#[derive(Default)]
pub(super) struct Makers {
    urns: Mutex<HashMap<PathBuf, Urn>>,
}

impl Makers {
    pub(super) fn add(&self, path: PathBuf, urn: Urn) {
        self.urns().insert(path, urn);
    }

    /// Tells whether another resource has taken over what is to be deleted.
    pub(super) fn is_taken_over(&self, path: &Path, urn: &Urn) -> bool {
        self.urns().get(path).is_some_and(|maker| maker != urn)
    }

    fn urns(&self) -> MutexGuard<'_, HashMap<PathBuf, Urn>> {
        self.urns.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
