//! Serialises resources as JSON.
//!
//! Fields with default values are left out. Secrets are encrypted while they are written.

use chrono::{DateTime, Utc};
use serde::{Serialize, Serializer};

use lumi_graph::{
    Dependency, Object, ResourceKind, Sealer, Secrets, SerObject, SourcePosition, Urn,
};

use super::resource::{Resource, Stage};
use super::secret_id;

/// How the secrets of a document are written.
#[derive(Clone, Copy)]
pub(super) enum SecretEncoding<'a> {
    Sealed(&'a dyn Sealer),
    /// In plain text, only on the user's request.
    Shown,
}

impl<'a> SecretEncoding<'a> {
    pub(super) fn object(self, members: &'a Object) -> SerObject<'a> {
        match self {
            Self::Sealed(sealer) => SerObject::sealed(members, sealer),
            Self::Shown => SerObject::new(members, Secrets::Shown),
        }
    }

    /// `None` for an empty object, which is left out.
    pub(super) fn some(self, members: &'a Object) -> Option<SerObject<'a>> {
        (!members.is_empty()).then(|| self.object(members))
    }
}

/// The JSON form of a resource.
pub(super) struct ResourceSer<'a> {
    pub(super) resource: &'a Resource,
    pub(super) secrets: SecretEncoding<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ResourceFields<'a> {
    serial: u64,
    order: u32,
    urn: &'a Urn,
    #[serde(skip_serializing_if = "is_custom")]
    kind: ResourceKind,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    /// Used instead of `id` if that contains a secret.
    #[serde(skip_serializing_if = "Option::is_none")]
    secret_id: Option<SerObject<'a>>,
    #[serde(skip_serializing_if = "is_false")]
    external: bool,
    #[serde(skip_serializing_if = "is_live")]
    stage: Stage,
    #[serde(skip_serializing_if = "Option::is_none")]
    parent: Option<&'a Urn>,
    #[serde(skip_serializing_if = "Option::is_none")]
    provider: Option<&'a Urn>,
    #[serde(skip_serializing_if = "Option::is_none")]
    provider_serial: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    configuration: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    inputs: Option<SerObject<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    outputs: Option<SerObject<'a>>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    dependencies: &'a [Dependency],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    depends_on: &'a [Urn],
    #[serde(skip_serializing_if = "Option::is_none")]
    options: Option<SerObject<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kept: Option<StoredProviderSer<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<&'a SourcePosition>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    problems: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    created: Option<DateTime<Utc>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    modified: Option<DateTime<Utc>>,
}

/// The JSON form of a stored provider.
#[derive(Serialize)]
struct StoredProviderSer<'a> {
    module: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    environment: Option<SerObject<'a>>,
}

fn is_custom(kind: &ResourceKind) -> bool {
    *kind == ResourceKind::Custom
}

fn is_live(stage: &Stage) -> bool {
    *stage == Stage::Live
}

#[allow(clippy::trivially_copy_pass_by_ref)]
pub(super) fn is_false(flag: &bool) -> bool {
    !flag
}

impl Serialize for ResourceSer<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { resource, secrets } = self;
        let secret_id = resource.secret_id().map(secret_id::sealed);
        let options = resource.options.to_object();
        let fields = ResourceFields {
            serial: resource.serial.0,
            order: resource.order,
            urn: &resource.urn,
            kind: resource.kind,
            id: resource.id.as_deref().filter(|_| secret_id.is_none()),
            secret_id: secret_id.as_ref().map(|it| secrets.object(it)),
            external: resource.external,
            stage: resource.stage,
            parent: resource.parent.as_ref(),
            provider: resource.provider.as_ref(),
            provider_serial: resource.provider_serial.map(|it| it.0),
            configuration: resource.configuration.as_deref(),
            inputs: secrets.some(&resource.inputs),
            outputs: secrets.some(&resource.outputs),
            dependencies: &resource.dependencies,
            depends_on: &resource.depends_on,
            options: secrets.some(&options),
            kept: resource
                .stored_provider
                .as_ref()
                .map(|it| StoredProviderSer {
                    module: &it.module,
                    environment: secrets.some(&it.environment),
                }),
            source: resource.source.as_ref(),
            problems: &resource.problems,
            created: resource.created,
            modified: resource.modified,
        };
        fields.serialize(serializer)
    }
}
