//! A schema in a file, each part of which is read alone.

use std::collections::HashSet;
use std::io;
use std::path::Path;

use lumi_provider::{
    DescriptionError, DescriptionFile, DescriptionKey, DescriptionMagic, DescriptionPart,
};
use serde::de::DeserializeOwned;

use super::schema_document::{FunctionHead, ResourceHead, SchemaDocument, TypeHead};

/// Another number stands for another layout.
const MAGIC: &DescriptionMagic = b"pulumi schema 1\n";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum PartKind {
    Provider = 0,
    Resource = 1,
    ResourceWithMethods = 2,
    Component = 3,
    ComponentWithMethods = 4,
    Function = 5,
    /// A function that belongs to a resource.
    Method = 6,
    Type = 7,
    Enum = 8,
}

impl PartKind {
    pub const RESOURCES: [Self; 4] = [
        Self::Resource,
        Self::ResourceWithMethods,
        Self::Component,
        Self::ComponentWithMethods,
    ];
}

/// Facts about the whole schema.
#[derive(Clone, PartialEq, prost::Message)]
pub struct SchemaHead {
    #[prost(string, tag = "1")]
    pub name: String,
    #[prost(string, tag = "2")]
    pub version: String,
    #[prost(string, tag = "3")]
    pub description: String,
    /// How modules are found in tokens.
    #[prost(string, tag = "4")]
    pub module_format: String,
}

/// An opened file.
pub struct PulumiSchemaFile {
    file: DescriptionFile,
    head: SchemaHead,
}

impl PulumiSchemaFile {
    /// Opens a file that was made of the executable with this key.
    pub fn open(path: &Path, key: DescriptionKey) -> Result<Self, DescriptionError> {
        let file = DescriptionFile::open(path, MAGIC, key)?;
        let head = file.head()?;
        Ok(Self { file, head })
    }

    /// Writes a schema in JSON, in the place of an older file at once.
    pub fn write(path: &Path, key: DescriptionKey, schema: &str) -> io::Result<()> {
        let document: SchemaDocument<'_> = serde_json::from_str(schema)?;
        let head = SchemaHead {
            name: document.name.clone(),
            version: document.version.clone(),
            description: document.description.clone(),
            module_format: document
                .meta
                .as_ref()
                .map(|it| it.module_format.clone())
                .unwrap_or_default(),
        };
        let parts = parts(&document)?;
        DescriptionFile::write(path, MAGIC, key, &head, parts)
    }

    pub fn head(&self) -> &SchemaHead {
        &self.head
    }

    /// A text that differs for different schemas.
    pub fn fingerprint(&self) -> String {
        self.file.fingerprint()
    }

    /// The sorted tokens of one kind.
    pub fn tokens(&self, kind: PartKind) -> impl Iterator<Item = &str> {
        self.file.names(kind as i32)
    }

    /// One part; `None` if the package has none with this token.
    pub fn read<T: DeserializeOwned>(
        &self,
        kind: PartKind,
        token: &str,
    ) -> Result<Option<T>, DescriptionError> {
        let Some(bytes) = self.file.read(kind as i32, token)? else {
            return Ok(None);
        };
        let read = serde_json::from_slice(&bytes);
        read.map(Some).map_err(|error| DescriptionError::Unusable {
            name: token.to_owned(),
            reason: error.to_string(),
        })
    }
}

fn parts<'d>(document: &'d SchemaDocument<'_>) -> io::Result<Vec<DescriptionPart<'d>>> {
    let mut parts = Vec::new();
    let mut methods = HashSet::new();
    for (token, text) in &document.resources {
        let head: ResourceHead = serde_json::from_str(text.get())?;
        if head.is_overlay {
            continue;
        }
        let kind = match (head.is_component, head.methods.is_empty()) {
            (false, true) => PartKind::Resource,
            (false, false) => PartKind::ResourceWithMethods,
            (true, true) => PartKind::Component,
            (true, false) => PartKind::ComponentWithMethods,
        };
        methods.extend(head.methods.into_values());
        parts.push((kind, token, text));
    }
    // Methods of the provider resource belong to the package `pulumi`.
    let is_own = |token: &&String| token.split(':').next() == Some(document.name.as_str());
    for (token, text) in document.functions.iter().filter(|it| is_own(&it.0)) {
        let head: FunctionHead = serde_json::from_str(text.get())?;
        match (head.is_overlay, methods.contains(token)) {
            (true, _) => {}
            (false, true) => parts.push((PartKind::Method, token, text)),
            (false, false) => parts.push((PartKind::Function, token, text)),
        }
    }
    for (token, text) in &document.types {
        let head: TypeHead = serde_json::from_str(text.get())?;
        match (head.is_overlay, head.choices) {
            (true, _) => {}
            (false, Some(_)) => parts.push((PartKind::Enum, token, text)),
            (false, None) => parts.push((PartKind::Type, token, text)),
        }
    }
    let provider = document.provider.iter().map(|text| DescriptionPart {
        kind: PartKind::Provider as i32,
        name: "",
        bytes: text.get().as_bytes(),
    });
    let parts = parts
        .into_iter()
        .map(|(kind, token, text)| DescriptionPart {
            kind: kind as i32,
            name: token,
            bytes: text.get().as_bytes(),
        });
    Ok(provider.chain(parts).collect())
}
