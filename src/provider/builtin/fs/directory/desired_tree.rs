//! The desired content of a folder.

use std::path::Path;

use lumi_graph::{Archive, ArchiveContent, Object, Value};

use super::super::disk::blocking;
use super::super::place::normal;
use super::super::tree::{DesiredFiles, wanted_files};
use crate::ProviderError;
use crate::builtin::provider_context::ProviderContext;
use crate::content::Sources;

/// The desired files, and temporary files while they are needed.
pub struct DesiredTree {
    pub files: DesiredFiles,
    _sources: Sources,
}

impl DesiredTree {
    /// Reads the archive `source` of the inputs.
    pub async fn read(context: &ProviderContext, inputs: &Object) -> Result<Self, ProviderError> {
        let Some(Value::Archive(archive)) = inputs.get("source") else {
            return Err(ProviderError::failed("the source is not known"));
        };
        let archive = archive.as_ref().clone();
        let value = Value::Archive(Box::new(archive.clone()));
        let mut sources = context.sources(&value).await?;
        blocking(move || {
            let members = sources.archive(&archive)?;
            Ok(Self {
                files: wanted_files(members).map_err(ProviderError::failed)?,
                _sources: sources,
            })
        })
        .await?
    }

    /// Fails if a file must not be written below `path`, as in Lumi's own folder of a project.
    pub fn check_writable(
        &self,
        context: &ProviderContext,
        path: &str,
    ) -> Result<(), ProviderError> {
        let mut names = self.files.keys();
        names.try_for_each(|it| context.check_write(&format!("{path}/{it}")))
    }
}

/// Why a folder cannot be copied to `path`, relative to `root`: it would contain itself.
pub fn overlap(root: &Path, path: &str, source: &Archive) -> Option<String> {
    match &source.content {
        ArchiveContent::Assets(members) => members.values().find_map(|member| match member {
            Value::Archive(archive) => overlap(root, path, archive),
            _ => None,
        }),
        ArchiveContent::Remote(_) => None,
        ArchiveContent::File(from) => {
            let full = |path: &str| normal(&root.join(path).to_string_lossy());
            Path::new(&full(path)).starts_with(full(from)).then(|| {
                format!(
                    "`source` is the folder {from:?}, and {path:?} lies in it: the folder would \
                     be copied into itself"
                )
            })
        }
    }
}
