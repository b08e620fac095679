//! The files of a create or update that was interrupted.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::ProviderError;
use crate::builtin::fs::disk::blocking;
use crate::builtin::fs::made_files::MadeFiles;
use crate::builtin::fs::tree::{Hashes, Tree, hashes};
use lumi_graph::{Object, Urn};

use super::Directory;
use super::desired_tree::DesiredTree;

/// Removes the records that a resource manages files which are gone: a killed run removed them, and not
/// their records.
pub fn release_missing(records: &MadeFiles, urn: &Urn, folder: &Path, names: &[String]) {
    for file in names.iter().map(|it| folder.join(it)) {
        if fs::symlink_metadata(&file).is_err() {
            records.release(&file, urn);
        }
    }
}

impl Directory {
    /// The files that an operation with these inputs was to write, as far as their source still has
    /// them; `None` if it cannot be read any more.
    pub(super) async fn begun(&self, inputs: &Object) -> Option<Hashes> {
        let wanted = DesiredTree::read(&self.context, inputs).await.ok()?;
        Some(hashes(&wanted.files))
    }

    /// The files that an interrupted operation has made. Its source may have changed since: the records
    /// tell them as well as what is `begun`.
    pub(super) async fn made(
        &self,
        urn: &Urn,
        path: &str,
        folder: &Path,
        begun: Hashes,
    ) -> Result<Hashes, ProviderError> {
        let written = Arc::clone(&self.written);
        let (maker, place) = (urn.clone(), folder.to_owned());
        let mut made = blocking(move || {
            let recorded = written.find(&maker, &place);
            Tree::new(place).made(&recorded, &begun)
        })
        .await?;
        made.retain(|name, _| {
            let file = [Path::new(path).join(name)];
            self.file_owners.check_free(urn, &file).is_ok()
        });
        Ok(made)
    }

    /// Removes what an interrupted create has left beside its files.
    pub(super) async fn clean_up(
        &self,
        urn: &Urn,
        folder: PathBuf,
        begun: Hashes,
        is_absent: bool,
    ) -> Result<(), ProviderError> {
        let (records, written) = (Arc::clone(&self.records), Arc::clone(&self.written));
        let urn = urn.clone();
        blocking(move || {
            let recorded = written.find(&urn, &folder).names;
            Tree::new(folder.clone()).clean_up(recorded.iter().chain(begun.keys()));
            if is_absent {
                written.forget(&urn, &folder);
                records.remove_empty(&folder);
            }
        })
        .await
    }
}
