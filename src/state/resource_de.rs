//! Deserialises resources from JSON.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use serde::Deserialize;

use lumi_graph::{
    Dependency, FileNames, Object, PlainValue, ResourceKind, Sealer, SourceDocument, Urn,
    ValueError,
};

use super::resource::{Resource, Serial, Stage};
use super::secret_id;
use super::stored_provider::StoredProvider;

/// The context of reading a document, and the results gathered from it.
pub(super) struct DocumentReader<'a> {
    pub(super) sealer: &'a dyn Sealer,
    pub(super) files: FileNames,
}

impl<'a> DocumentReader<'a> {
    pub(super) fn new(sealer: &'a dyn Sealer) -> Self {
        Self {
            sealer,
            files: FileNames::default(),
        }
    }

    /// Decodes the members of `plain`, which is `field` of `place`; an empty object if the field is
    /// absent.
    pub(super) fn object(
        &self,
        plain: Option<PlainValue>,
        field: &str,
        place: &dyn std::fmt::Display,
    ) -> Result<Object, String> {
        let unreadable =
            |error: ValueError| format!("`{field}` of {place} cannot be read: {error}");
        match plain {
            None => Ok(Object::default()),
            Some(plain) => plain.into_object(self.sealer).map_err(unreadable),
        }
    }
}

/// The JSON form of a resource.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct ResourceDe {
    serial: u64,
    order: u32,
    urn: Urn,
    #[serde(default = "custom")]
    kind: ResourceKind,
    id: Option<String>,
    secret_id: Option<PlainValue>,
    #[serde(default)]
    external: bool,
    #[serde(default)]
    stage: Stage,
    parent: Option<Urn>,
    provider: Option<Urn>,
    provider_serial: Option<u64>,
    configuration: Option<String>,
    inputs: Option<PlainValue>,
    outputs: Option<PlainValue>,
    #[serde(default)]
    dependencies: Vec<Dependency>,
    #[serde(default)]
    depends_on: Vec<Urn>,
    options: Option<PlainValue>,
    kept: Option<StoredProviderDe>,
    source: Option<SourceDocument>,
    #[serde(default)]
    problems: Vec<String>,
    created: Option<DateTime<Utc>>,
    modified: Option<DateTime<Utc>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredProviderDe {
    module: String,
    environment: Option<PlainValue>,
}

fn custom() -> ResourceKind {
    ResourceKind::Custom
}

impl ResourceDe {
    pub(super) fn into_resource(
        self,
        reading: &mut DocumentReader<'_>,
    ) -> Result<Resource, String> {
        let place = format_args!("`{}`", self.urn);
        let kept = self.kept.map(|it| {
            Ok::<_, String>(StoredProvider {
                module: it.module,
                environment: reading.object(it.environment, "environment", &place)?,
            })
        });
        let secret_id = secret_id::unsealed(&reading.object(self.secret_id, "secretId", &place)?);
        Ok(Resource {
            stored_provider: kept.transpose()?,
            inputs: Arc::new(reading.object(self.inputs, "inputs", &place)?),
            outputs: Arc::new(reading.object(self.outputs, "outputs", &place)?),
            options: reading.object(self.options, "options", &place)?.into(),
            source: self
                .source
                .map(|source| source.into_position(&mut reading.files)),
            serial: Serial(self.serial),
            order: self.order,
            urn: self.urn,
            kind: self.kind,
            id: self.id.or(secret_id),
            external: self.external,
            stage: self.stage,
            parent: self.parent,
            provider: self.provider,
            provider_serial: self.provider_serial.map(Serial),
            configuration: self.configuration,
            dependencies: self.dependencies,
            depends_on: self.depends_on,
            problems: self.problems,
            created: self.created,
            modified: self.modified,
        })
    }
}
