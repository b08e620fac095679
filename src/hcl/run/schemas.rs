//! The schemas of providers, which decide how bodies are read.

use std::sync::Arc;

use lumi_terraform::schema::{Schema, Schemas};

use crate::config::BUILT_IN_PACKAGE;

use super::builtin;

/// Finds the schemas of a package of the project.
pub trait ProviderSchemas: Send + Sync {
    /// # Errors
    ///
    /// A sentence that says why the package cannot be used.
    fn schemas(&self, package: &str) -> Result<Arc<Schemas>, String>;
}

/// The schema of a resource or a data source.
pub fn resource_schema(
    schemas: &dyn ProviderSchemas,
    package: &str,
    is_data: bool,
    type_name: &str,
) -> Result<Arc<Schema>, String> {
    if package == BUILT_IN_PACKAGE {
        let missing = || format!("Lumi does not have `{type_name}` yet");
        return builtin::schema(is_data, type_name).ok_or_else(missing);
    }
    let all = schemas.schemas(package)?;
    let schema = match is_data {
        true => all.data_source(type_name),
        false => all.resource(type_name),
    };
    schema.map_err(|error| error.to_string())
}
