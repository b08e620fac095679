//! Schemas of Terraform's providers that an earlier run has stored.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use lumi_provider::DescriptionKey;
use lumi_terraform::adapter::StoredSchemas;
use lumi_terraform::interface::SchemaFile;

use super::description_file;
use crate::ProjectSettings;

/// The stored schemas of the packages of a project.
pub fn stored_schemas(settings: &ProjectSettings) -> StoredSchemas {
    let project: PathBuf = settings.folder.clone();
    Arc::new(move |package, program| {
        let program = program.canonicalize().ok()?;
        let place = description_file::place(&project, package.as_str(), &program);
        description_file::check(&project, &place).ok()?;
        let key = DescriptionKey::of(&fs::metadata(&program).ok()?);
        SchemaFile::open(&place, key).ok()
    })
}
