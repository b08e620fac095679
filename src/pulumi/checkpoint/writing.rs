//! The state of a stack as a document that `pulumi stack import` reads.

use std::collections::BTreeMap;

use chrono::{DateTime, SecondsFormat, Utc};
use data_encoding::HEXLOWER;
use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::{Map, Value as Json, json};
use sha2::{Digest, Sha256};

use lumi_graph::{Object, PathPart, PropertyPath, ResourceKind, SourcePosition, Urn, Value};
use lumi_state::{Action, Resource, Serial, StackState, Stage};

use super::checkpoint_error::{CheckpointError, ResourceFault};
use super::default_provider::{self, ProviderInputs};
use super::document::{
    Checkpoint, Deployment, Manifest, SecretsProviders, StoredOperation, StoredResource,
};
use super::original_types::OriginalTypes;
use super::resource_options;
use super::stored_value::{SecretForm, stored_object};
use crate::values::{pulumi_stack_urn, pulumi_type, pulumi_urn, stack_outputs};

/// The version of Pulumi whose documents these are.
const WRITER: &str = "v3.248.0";
const STACK: &str = "pulumi:pulumi:Stack";

/// A state to write, and the names and secrets of its document.
pub struct WrittenState<'a> {
    pub state: &'a StackState,
    pub project: &'a str,
    pub stack: &'a str,
    pub at: DateTime<Utc>,
    pub secrets: SecretForm<'a>,
    /// The salt of the passphrase, if secrets are encrypted.
    pub salt: Option<&'a str>,
}

impl Checkpoint {
    /// Converts a state.
    pub fn of(written: &WrittenState<'_>) -> Result<Self, CheckpointError> {
        let state = written.state;
        let has_resources = !state.resources.is_empty() || !state.pending.is_empty();
        // Pulumi deletes the resource of a stack with the last one in it.
        let is_there = has_resources || !state.outputs.is_empty();
        let stack = is_there.then(|| stack(written)).transpose()?;
        let mut writer = Writer {
            written,
            resources: stack.into_iter().collect(),
            providers: BTreeMap::new(),
        };
        for resource in in_order(written.state) {
            let stored = writer.resource(resource)?;
            writer.resources.push(stored);
        }
        let mut pending_operations = writer.operations()?;
        let types = OriginalTypes::of(written.state);
        let operations = pending_operations.iter_mut().map(|it| &mut it.resource);
        let all = writer.resources.iter_mut().chain(operations);
        all.for_each(|it| types.restore(it));
        let secrets_providers = written.salt.map(|salt| SecretsProviders {
            kind: "passphrase".to_owned(),
            state: json!({ "salt": salt }),
        });
        Ok(Self {
            deployment: Deployment {
                manifest: Manifest {
                    time: time(written.at),
                    magic: HEXLOWER.encode(&Sha256::digest(WRITER)),
                    version: WRITER.to_owned(),
                },
                secrets_providers,
                resources: writer.resources,
                pending_operations,
                metadata: Map::new(),
            },
        })
    }

    /// The text of an export.
    pub fn to_export(&self) -> Result<Vec<u8>, CheckpointError> {
        let features = self.features();
        let document = match features.is_empty() {
            true => json!({ "version": 3, "deployment": self.deployment }),
            false => json!({ "version": 4, "features": features, "deployment": self.deployment }),
        };
        let mut text = serde_json::to_vec_pretty(&document).map_err(CheckpointError::Json)?;
        text.push(b'\n');
        Ok(text)
    }
}

impl Checkpoint {
    /// The features that a reader of version 3 does not know, in the order of their names.
    fn features(&self) -> Vec<&'static str> {
        let uses = |is_used: fn(&StoredResource) -> bool| self.resources().any(is_used);
        let features = [
            ("hooks", uses(|it| !it.resource_hooks.is_empty())),
            ("replaceWith", uses(|it| !it.replace_with.is_empty())),
            ("taint", uses(|it| it.taint)),
        ];
        let used = features.into_iter().filter(|it| it.1);
        used.map(|it| it.0).collect()
    }
}

/// The resource of the stack, which has its outputs.
fn stack(written: &WrittenState<'_>) -> Result<StoredResource, CheckpointError> {
    let urn = pulumi_stack_urn(written.stack, written.project);
    let outputs = stored_object(&written.state.outputs, &written.secrets);
    let outputs = outputs.map_err(|source| CheckpointError::Resource {
        urn: urn.clone(),
        problem: ResourceFault::Value {
            place: "outputs".to_owned(),
            source,
        },
    })?;
    Ok(StoredResource {
        urn,
        kind: STACK.to_owned(),
        outputs,
        ..StoredResource::default()
    })
}

/// The stack that a reference names, as the program does.
fn referred_stack(resource: &Resource) -> Option<&str> {
    let is_reference = resource.urn.resource_type() == lumi_graph::STACK_REFERENCE;
    match resource.inputs.get("name") {
        Some(Value::String(asked)) if is_reference => Some(asked),
        _ => None,
    }
}

/// All resources, each behind what it needs; replaced ones are at the end, as no resource needs them.
fn in_order(state: &StackState) -> Vec<&Resource> {
    let mut all: Vec<&Resource> = state.resources.values().map(|it| &**it).collect();
    all.sort_by_key(|it| (it.stage == Stage::Replaced, it.order, it.serial));
    let mut by_urn: FxHashMap<&Urn, Vec<&Resource>> = FxHashMap::default();
    for &resource in &all {
        by_urn.entry(&resource.urn).or_default().push(resource);
    }
    let mut placed: FxHashSet<Serial> = FxHashSet::default();
    let mut ordered = Vec::with_capacity(all.len());
    // A stack on the heap: a chain of dependencies may be longer than the stack of the thread.
    for resource in all {
        let mut open = vec![(resource, false)];
        while let Some((resource, is_ready)) = open.pop() {
            if is_ready {
                ordered.push(resource);
                continue;
            }
            if !placed.insert(resource.serial) {
                continue;
            }
            open.push((resource, true));
            let needed = resource.all_dependencies().filter_map(|it| by_urn.get(it));
            let needed = needed.filter_map(|it| it.first());
            open.extend(needed.map(|it| (*it, false)));
        }
    }
    ordered
}

struct Writer<'a> {
    written: &'a WrittenState<'a>,
    resources: Vec<StoredResource>,
    /// The references of the default providers so far, by package, version and configuration.
    providers: BTreeMap<(String, Option<String>, Option<String>), String>,
}

impl Writer<'_> {
    fn resource(&mut self, resource: &Resource) -> Result<StoredResource, CheckpointError> {
        let urn = pulumi_urn(&resource.urn);
        self.converted(resource)
            .map_err(|problem| CheckpointError::Resource { urn, problem })
    }

    fn converted(&mut self, resource: &Resource) -> Result<StoredResource, ResourceFault> {
        let reference = referred_stack(resource);
        let mut outputs = Self::provided(resource, &resource.outputs);
        if let Some(asked) = reference {
            outputs = stack_outputs(outputs, asked);
        }
        let mut stored = StoredResource {
            urn: pulumi_urn(&resource.urn),
            custom: resource.kind != ResourceKind::Component,
            delete: resource.stage == Stage::Replaced,
            pending_replacement: resource.stage == Stage::AwaitingReplacement,
            id: reference
                .or(resource.id.as_deref())
                .unwrap_or_default()
                .to_owned(),
            kind: pulumi_type(resource.urn.resource_type()).into_owned(),
            inputs: self.object(&Self::provided(resource, &resource.inputs), "inputs")?,
            outputs: self.object(&outputs, "outputs")?,
            parent: self.parent(resource),
            external: resource.external,
            taint: resource.is_tainted(),
            provider: self.provider(resource)?,
            created: resource.created.map(time),
            modified: resource.modified.map(time),
            source_position: resource.source.as_ref().map(position).unwrap_or_default(),
            ..StoredResource::default()
        };
        let problems = resource.problems.iter();
        stored.init_errors = problems
            .filter(|it| *it != lumi_state::TAINT)
            .cloned()
            .collect();
        write_dependencies(resource, &mut stored);
        let secrets = &self.written.secrets;
        resource_options::write(&resource.options, &resource.urn, &mut stored, secrets)?;
        Ok(stored)
    }

    /// The values of a provider resource have its version among them.
    fn provided(resource: &Resource, object: &Object) -> Object {
        if resource.kind != ResourceKind::Provider {
            return object.clone();
        }
        let parts = ProviderInputs {
            settings: object.clone(),
            version: resource.options.version().map(str::to_owned),
            url: resource.options.plugin_download_url().map(str::to_owned),
            parameterization: resource.options.parameterization().cloned(),
        };
        parts.joined()
    }

    fn object(&self, object: &Object, field: &str) -> Result<Map<String, Json>, ResourceFault> {
        let written = stored_object(object, &self.written.secrets);
        written.map_err(|source| ResourceFault::Value {
            place: field.to_owned(),
            source,
        })
    }

    fn parent(&self, resource: &Resource) -> String {
        match &resource.parent {
            Some(parent) => pulumi_urn(parent),
            None => pulumi_stack_urn(self.written.stack, self.written.project),
        }
    }

    /// The reference of the provider; a default one is added where it is missing.
    fn provider(&mut self, resource: &Resource) -> Result<String, ResourceFault> {
        if resource.kind != ResourceKind::Custom {
            return Ok(String::new());
        }
        if let Some(urn) = &resource.provider {
            let mut all = self.written.state.resources.values();
            let is_same = |it: &&std::sync::Arc<Resource>| match resource.provider_serial {
                Some(serial) => it.serial == serial,
                None => it.urn == *urn && it.stage == Stage::Live,
            };
            let id = all.find(is_same).and_then(|it| it.id.clone());
            return Ok(format!("{}::{}", pulumi_urn(urn), id.unwrap_or_default()));
        }
        self.default_provider(resource)
    }

    fn default_provider(&mut self, resource: &Resource) -> Result<String, ResourceFault> {
        let kind = pulumi_type(resource.urn.resource_type());
        let package = kind.split(':').next().unwrap_or_default().to_owned();
        let version = resource.options.version().map(str::to_owned);
        let key = (package, version, resource.configuration.clone());
        if let Some(known) = self.providers.get(&key) {
            return Ok(known.clone());
        }
        let (package, version, configuration) = &key;
        let names = (self.written.stack, self.written.project);
        let (urn, kind) = default_provider::urn(names.0, names.1, package, version.as_deref());
        let state = self.written.state;
        let settings = state.configuration_of(resource).cloned();
        let inputs = ProviderInputs {
            settings: settings.unwrap_or_default(),
            version: version.clone(),
            url: resource.options.plugin_download_url().map(str::to_owned),
            parameterization: resource.options.parameterization().cloned(),
        };
        let inputs = self.object(&inputs.joined(), "inputs")?;
        let id = id_of(&format!(
            "{urn} {}",
            configuration.as_deref().unwrap_or_default()
        ));
        let provider = StoredResource {
            // Of two with one name, the second is kept for its objects alone.
            delete: self.resources.iter().any(|it| it.urn == urn),
            custom: true,
            id: id.clone(),
            outputs: inputs.clone(),
            inputs,
            kind,
            urn: urn.clone(),
            ..StoredResource::default()
        };
        self.resources.push(provider);
        let reference = format!("{urn}::{id}");
        self.providers.insert(key, reference.clone());
        Ok(reference)
    }

    fn operations(&mut self) -> Result<Vec<StoredOperation>, CheckpointError> {
        let mut operations = Vec::new();
        for pending in self.written.state.pending.values() {
            let (resource, kind) = match &pending.action {
                Action::Create { resource, .. } => (&**resource, "creating"),
                Action::Update { resource } => (&**resource, "updating"),
                Action::Delete { serial, .. } => match self.written.state.resources.get(serial) {
                    Some(resource) => (&**resource, "deleting"),
                    None => continue,
                },
            };
            operations.push(StoredOperation {
                resource: self.resource(resource)?,
                kind: kind.to_owned(),
            });
        }
        Ok(operations)
    }
}

/// The dependencies of each input, and the union of all.
fn write_dependencies(resource: &Resource, stored: &mut StoredResource) {
    let mut all: Vec<String> = Vec::new();
    let mut add = |urn: &Urn| {
        let urn = pulumi_urn(urn);
        if !all.contains(&urn) {
            all.push(urn.clone());
        }
        urn
    };
    for dependency in &resource.dependencies {
        let urn = add(&dependency.urn);
        let path = dependency.path.parse::<PropertyPath>().ok();
        let key = match path.and_then(|it| it.parts.into_iter().next()) {
            Some(PathPart::Key(key)) => key,
            _ => dependency.path.clone(),
        };
        let origins = stored.property_dependencies.entry(key).or_default();
        let origins = origins.get_or_insert_default();
        if !origins.contains(&urn) {
            origins.push(urn);
        }
    }
    for urn in &resource.depends_on {
        add(urn);
    }
    stored.dependencies = all;
}

fn position(source: &SourcePosition) -> String {
    let SourcePosition { file, line, column } = source;
    format!("project:///{file}#{line},{column}")
}

fn time(time: DateTime<Utc>) -> String {
    time.to_rfc3339_opts(SecondsFormat::AutoSi, true)
}

/// An id in the form of a UUID that is the same in each export.
fn id_of(text: &str) -> String {
    let digits = HEXLOWER.encode(&Sha256::digest(text)[..16]);
    let parts = [
        &digits[..8],
        &digits[8..12],
        &digits[12..16],
        &digits[16..20],
        &digits[20..],
    ];
    parts.join("-")
}
