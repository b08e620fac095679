//! All schemas of a provider, each read when it is needed.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;
use thiserror::Error;

use crate::interface::{SchemaFile, SchemaKind};
use crate::process::ProtocolVersion;
use crate::tfplugin6::{ServerCapabilities, get_provider_schema};

use super::block::Schema;
use super::function_signature::FunctionSignature;
use super::read::read;

/// Why a schema cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SchemaError {
    #[error("a schema of the provider cannot be read; this is a bug in the provider")]
    Unreadable,
    #[error("a schema of the provider is nested too deeply")]
    TooDeep,
    #[error("the schema of `{name}` cannot be used: {reason}; this is a bug in the provider")]
    Wrong { name: String, reason: String },
    #[error("the provider has no {kind} `{name}`{}", did_you_mean(nearest.as_ref()))]
    Unknown {
        /// `resource` or `data source`, for example.
        kind: &'static str,
        name: String,
        nearest: Option<String>,
    },
}

fn did_you_mean(nearest: Option<&String>) -> String {
    nearest.map_or_else(String::new, |it| format!("; did you mean `{it}`?"))
}

impl SchemaError {
    pub fn wrong(name: &str, reason: impl Into<String>) -> Self {
        Self::Wrong {
            name: name.to_owned(),
            reason: reason.into(),
        }
    }
}

/// The abilities of a provider beyond its schemas.
pub type ServerFacts = ServerCapabilities;

/// The schemas of a provider as its answer has them, or a file that was made of one. Thousands of them are kept as
/// bytes, or stay in the file.
pub struct Schemas {
    version: ProtocolVersion,
    facts: ServerFacts,
    provider: Vec<u8>,
    meta: Vec<u8>,
    resources: Slices,
    data_sources: Slices,
    ephemerals: Slices,
    lists: Slices,
    functions: SliceSource,
}

/// The places of schemas of one kind.
enum SliceSource {
    Answer(HashMap<String, Vec<u8>>),
    File(Arc<SchemaFile>, SchemaKind),
}

impl SliceSource {
    fn bytes(&self, name: &str) -> Result<Option<Cow<'_, [u8]>>, SchemaError> {
        match self {
            Self::Answer(all) => Ok(all.get(name).map(|it| Cow::Borrowed(it.as_slice()))),
            Self::File(file, kind) => {
                let read = file.read(*kind, name);
                let read = read.map_err(|_| SchemaError::Unreadable)?;
                Ok(read.map(Cow::Owned))
            }
        }
    }

    /// The sorted names.
    fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = match self {
            Self::Answer(all) => all.keys().map(String::as_str).collect(),
            Self::File(file, kind) => file.names(*kind).collect(),
        };
        names.sort_unstable();
        names
    }
}

struct Slices {
    kind: &'static str,
    source: SliceSource,
    read: Mutex<HashMap<String, Arc<Schema>>>,
}

impl Slices {
    fn new(kind: &'static str, source: SliceSource) -> Self {
        Self {
            kind,
            source,
            read: Mutex::default(),
        }
    }

    fn get(&self, name: &str, version: ProtocolVersion) -> Result<Arc<Schema>, SchemaError> {
        if let Some(schema) = self.read.lock().get(name) {
            return Ok(Arc::clone(schema));
        }
        let Some(bytes) = self.source.bytes(name)? else {
            return Err(unknown(self.kind, name, &self.source));
        };
        let schema = Arc::new(read(version, &bytes)?);
        self.read
            .lock()
            .insert(name.to_owned(), Arc::clone(&schema));
        Ok(schema)
    }

    fn names(&self) -> Vec<&str> {
        self.source.names()
    }
}

fn unknown(kind: &'static str, name: &str, source: &SliceSource) -> SchemaError {
    let nearest = lumi_graph::nearest(name, source.names(), 0.7);
    SchemaError::Unknown {
        kind,
        name: name.to_owned(),
        nearest: nearest.map(str::to_owned),
    }
}

impl Schemas {
    /// Takes an answer. Its diagnostics are the caller's.
    pub fn new(version: ProtocolVersion, answer: get_provider_schema::Response) -> Self {
        Self {
            version,
            facts: answer.server_capabilities.unwrap_or_default(),
            provider: answer.provider,
            meta: answer.provider_meta,
            resources: Slices::new("resource", SliceSource::Answer(answer.resource_schemas)),
            data_sources: Slices::new(
                "data source",
                SliceSource::Answer(answer.data_source_schemas),
            ),
            ephemerals: Slices::new(
                "ephemeral resource",
                SliceSource::Answer(answer.ephemeral_resource_schemas),
            ),
            lists: Slices::new(
                "list resource",
                SliceSource::Answer(answer.list_resource_schemas),
            ),
            functions: SliceSource::Answer(answer.functions),
        }
    }

    /// The schemas of a file; each is read when it is needed.
    pub fn stored(file: SchemaFile) -> Result<Self, SchemaError> {
        let file = Arc::new(file);
        let alone = |kind| {
            let read = file.read(kind, "").map_err(|_| SchemaError::Unreadable)?;
            Ok::<_, SchemaError>(read.unwrap_or_default())
        };
        let source = |kind| SliceSource::File(Arc::clone(&file), kind);
        Ok(Self {
            version: file.version(),
            facts: file.capabilities(),
            provider: alone(SchemaKind::Provider)?,
            meta: alone(SchemaKind::Meta)?,
            resources: Slices::new("resource", source(SchemaKind::Resource)),
            data_sources: Slices::new("data source", source(SchemaKind::DataSource)),
            ephemerals: Slices::new("ephemeral resource", source(SchemaKind::Ephemeral)),
            lists: Slices::new("list resource", source(SchemaKind::List)),
            functions: source(SchemaKind::Function),
        })
    }

    pub fn facts(&self) -> &ServerFacts {
        &self.facts
    }

    /// The configuration of the provider.
    pub fn provider(&self) -> Result<Schema, SchemaError> {
        read(self.version, &self.provider)
    }

    /// Whether requests carry what modules tell the provider; Lumi tells nothing.
    pub fn has_meta(&self) -> bool {
        !self.meta.is_empty()
    }

    pub fn resource(&self, name: &str) -> Result<Arc<Schema>, SchemaError> {
        self.resources.get(name, self.version)
    }

    pub fn data_source(&self, name: &str) -> Result<Arc<Schema>, SchemaError> {
        self.data_sources.get(name, self.version)
    }

    pub fn ephemeral(&self, name: &str) -> Result<Arc<Schema>, SchemaError> {
        self.ephemerals.get(name, self.version)
    }

    /// The configuration of a listing.
    pub fn list(&self, name: &str) -> Result<Arc<Schema>, SchemaError> {
        self.lists.get(name, self.version)
    }

    pub fn function(&self, name: &str) -> Result<FunctionSignature, SchemaError> {
        match self.functions.bytes(name)? {
            Some(bytes) => FunctionSignature::read(name, &bytes),
            None => Err(unknown("function", name, &self.functions)),
        }
    }

    /// The sorted names of all resources.
    pub fn resources(&self) -> Vec<&str> {
        self.resources.names()
    }

    pub fn data_sources(&self) -> Vec<&str> {
        self.data_sources.names()
    }

    pub fn ephemerals(&self) -> Vec<&str> {
        self.ephemerals.names()
    }

    pub fn functions(&self) -> Vec<&str> {
        self.functions.names()
    }
}
