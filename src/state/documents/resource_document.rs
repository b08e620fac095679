//! The JSON form of a resource, in records, snapshots and exports.
//!
//! Fields with default values are left out.

use std::borrow::Cow;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use lumi_graph::{Dependency, PlainValue, ResourceKind, Secrets, SourceDocument, Urn};

use super::document_error::DocumentError;
use super::document_members::{DocumentReader, SerMembers, is_false};
use super::provider_data_member::{sealed_data, unsealed_data};
use super::secret_id;
use crate::resource::{Resource, Serial, Stage};
use crate::stored_provider::StoredProvider;

/// A resource whose objects are `M`: see [`super::document_members`].
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ResourceDocument<'a, M> {
    serial: Serial,
    order: u32,
    urn: Cow<'a, Urn>,
    #[serde(default = "custom", skip_serializing_if = "is_custom")]
    kind: ResourceKind,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Cow<'a, str>>,
    /// Used instead of `id` if that contains a secret.
    #[serde(skip_serializing_if = "Option::is_none")]
    secret_id: Option<M>,
    #[serde(default, skip_serializing_if = "is_false")]
    external: bool,
    #[serde(default, skip_serializing_if = "is_live")]
    stage: Stage,
    #[serde(skip_serializing_if = "Option::is_none")]
    parent: Option<Cow<'a, Urn>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    provider: Option<Cow<'a, Urn>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    provider_serial: Option<Serial>,
    #[serde(skip_serializing_if = "Option::is_none")]
    configuration: Option<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    inputs: Option<M>,
    #[serde(skip_serializing_if = "Option::is_none")]
    outputs: Option<M>,
    #[serde(default, skip_serializing_if = "<[_]>::is_empty")]
    dependencies: Cow<'a, [Dependency]>,
    #[serde(default, skip_serializing_if = "<[_]>::is_empty")]
    depends_on: Cow<'a, [Urn]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    options: Option<M>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kept: Option<StoredProviderDocument<'a, M>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    provider_data: Option<M>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<SourceDocument<'a>>,
    #[serde(default, skip_serializing_if = "<[_]>::is_empty")]
    problems: Cow<'a, [String]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    created: Option<DateTime<Utc>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    modified: Option<DateTime<Utc>>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredProviderDocument<'a, M> {
    module: Cow<'a, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    environment: Option<M>,
}

fn custom() -> ResourceKind {
    ResourceKind::Custom
}

fn is_custom(kind: &ResourceKind) -> bool {
    *kind == ResourceKind::Custom
}

fn is_live(stage: &Stage) -> bool {
    *stage == Stage::Live
}

impl<'a> ResourceDocument<'a, SerMembers<'a>> {
    pub fn new(resource: &'a Resource, secrets: Secrets<'a>) -> Self {
        let members = |it| SerMembers::unless_empty(it, secrets);
        let secret_id = resource.secret_id().map(secret_id::sealed);
        let id = resource.id.as_deref().filter(|_| secret_id.is_none());
        let options = Some(resource.options.to_object()).filter(|it| !it.is_empty());
        let kept = resource.stored_provider.as_ref();
        Self {
            serial: resource.serial,
            order: resource.order,
            urn: Cow::Borrowed(&resource.urn),
            kind: resource.kind,
            id: id.map(Cow::Borrowed),
            secret_id: secret_id.map(|it| SerMembers::owned(it, secrets)),
            external: resource.external,
            stage: resource.stage,
            parent: resource.parent.as_ref().map(Cow::Borrowed),
            provider: resource.provider.as_ref().map(Cow::Borrowed),
            provider_serial: resource.provider_serial,
            configuration: resource.configuration.as_deref().map(Cow::Borrowed),
            inputs: members(&resource.inputs),
            outputs: members(&resource.outputs),
            dependencies: Cow::Borrowed(&resource.dependencies),
            depends_on: Cow::Borrowed(&resource.depends_on),
            options: options.map(|it| SerMembers::owned(it, secrets)),
            kept: kept.map(|it| StoredProviderDocument {
                module: Cow::Borrowed(&it.module),
                environment: members(&it.environment),
            }),
            provider_data: sealed_data(resource.provider_data.as_ref(), secrets),
            source: resource.source.as_ref().map(SourceDocument::from),
            problems: Cow::Borrowed(&resource.problems),
            created: resource.created,
            modified: resource.modified,
        }
    }
}

impl ResourceDocument<'_, PlainValue> {
    pub fn into_resource(
        self,
        reading: &mut DocumentReader<'_>,
    ) -> Result<Resource, DocumentError> {
        let place = format_args!("`{}`", self.urn);
        let kept = self.kept.map(|it| {
            Ok::<_, DocumentError>(StoredProvider {
                module: it.module.into_owned(),
                environment: reading.object(it.environment, "environment", &place)?,
            })
        });
        let secret_id = secret_id::unsealed(&reading.object(self.secret_id, "secretId", &place)?);
        let provider_data = unsealed_data(self.provider_data, &place, reading)?;
        let files = &mut reading.files;
        let source = self.source.map(|it| it.into_position(files));
        Ok(Resource {
            stored_provider: kept.transpose()?,
            provider_data,
            inputs: Arc::new(reading.object(self.inputs, "inputs", &place)?),
            outputs: Arc::new(reading.object(self.outputs, "outputs", &place)?),
            options: reading.object(self.options, "options", &place)?.into(),
            source,
            serial: self.serial,
            order: self.order,
            urn: self.urn.into_owned(),
            kind: self.kind,
            id: self.id.map(Cow::into_owned).or(secret_id),
            external: self.external,
            stage: self.stage,
            parent: self.parent.map(Cow::into_owned),
            provider: self.provider.map(Cow::into_owned),
            provider_serial: self.provider_serial,
            configuration: self.configuration.map(Cow::into_owned),
            dependencies: self.dependencies.into_owned(),
            depends_on: self.depends_on.into_owned(),
            problems: self.problems.into_owned(),
            created: self.created,
            modified: self.modified,
        })
    }
}
