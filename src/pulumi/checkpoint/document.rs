//! The JSON of exports and of the files of self-managed backends.
//!
//! ```text
//! {"version": 3, "deployment": {…}}                        pulumi stack export
//! {"version": 3, "checkpoint": {"stack", "latest": {…}}}   .pulumi/stacks/PROJECT/STACK.json
//! ```

use std::collections::BTreeMap;

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::checkpoint_error::CheckpointError;

/// The versions that can be read: 4 is 3 with a list of features.
const VERSIONS: [u64; 2] = [3, 4];
/// Features whose members of resources are read.
const FEATURES: [&str; 4] = ["hooks", "taint", "replaceWith", "refreshBeforeUpdate"];

/// The state of a stack of Pulumi.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Checkpoint {
    pub(super) deployment: Deployment,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SecretsKey {
    /// No secret is encrypted.
    None,
    /// A passphrase with this salt.
    Passphrase(String),
    /// A service, by its type in the document.
    Service(String),
}

#[derive(Deserialize)]
struct Envelope {
    version: u64,
    deployment: Option<Deployment>,
    checkpoint: Option<Latest>,
    #[serde(default)]
    features: Vec<String>,
}

#[derive(Deserialize)]
struct Latest {
    latest: Option<Deployment>,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
pub struct Deployment {
    pub manifest: Manifest,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub secrets_providers: Option<SecretsProviders>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub resources: Vec<StoredResource>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pending_operations: Vec<StoredOperation>,
    #[serde(default)]
    pub metadata: Map<String, Value>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default)]
pub struct Manifest {
    pub time: String,
    pub magic: String,
    pub version: String,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
pub struct SecretsProviders {
    #[serde(rename = "type", default)]
    pub kind: String,
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub state: Value,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
pub struct StoredOperation {
    pub resource: StoredResource,
    #[serde(rename = "type")]
    pub kind: String,
}

/// Members in the order in which Pulumi writes them.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default)]
pub struct StoredResource {
    pub urn: String,
    pub custom: bool,
    #[serde(skip_serializing_if = "is_false")]
    pub delete: bool,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub id: String,
    #[serde(rename = "type")]
    pub kind: String,
    #[serde(skip_serializing_if = "Map::is_empty", deserialize_with = "or_default")]
    pub inputs: Map<String, Value>,
    #[serde(skip_serializing_if = "Map::is_empty", deserialize_with = "or_default")]
    pub outputs: Map<String, Value>,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub parent: String,
    #[serde(skip_serializing_if = "is_false")]
    pub protect: bool,
    #[serde(skip_serializing_if = "is_false")]
    pub taint: bool,
    #[serde(skip_serializing_if = "is_false")]
    pub external: bool,
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "or_default")]
    pub dependencies: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "or_default")]
    pub init_errors: Vec<String>,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub provider: String,
    #[serde(
        skip_serializing_if = "IndexMap::is_empty",
        deserialize_with = "or_default"
    )]
    pub property_dependencies: IndexMap<String, Option<Vec<String>>>,
    #[serde(skip_serializing_if = "is_false")]
    pub pending_replacement: bool,
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "or_default")]
    pub additional_secret_outputs: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "or_default")]
    pub aliases: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub custom_timeouts: Option<StoredTimeouts>,
    #[serde(rename = "importID", skip_serializing_if = "String::is_empty")]
    pub import_id: String,
    #[serde(skip_serializing_if = "is_false")]
    pub retain_on_delete: bool,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub deleted_with: String,
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "or_default")]
    pub replace_with: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub created: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub modified: Option<String>,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub source_position: String,
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "or_default")]
    pub ignore_changes: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "or_default")]
    pub hide_diff: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "or_default")]
    pub replace_on_changes: Vec<String>,
    #[serde(skip_serializing_if = "Value::is_null")]
    pub replacement_trigger: Value,
    #[serde(skip_serializing_if = "is_false")]
    pub refresh_before_update: bool,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub view_of: String,
    #[serde(
        skip_serializing_if = "BTreeMap::is_empty",
        deserialize_with = "or_default"
    )]
    pub resource_hooks: BTreeMap<String, Vec<String>>,
    /// Members that Lumi has no use for, such as `stackTrace`.
    #[serde(flatten, skip_serializing)]
    pub others: Map<String, Value>,
}

/// Time limits in seconds; 0 for none.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default)]
pub struct StoredTimeouts {
    #[serde(skip_serializing_if = "is_zero")]
    pub create: f64,
    #[serde(skip_serializing_if = "is_zero")]
    pub update: f64,
    #[serde(skip_serializing_if = "is_zero")]
    pub delete: f64,
    #[serde(skip_serializing_if = "is_zero")]
    pub read: f64,
}

fn is_false(flag: &bool) -> bool {
    !flag
}

fn is_zero(seconds: &f64) -> bool {
    *seconds == 0.0
}

/// Pulumi writes null for empty lists and maps.
fn or_default<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: serde::Deserializer<'de>,
    T: Deserialize<'de> + Default,
{
    Option::<T>::deserialize(deserializer).map(Option::unwrap_or_default)
}

impl Checkpoint {
    /// Whether a document looks like a state of Pulumi, rather than an export of Lumi or a state of
    /// Terraform.
    pub fn is_one(document: &[u8]) -> bool {
        #[derive(Deserialize)]
        struct Members {
            deployment: Option<serde::de::IgnoredAny>,
            checkpoint: Option<serde::de::IgnoredAny>,
            #[serde(rename = "version")]
            _version: serde::de::IgnoredAny,
        }
        serde_json::from_slice::<Members>(document)
            .is_ok_and(|it| it.deployment.is_some() || it.checkpoint.is_some())
    }

    pub fn parse(document: &[u8]) -> Result<Self, CheckpointError> {
        let envelope: Envelope = serde_json::from_slice(document).map_err(CheckpointError::Json)?;
        if !VERSIONS.contains(&envelope.version) {
            return Err(CheckpointError::Version(envelope.version));
        }
        let mut features = envelope.features.into_iter();
        if let Some(other) = features.find(|it| !FEATURES.contains(&it.as_str())) {
            return Err(CheckpointError::Feature(other));
        }
        let latest = envelope.checkpoint.and_then(|it| it.latest);
        let deployment = envelope.deployment.or(latest).unwrap_or_default();
        Ok(Self { deployment })
    }

    /// The key that decrypts the secrets of the document.
    pub fn secrets_key(&self) -> SecretsKey {
        let is_sealed = self.resources().any(|it| {
            let members = it.inputs.values().chain(it.outputs.values());
            members.chain([&it.replacement_trigger]).any(has_ciphertext)
        });
        let providers = self.deployment.secrets_providers.as_ref();
        let kind = providers.map_or("", |it| it.kind.as_str());
        let salt = providers.and_then(|it| it.state.get("salt")?.as_str());
        match (is_sealed, kind, salt) {
            (false, ..) => SecretsKey::None,
            (true, "passphrase", Some(salt)) => SecretsKey::Passphrase(salt.to_owned()),
            (true, kind, _) => SecretsKey::Service(kind.to_owned()),
        }
    }

    /// All resources, also those of operations.
    pub(super) fn resources(&self) -> impl Iterator<Item = &StoredResource> {
        let operations = self.deployment.pending_operations.iter();
        let pending = operations.map(|it| &it.resource);
        self.deployment.resources.iter().chain(pending)
    }
}

fn has_ciphertext(value: &Value) -> bool {
    match value {
        Value::Object(members) => {
            let is_sealed = super::stored_value::is_secret(members)
                && members.contains_key(super::stored_value::CIPHERTEXT);
            is_sealed || members.values().any(has_ciphertext)
        }
        Value::Array(items) => items.iter().any(has_ciphertext),
        _ => false,
    }
}
