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
    /// What a preview would make.
    planned: Mutex<HashMap<PathBuf, Urn>>,
}

impl FileOwners {
    pub(super) fn add(&self, file: PathBuf, urn: Urn) {
        self.urns().insert(file, urn);
    }

    /// Notes that a preview would make a file; answers the other resource that would make it, too.
    pub(super) fn plan(&self, file: PathBuf, urn: &Urn) -> Option<Urn> {
        let mut planned = self.planned.lock().unwrap_or_else(PoisonError::into_inner);
        let first = planned.entry(file).or_insert_with(|| urn.clone());
        (first != urn).then(|| first.clone())
    }

    /// Tells whether another resource has taken over a file that is to be deleted.
    pub(super) fn is_taken_over(&self, file: &Path, urn: &Urn) -> bool {
        self.urns().get(file).is_some_and(|maker| maker != urn)
    }

    fn urns(&self) -> MutexGuard<'_, HashMap<PathBuf, Urn>> {
        self.urns.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_planned_once() {
        let urn = |name: &str| {
            Urn::parse(&format!("urn:lumi:dev::web::index::std:fs:File::{name}")).unwrap()
        };
        let file_owners = FileOwners::default();
        let file = || PathBuf::from("/out/a");
        assert_eq!(file_owners.plan(file(), &urn("a")), None);
        assert_eq!(file_owners.plan(file(), &urn("a")), None);
        assert_eq!(file_owners.plan(file(), &urn("b")), Some(urn("a")));
        assert_eq!(file_owners.plan(PathBuf::from("/out/b"), &urn("b")), None);
    }
}
