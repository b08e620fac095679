//! `std:fs:File`.
//!
//! The id is the path. Outputs are `path`, `mode`, `sha256`, `size`, and `content` if the content
//! was given as text. An existing file is adopted if it has the desired content, and never
//! overwritten. Writes are atomic, so an interrupted create has either written the whole file or
//! nothing.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use async_trait::async_trait;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;

use crate::builtin::input_diff::input_diff;
use crate::builtin::provider_context::ProviderContext;
use crate::builtin::resource_handler::ResourceHandler;
use crate::content::{Content, Digest, Sources};
use crate::{
    CheckRequest, Checked, CreateRequest, Created, DeleteRequest, DerivedOutputs, Diff,
    DiffRequest, InputFailure, ListRequest, ListedObject, ProviderError, ReadRequest, ReadState,
    RecoverRequest, Recovered, UpdateRequest,
};
use lumi_graph::{Asset, AssetContent, Object, Urn, Value};

use super::atomic_write::{IfExists, remove_leftover, write_atomic};
use super::disk::{blocking, failed};
use super::file_content::{Observed, create, delete, foreign, no_file, observe};
use super::file_inputs::{DesiredSource, FileInputs, check, fill_mode, mode_text, recorded_sha256};
use super::file_owners::FileOwners;
use super::listing::{files_below, listed};
use super::made_files::MadeFiles;
use super::made_places::{Found, MadeObject, MadePlaces, Purpose};
use super::place::normal;
use super::written_files::{WriteRecord, WrittenFiles};

/// The maximum size in bytes of drifted content that becomes part of the inputs.
const INLINE_LIMIT: u64 = 1 << 20;

pub struct File {
    context: Arc<ProviderContext>,
    file_owners: Arc<FileOwners>,
    records: Arc<MadeFiles>,
    written: Arc<WrittenFiles>,
    places: MadePlaces,
}

/// The desired content, and temporary files while they are needed.
struct DesiredContent {
    content: Content,
    _sources: Option<Sources>,
}

impl File {
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

    async fn wanted(&self, inputs: &Object) -> Result<DesiredContent, ProviderError> {
        match FileInputs::read(inputs)?.content {
            None => Err(ProviderError::failed("the content is not known")),
            Some(DesiredSource::Text(text)) => Ok(DesiredContent {
                content: Content::Bytes(text.as_bytes().to_vec()),
                _sources: None,
            }),
            Some(DesiredSource::Asset(asset)) => {
                let value = Value::Asset(Box::new(asset.clone()));
                let sources = self.context.sources(&value).await?;
                Ok(DesiredContent {
                    content: sources.asset(asset)?,
                    _sources: Some(sources),
                })
            }
        }
    }

    /// The outputs known before anything is written. The content of a remote asset is unknown.
    async fn preview(&self, inputs: &Object) -> Result<Object, ProviderError> {
        let read = FileInputs::read(inputs)?;
        let is_readable = match read.content {
            None => false,
            Some(DesiredSource::Text(_)) => true,
            Some(DesiredSource::Asset(asset)) => {
                self.context
                    .check_content(&Value::Asset(Box::new(asset.clone())))?;
                !matches!(asset.content, AssetContent::Remote(_))
            }
        };
        let digest = if is_readable {
            let wanted = self.wanted(inputs).await?;
            Some(self.digest(wanted).await?)
        } else {
            None
        };
        Ok(outputs(inputs, digest.as_ref(), read.mode))
    }

    /// Fails, as create would, if the path of a new file is taken.
    async fn check_conflict(
        &self,
        path: &str,
        urn: &Urn,
        inputs: &Object,
        outputs: &Object,
    ) -> Result<(), ProviderError> {
        self.check_owners(path, urn)?;
        let file = self.absolute(path);
        if fs::symlink_metadata(&file).is_err() {
            return Ok(());
        }
        let Some(observed) = self.observe(path, file).await? else {
            return Err(no_file(path));
        };
        match outputs.get("sha256").and_then(Value::as_str) {
            Some(sha256) if sha256 != observed.digest.sha256 => Err(foreign(path)),
            None if FileInputs::read(inputs)?.content.is_none() => {
                self.check_other_resource(path, urn)
            }
            _ => Ok(()),
        }
    }

    /// Fails if another resource of the stack manages the file: content that is still unknown most
    /// likely differs from the file's.
    fn check_other_resource(&self, path: &str, urn: &Urn) -> Result<(), ProviderError> {
        match self.records.manager(&self.absolute(path)) {
            Some(other) if other != *urn => Err(managed_here(path, &other)),
            _ => Ok(()),
        }
    }

    /// Fails if another resource keeps the file.
    fn check_owners(&self, path: &str, urn: &Urn) -> Result<(), ProviderError> {
        let free = self.file_owners.check_free(urn, &[PathBuf::from(path)]);
        free.map_err(ProviderError::failed)
    }

    async fn digest(&self, wanted: DesiredContent) -> Result<Digest, ProviderError> {
        let digest = blocking(move || wanted.content.digest()).await?;
        digest.map_err(|error| {
            ProviderError::failed(format!("cannot read the content of the file: {error}"))
        })
    }

    /// The place of a file that an earlier run made.
    fn find(
        &self,
        urn: &Urn,
        path: &str,
        purpose: Purpose,
    ) -> Result<Option<Found>, ProviderError> {
        let members = None;
        self.places.find(MadeObject { urn, path, members }, purpose)
    }

    async fn observe(&self, path: &str, file: PathBuf) -> Result<Option<Observed>, ProviderError> {
        let observed = blocking(move || observe(&file)).await?;
        observed.map_err(|error| failed("read", path, &error))
    }
}

#[async_trait]
impl ResourceHandler for File {
    /// The size of a secret reveals something about it.
    fn derived_outputs(&self) -> Option<DerivedOutputs> {
        Some(DerivedOutputs {
            outputs: &["sha256", "size"],
            inputs: &["content", "source"],
            passed_on: &[],
        })
    }

    fn fill_inputs(&self, inputs: &mut Object) {
        fill_mode(inputs);
    }

    async fn check(&self, request: CheckRequest) -> Result<Checked, ProviderError> {
        let mut checked = check(request.inputs);
        let path = checked.inputs.get("path").and_then(Value::as_str);
        let file = path.map(PathBuf::from);
        if checked.failures.is_empty()
            && let Err(reason) = self.file_owners.claim(&request.target.urn, file)
        {
            let path = "path".to_owned();
            checked.failures.push(InputFailure { path, reason });
        }
        Ok(checked)
    }

    async fn diff(&self, request: DiffRequest) -> Result<Diff, ProviderError> {
        let mut diff = input_diff(&request.old_inputs, &request.inputs, &["path"]);
        // A replacement for other reasons would use the same file.
        diff.delete_before_replace = request.old_inputs.get("path") == request.inputs.get("path");
        Ok(diff)
    }

    async fn create(&self, request: CreateRequest) -> Result<Created, ProviderError> {
        let inputs = request.inputs;
        if request.preview {
            let id = FileInputs::read(&inputs)?.path;
            if let Some(path) = &id {
                self.context.check_write(path)?;
            }
            let outputs = self.preview(&inputs).await?;
            if let (Some(path), false) = (&id, request.follows_delete) {
                self.check_conflict(path, &request.target.urn, &inputs, &outputs)
                    .await?;
            }
            return Ok(Created {
                data: None,
                id,
                outputs,
            });
        }
        let (path, mode) = place(&inputs)?;
        self.context.check_write(&path)?;
        let file = self.absolute(&path);
        let wanted = self.wanted(&inputs).await?;
        self.check_owners(&path, &request.target.urn)?;
        let digest = {
            let (path, file) = (path.clone(), file.clone());
            let records = Arc::clone(&self.records);
            let urn = request.target.urn.clone();
            let name = name_of(&file);
            // Other content is known by the inputs.
            let record = match is_recorded(&inputs) {
                true => WriteRecord::none(),
                false => self.written.begin(&urn, &file, [name.as_str()]),
            };
            blocking(move || {
                let note = |made: &fs::Metadata| record.note(&name, made);
                let written = records.write_in(above(&file), || {
                    Ok::<_, io::Error>(create(&path, &file, &wanted.content, mode, note))
                });
                let digest = written.map_err(|error| failed("write", &path, &error))??;
                records.manage(&file, &urn);
                Ok::<_, ProviderError>(digest)
            })
            .await??
        };
        self.file_owners.add(&file, request.target.urn);
        Ok(Created {
            data: None,
            outputs: outputs(&inputs, Some(&digest), Some(mode)),
            id: Some(path),
        })
    }

    async fn read(&self, request: ReadRequest) -> Result<Option<ReadState>, ProviderError> {
        let path = normal(&request.id);
        let file = if request.outputs.is_none() {
            self.context.check_read(&path)?;
            self.absolute(&path)
        } else {
            match self.find(&request.target.urn, &path, Purpose::Read)? {
                Some(found) => found.real,
                None => return Ok(None),
            }
        };
        let Some(observed) = self.observe(&path, file.clone()).await? else {
            return Ok(None);
        };
        if request.is_import {
            let file = vec![PathBuf::from(&path)];
            let free = self.file_owners.check_import(&request.target.urn, file);
            free.map_err(ProviderError::failed)?;
        }
        let mut inputs = match (&request.inputs, &request.outputs) {
            (Some(inputs), Some(_)) => inputs.as_ref().clone(),
            _ => Object::from_iter([("path".to_owned(), path.clone().into())]),
        };
        let known = request.outputs.as_ref().and_then(|it| it.get("sha256"));
        if known.and_then(Value::as_str) != Some(observed.digest.sha256.as_str()) {
            let size = observed.digest.size;
            let bytes = blocking(move || (size <= INLINE_LIMIT).then(|| fs::read(file))).await?;
            let bytes = bytes.transpose();
            let bytes = bytes.map_err(|error| failed("read", &path, &error))?;
            drift(&mut inputs, &path, bytes, &observed.digest);
        }
        if let Some(mode) = observed.mode {
            inputs.insert("mode".to_owned(), mode_text(mode).into());
        }
        Ok(Some(ReadState {
            data: None,
            outputs: outputs(&inputs, Some(&observed.digest), observed.mode),
            inputs,
            id: path,
        }))
    }

    /// The files below a folder; the id of each is its path.
    async fn list(&self, request: ListRequest) -> Result<Vec<ListedObject>, ProviderError> {
        listed(&self.context, request, "files", files_below).await
    }

    async fn update(&self, request: UpdateRequest) -> Result<Object, ProviderError> {
        let inputs = request.inputs;
        if let Some(path) = FileInputs::read(&inputs)?.path {
            self.context.check_write(&path)?;
        }
        if request.preview {
            return self.preview(&inputs).await;
        }
        let (path, mode) = place(&inputs)?;
        let file = self.absolute(&path);
        let wanted = self.wanted(&inputs).await?;
        let records = Arc::clone(&self.records);
        let urn = request.target.urn;
        let digest = blocking(move || {
            let digest = records.write_in(above(&file), || {
                write_atomic(&file, &wanted.content, mode, IfExists::Replace)
            })?;
            records.manage(&file, &urn);
            Ok(digest)
        })
        .await?;
        let digest = digest.map_err(|error| failed("write", &path, &error))?;
        Ok(outputs(&inputs, Some(&digest), Some(mode)))
    }

    async fn delete(&self, request: DeleteRequest) -> Result<(), ProviderError> {
        let (path, urn) = (request.id, &request.target.urn);
        let found = self.find(urn, &normal(&path), Purpose::Delete)?;
        self.file_owners.note_deleted(urn, &path);
        let Some(Found { entry: file, .. }) = found else {
            return Ok(());
        };
        if self.file_owners.is_taken_over(&file, urn, &path) {
            return Ok(());
        }
        let records = Arc::clone(&self.records);
        let written = Arc::clone(&self.written);
        let result = blocking(move || {
            delete(&file)?;
            records.release(&file, &request.target.urn);
            written.forget(&request.target.urn, &file);
            records.remove_empty(above(&file));
            Ok(())
        })
        .await?;
        result.map_err(|error| failed("remove", &path, &error))
    }

    async fn recover(&self, request: RecoverRequest) -> Result<Recovered, ProviderError> {
        let inputs = request.inputs;
        let (path, _) = place(&inputs)?;
        let Some(Found { real, entry }) = self.find(&request.target.urn, &path, Purpose::Delete)?
        else {
            return Ok(Recovered::Absent);
        };
        let urn = &request.target.urn;
        remove_leftover(&entry);
        let is_free = self.check_owners(&path, urn).is_ok();
        let observed = self.observe(&path, real).await?.filter(|_| is_free);
        let Some(observed) = observed else {
            self.written.forget(urn, &entry);
            self.records.remove_empty(above(&entry));
            return Ok(Recovered::Absent);
        };
        // The source may have changed, or be gone.
        let wanted = match self.wanted(&inputs).await {
            Ok(wanted) => self.digest(wanted).await.ok(),
            Err(_) => None,
        };
        let found = Some(observed.digest.sha256.as_str());
        let is_as_wanted =
            wanted.as_ref() == Some(&observed.digest) || recorded_sha256(&inputs) == found;
        let is_recorded = || {
            let written = self.written.find(urn, &entry);
            written.has(&name_of(&entry), &entry)
        };
        if !is_as_wanted && !is_recorded() {
            return Ok(Recovered::Absent);
        }
        let mut inputs = inputs.as_ref().clone();
        if !is_as_wanted {
            // Reported as drift: the next update writes the file again.
            drift(&mut inputs, &path, None, &observed.digest);
        }
        if let Some(mode) = observed.mode {
            inputs.insert("mode".to_owned(), mode_text(mode).into());
        }
        Ok(Recovered::Found(ReadState {
            data: None,
            id: path,
            outputs: outputs(&inputs, Some(&observed.digest), observed.mode),
            inputs,
        }))
    }
}

/// Whether the inputs tell the content that is written, although its source may change.
fn is_recorded(inputs: &Object) -> bool {
    !inputs.contains_key("source") || recorded_sha256(inputs).is_some()
}

fn name_of(file: &Path) -> String {
    let name = file.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// The folder of a file.
fn above(file: &Path) -> &Path {
    file.parent().unwrap_or(file)
}

/// Path and mode of known inputs.
fn place(inputs: &Object) -> Result<(String, u32), ProviderError> {
    let read = FileInputs::read(inputs)?;
    let place = read.path.zip(read.mode);
    place.ok_or_else(|| ProviderError::failed("the path or the mode is not known"))
}

fn outputs(inputs: &Object, digest: Option<&Digest>, mode: Option<u32>) -> Object {
    let mut outputs = Object::default();
    for name in ["path", "content"] {
        if let Some(value) = inputs.get(name) {
            outputs.insert(name.to_owned(), value.clone());
        }
    }
    if let Some(mode) = mode {
        outputs.insert("mode".to_owned(), mode_text(mode).into());
    }
    if let Some(digest) = digest {
        outputs.insert("sha256".to_owned(), digest.sha256.clone().into());
        outputs.insert("size".to_owned(), (digest.size as f64).into());
    }
    outputs
}

/// Updates inputs to the content of the file. Text becomes `content` unless it is long, other bytes
/// an asset; a large file becomes an asset of itself, identified by its hash.
fn drift(inputs: &mut Object, path: &str, bytes: Option<Vec<u8>>, digest: &Digest) {
    inputs.shift_remove("content");
    inputs.shift_remove("source");
    let content = match bytes.map(String::from_utf8) {
        Some(Ok(text)) => {
            inputs.insert("content".to_owned(), text.into());
            return;
        }
        Some(Err(error)) => AssetContent::Base64(BASE64_STANDARD.encode(error.into_bytes())),
        None => AssetContent::File(path.to_owned()),
    };
    let hash = Some(digest.sha256.clone());
    let asset = Value::Asset(Box::new(Asset { content, hash }));
    inputs.insert("source".to_owned(), asset);
}

fn managed_here(path: &str, other: &Urn) -> ProviderError {
    let name = other.name();
    ProviderError::failed(format!(
        "{path:?} already exists, as the file of {name:?}, and is not overwritten by content that \
         is known only after deployment; to manage it from now on, run `lumi import std:fs:File \
         NAME {path}`, else choose another path"
    ))
}

#[cfg(test)]
mod tests;
