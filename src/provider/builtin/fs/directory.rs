//! `std:fs:Directory`.
//!
//! The id is the path. Outputs are `path`, `files` (SHA-256 by name), `sha256` and `count`. The
//! files in `files` belong to the resource, all others in the folder do not. Each file is written
//! atomically; the next update completes an interrupted create or update, whose files belong to the
//! resource although the source may have changed since. Files are executable if they are in the
//! source; a change of only that is not detected.
//!
//! | module | |
//! |---|---|
//! | `desired_tree` | the desired content of a folder |
//! | `interruption` | the files of a create or update that was interrupted |

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use async_trait::async_trait;

use crate::builtin::input_diff::input_diff;
use crate::builtin::input_reader::InputReader;
use crate::builtin::provider_context::ProviderContext;
use crate::builtin::resource_handler::ResourceHandler;
use crate::{
    Changes, CheckRequest, Checked, CreateRequest, Created, DeleteRequest, DerivedOutputs, Diff,
    DiffRequest, ListRequest, ListedObject, ProviderError, ReadRequest, ReadState, RecoverRequest,
    Recovered, UpdateRequest,
};
use lumi_graph::{Object, Urn, Value};

use super::directory_values::{
    WHOLE, files, is_hole_until_deployed, itself, members, outputs, path,
};
use super::disk::{blocking, failed};
use super::file_owners::FileOwners;
use super::listing::{folders_in, listed};
use super::made_files::MadeFiles;
use super::made_places::{MadeObject, MadePlaces, Purpose};
use super::place::{check_path, normal};
use super::tree::{Hashes, Interrupted, Tree, hashes};
use super::written_files::WrittenFiles;

mod desired_tree;
mod interruption;

use desired_tree::{DesiredTree, overlap};
use interruption::release_missing;

pub struct Directory {
    context: Arc<ProviderContext>,
    file_owners: Arc<FileOwners>,
    records: Arc<MadeFiles>,
    written: Arc<WrittenFiles>,
    places: MadePlaces,
}

impl Directory {
    pub fn new(
        context: Arc<ProviderContext>,
        file_owners: Arc<FileOwners>,
        records: Arc<MadeFiles>,
    ) -> Self {
        Self {
            places: MadePlaces::new(Arc::clone(&context), Arc::clone(&records)),
            written: Arc::new(WrittenFiles::new(Arc::clone(&records))),
            context,
            file_owners,
            records,
        }
    }

    fn absolute(&self, path: &str) -> PathBuf {
        self.context.folder().join(path)
    }

    /// The place of a folder with these files, which an earlier run made.
    fn find(
        &self,
        urn: &Urn,
        path: &str,
        files: &Hashes,
        purpose: Purpose,
    ) -> Result<Option<PathBuf>, ProviderError> {
        let names: Vec<&str> = files.keys().map(String::as_str).collect();
        let members = Some(names.as_slice());
        let found = self
            .places
            .find(MadeObject { urn, path, members }, purpose)?;
        Ok(found.map(|it| it.entry))
    }

    /// Claims the desired files of a folder, and fails if a file that is not `owned` yet has another
    /// owner.
    fn claim(
        &self,
        urn: &Urn,
        path: &str,
        wanted: &Hashes,
        owned: &Hashes,
    ) -> Result<(), ProviderError> {
        let mut new = wanted.clone();
        new.retain(|it, _| !owned.contains_key(it));
        let new: Vec<PathBuf> = members(path, &new).collect();
        let claimed = self.file_owners.claim(urn, members(path, wanted));
        let claimed = claimed.and_then(|()| self.file_owners.check_free(urn, &new));
        claimed.map_err(ProviderError::failed)
    }

    /// The outputs known before anything is written. Fails, as writing would, if files that are not
    /// in `owned` are in the way; `None` skips that where an old folder is deleted first.
    async fn preview(
        &self,
        urn: &Urn,
        inputs: &Object,
        owned: Option<Hashes>,
    ) -> Result<Object, ProviderError> {
        let is_readable = inputs
            .get("source")
            .is_some_and(|source| !source.any(is_hole_until_deployed));
        if is_readable {
            let wanted = DesiredTree::read(&self.context, inputs).await?;
            let files = hashes(&wanted.files);
            if let Some(path) = inputs.get("path").and_then(Value::as_str) {
                wanted.check_writable(&self.context, path)?;
                let none = Hashes::new();
                self.claim(urn, path, &files, owned.as_ref().unwrap_or(&none))?;
                if let Some(owned) = owned {
                    self.check_obstacles(path, wanted, owned).await?;
                }
            }
            return Ok(outputs(inputs, &files));
        }
        if let Some(source) = inputs.get("source") {
            self.context.check_content(source)?;
        }
        let path = inputs.get("path").cloned();
        Ok(path.map(|it| ("path".to_owned(), it)).into_iter().collect())
    }

    async fn check_obstacles(
        &self,
        path: &str,
        wanted: DesiredTree,
        owned: Hashes,
    ) -> Result<(), ProviderError> {
        let tree = Tree::new(self.absolute(path));
        let checked = blocking(move || tree.check(&wanted.files, &owned)).await?;
        checked.map_err(|reason| ProviderError::failed(format!("the folder {path:?}: {reason}")))
    }

    /// The folder of a resource, or the one to import if nothing is known of its files; `None` if
    /// it is gone.
    fn folder_to_read(
        &self,
        urn: &Urn,
        path: &str,
        known: Option<&Hashes>,
    ) -> Result<Option<PathBuf>, ProviderError> {
        let Some(files) = known else {
            self.context.check_read(path)?;
            return Ok(Some(self.absolute(path)));
        };
        self.find(urn, path, files, Purpose::Read)
    }

    /// Writes the desired files to the folder.
    async fn apply(
        &self,
        urn: &Urn,
        inputs: &Object,
        owned: Hashes,
    ) -> Result<Object, ProviderError> {
        let path = path(inputs)?;
        self.context.check_write(&path)?;
        let wanted = DesiredTree::read(&self.context, inputs).await?;
        wanted.check_writable(&self.context, &path)?;
        self.claim(urn, &path, &hashes(&wanted.files), &owned)?;
        let folder = self.absolute(&path);
        let mut owned = owned;
        owned.retain(|name, _| {
            let is_kept = wanted.files.contains_key(name);
            is_kept
                || !self
                    .file_owners
                    .is_taken_over(&folder.join(name), urn, &path)
        });
        let tree = Tree::new(folder.clone());
        let records = Arc::clone(&self.records);
        let written = Arc::clone(&self.written);
        let (made, maker) = (folder.clone(), urn.clone());
        let (files, interrupted) = blocking(move || {
            let before = written.find(&maker, &made).names;
            tree.clean_up(&before);
            release_missing(&records, &maker, &made, &before);
            let names = wanted.files.keys().chain(owned.keys()).map(String::as_str);
            let record = written.begin(&maker, &made, names);
            let apply = || tree.apply(&wanted.files, &owned, &record);
            let applied = records.write_in(&made, || Ok::<_, io::Error>(apply()));
            // If the parent folders cannot be created, applying reports the error.
            let interrupted = applied.unwrap_or_else(|_| apply()).err();
            let files = match &interrupted {
                None => hashes(&wanted.files),
                Some(_) => tree.ours(&wanted.files, &owned),
            };
            for name in owned.keys().filter(|it| !files.contains_key(*it)) {
                records.release(&made.join(name), &maker);
            }
            for name in files.keys() {
                records.manage(&made.join(name), &maker);
            }
            (files, interrupted)
        })
        .await?;
        for name in files.keys() {
            self.file_owners.add(&folder.join(name), urn.clone());
        }
        let outputs = outputs(inputs, &files);
        match interrupted {
            None => Ok(outputs),
            Some(interrupted) => Err(interrupted_error(path, interrupted, outputs)),
        }
    }
}

/// The files of a folder, or those of them that are known; `None` if there is no folder.
fn present_files(tree: &Tree, known: Option<&Hashes>) -> io::Result<Option<Hashes>> {
    if !tree.exists() {
        return Ok(None);
    }
    match known {
        Some(known) => tree.present(known.keys()).map(Some),
        None => tree.all().map(Some),
    }
}

/// The error of an interrupted write; `outputs` describe the files that exist.
fn interrupted_error(path: String, interrupted: Interrupted, mut outputs: Object) -> ProviderError {
    let reason = format!("the folder {path:?}: {}", interrupted.reason);
    if interrupted.is_untouched {
        return ProviderError::failed(reason);
    }
    outputs.shift_remove(WHOLE);
    ProviderError::PartialInit {
        data: None,
        is_tainted: false,
        outputs,
        id: path,
        reasons: vec![reason],
    }
}

#[async_trait]
impl ResourceHandler for Directory {
    fn derived_outputs(&self) -> Option<DerivedOutputs> {
        Some(DerivedOutputs {
            outputs: &["files", "sha256"],
            inputs: &["source"],
            passed_on: &[],
        })
    }

    async fn check(&self, request: CheckRequest) -> Result<Checked, ProviderError> {
        let mut inputs = request.inputs;
        let mut reader = InputReader::new("std:fs:Directory", &inputs);
        let path = reader.text("path");
        if let Some(Err(reason)) = path.map(check_path) {
            reader.fail("path", reason);
        }
        let path = path.map(normal);
        if let (Some(path), Some(source)) = (&path, reader.archive("source"))
            && let Some(reason) = overlap(self.context.folder(), path, source)
        {
            reader.fail("source", reason);
        }
        let failures = reader.finish();
        if let Some(path) = path
            && failures.is_empty()
        {
            inputs.insert("path".to_owned(), path.into());
        }
        Ok(Checked::new(inputs, failures))
    }

    async fn diff(&self, request: DiffRequest) -> Result<Diff, ProviderError> {
        let mut diff = input_diff(&request.old_inputs, &request.inputs, &["path"]);
        // An unchanged folder claims what it has; a changed one claims what it will have.
        if diff.changes == Changes::None {
            let (path, owned) = (normal(&request.id), files(&request.old_outputs));
            let urn = &request.target.urn;
            let claimed = self.file_owners.claim(urn, members(&path, &owned));
            claimed.map_err(ProviderError::failed)?;
        }
        // A replacement for other reasons would use the same folder.
        diff.delete_before_replace = request.old_inputs.get("path") == request.inputs.get("path");
        Ok(diff)
    }

    async fn create(&self, request: CreateRequest) -> Result<Created, ProviderError> {
        let inputs = request.inputs;
        if request.preview {
            let path = inputs.get("path").and_then(Value::as_str);
            if let Some(path) = path {
                self.context.check_write(path)?;
            }
            let owned = (!request.follows_delete).then(Hashes::new);
            return Ok(Created {
                data: None,
                id: path.map(str::to_owned),
                outputs: self.preview(&request.target.urn, &inputs, owned).await?,
            });
        }
        let path = path(&inputs)?;
        let urn = &request.target.urn;
        let outputs = self.apply(urn, &inputs, Hashes::new()).await?;
        Ok(Created {
            data: None,
            id: Some(path),
            outputs,
        })
    }

    /// The folders in a folder; the id of each is its path.
    async fn list(&self, request: ListRequest) -> Result<Vec<ListedObject>, ProviderError> {
        listed(&self.context, request, "folders", folders_in).await
    }

    async fn read(&self, request: ReadRequest) -> Result<Option<ReadState>, ProviderError> {
        let path = normal(&request.id);
        let known = request.outputs.as_deref().map(files);
        let Some(folder) = self.folder_to_read(&request.target.urn, &path, known.as_ref())? else {
            return Ok(None);
        };
        let begun = match &request.begun_update {
            Some(inputs) => {
                let begun = self.begun(inputs).await.unwrap_or_default();
                self.made(&request.target.urn, &path, &folder, begun)
                    .await?
            }
            None => Hashes::new(),
        };
        let tree = Tree::new(folder);
        let shown = path.clone();
        let found = blocking(move || {
            let found = present_files(&tree, known.as_ref())?;
            Ok(found.map(|it| (it, known)))
        });
        let found = found
            .await?
            .map_err(|error| failed("read", &shown, &error))?;
        let Some((mut found, known)) = found else {
            return Ok(None);
        };
        found.extend(begun);
        if request.is_import {
            self.check_import(&request.target.urn, &path, &found)?;
        }
        let mut inputs = match (&request.inputs, &request.outputs) {
            (Some(inputs), Some(_)) => inputs.as_ref().clone(),
            _ => Object::from_iter([("path".to_owned(), path.clone().into())]),
        };
        let whole = |outputs: &Arc<Object>| outputs.contains_key(WHOLE);
        if known.as_ref() != Some(&found) || !request.outputs.as_ref().is_some_and(whole) {
            inputs.insert("source".to_owned(), itself(&path, &found));
        }
        Ok(Some(ReadState {
            data: None,
            outputs: outputs(&inputs, &found),
            inputs,
            id: path,
        }))
    }

    async fn update(&self, request: UpdateRequest) -> Result<Object, ProviderError> {
        let owned = files(&request.old_outputs);
        if request.preview {
            if let Some(path) = request.inputs.get("path").and_then(Value::as_str) {
                self.context.check_write(path)?;
            }
            return self
                .preview(&request.target.urn, &request.inputs, Some(owned))
                .await;
        }
        self.apply(&request.target.urn, &request.inputs, owned)
            .await
    }

    async fn delete(&self, request: DeleteRequest) -> Result<(), ProviderError> {
        let urn = &request.target.urn;
        let mut owned = files(&request.outputs);
        let found = self.find(urn, &normal(&request.id), &owned, Purpose::Delete)?;
        self.file_owners.note_deleted(urn, &request.id);
        let Some(folder) = found else {
            return Ok(());
        };
        owned.retain(|name, _| {
            let file = folder.join(name);
            !self.file_owners.is_taken_over(&file, urn, &request.id)
        });
        let records = Arc::clone(&self.records);
        let written = Arc::clone(&self.written);
        let urn = urn.clone();
        let result = blocking(move || {
            let tree = Tree::new(folder.clone());
            let before = written.find(&urn, &folder).names;
            tree.clean_up(&before);
            tree.delete(&owned)?;
            release_missing(&records, &urn, &folder, &before);
            for name in owned.keys() {
                records.release(&folder.join(name), &urn);
            }
            written.forget(&urn, &folder);
            records.remove_empty(&folder);
            Ok(())
        })
        .await?;
        result.map_err(|reason: String| {
            ProviderError::unknown(format!("the folder {:?}: {reason}", request.id))
        })
    }

    async fn recover(&self, request: RecoverRequest) -> Result<Recovered, ProviderError> {
        let mut inputs = request.inputs.as_ref().clone();
        let path = path(&inputs)?;
        let urn = &request.target.urn;
        let begun = self.begun(&inputs).await;
        let readable = begun.clone().unwrap_or_default();
        let Some(folder) = self.find(urn, &path, &readable, Purpose::Delete)? else {
            return Ok(Recovered::Absent);
        };
        let ours = self.made(urn, &path, &folder, readable.clone()).await?;
        self.clean_up(urn, folder, readable, ours.is_empty())
            .await?;
        if ours.is_empty() {
            return Ok(Recovered::Absent);
        }
        if begun.as_ref() != Some(&ours) {
            // Reported as drift: the next update writes only the missing files.
            inputs.insert("source".to_owned(), itself(&path, &ours));
        }
        Ok(Recovered::Found(ReadState {
            data: None,
            id: path,
            outputs: outputs(&inputs, &ours),
            inputs,
        }))
    }
}

impl Directory {
    /// Fails if a folder that is imported has files of other resources.
    fn check_import(&self, urn: &Urn, path: &str, found: &Hashes) -> Result<(), ProviderError> {
        let files: Vec<PathBuf> = members(path, found).collect();
        let free = self.file_owners.check_other_stacks(urn, &files);
        let free = free.and_then(|()| self.file_owners.check_import(urn, files));
        free.map_err(ProviderError::failed)
    }
}

#[cfg(test)]
mod tests;
