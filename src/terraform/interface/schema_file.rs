//! The schemas of a provider in a file, each of which is read alone.

use std::io;
use std::path::Path;

use lumi_provider::{
    DescriptionError, DescriptionFile, DescriptionKey, DescriptionMagic, DescriptionPart,
};
use prost::Message as _;

use crate::process::ProtocolVersion;
use crate::tfplugin6::ServerCapabilities;
use crate::tfplugin6::get_provider_schema::Response;

/// Another number stands for another layout.
const MAGIC: &DescriptionMagic = b"lumi schemas 3\n\0";

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(i32)]
pub enum SchemaKind {
    Provider = 0,
    Meta = 1,
    Resource = 2,
    DataSource = 3,
    Ephemeral = 4,
    Function = 5,
    List = 6,
}

/// Facts about all schemas.
#[derive(Clone, PartialEq, prost::Message)]
struct SchemaHead {
    /// The version of the protocol, which decides how schemas are encoded.
    #[prost(uint32, tag = "1")]
    protocol: u32,
    /// A message of what the provider can do beyond its schemas.
    #[prost(bytes = "vec", tag = "2")]
    capabilities: Vec<u8>,
}

/// An opened file.
pub struct SchemaFile {
    file: DescriptionFile,
    head: SchemaHead,
}

impl SchemaFile {
    /// Opens a file that was made of the executable with this key.
    pub fn open(path: &Path, key: DescriptionKey) -> Result<Self, DescriptionError> {
        let file = DescriptionFile::open(path, MAGIC, key)?;
        let head = file.head()?;
        Ok(Self { file, head })
    }

    /// Writes the answer of a provider, in the place of an older file at once.
    pub fn write(
        path: &Path,
        key: DescriptionKey,
        version: ProtocolVersion,
        answer: &Response,
    ) -> io::Result<()> {
        let capabilities = answer.server_capabilities.unwrap_or_default();
        let head = SchemaHead {
            protocol: match version {
                ProtocolVersion::Five => 5,
                ProtocolVersion::Six => 6,
            },
            capabilities: capabilities.encode_to_vec(),
        };
        DescriptionFile::write(path, MAGIC, key, &head, parts(answer))
    }

    /// How its schemas are encoded.
    pub fn version(&self) -> ProtocolVersion {
        match self.head.protocol {
            5 => ProtocolVersion::Five,
            _ => ProtocolVersion::Six,
        }
    }

    /// The abilities of the provider beyond its schemas; none if they cannot be read.
    pub fn capabilities(&self) -> ServerCapabilities {
        ServerCapabilities::decode(self.head.capabilities.as_slice()).unwrap_or_default()
    }

    /// A text that is another one for other schemas.
    pub fn fingerprint(&self) -> String {
        self.file.fingerprint()
    }

    /// The sorted names of one kind.
    pub fn names(&self, kind: SchemaKind) -> impl Iterator<Item = &str> {
        self.file.names(kind as i32)
    }

    /// The bytes of one schema; `None` if the provider has none of this name.
    pub fn read(&self, kind: SchemaKind, name: &str) -> Result<Option<Vec<u8>>, DescriptionError> {
        self.file.read(kind as i32, name)
    }
}

fn parts(answer: &Response) -> Vec<DescriptionPart<'_>> {
    let alone = [
        (SchemaKind::Provider, "", answer.provider.as_slice()),
        (SchemaKind::Meta, "", answer.provider_meta.as_slice()),
    ];
    let named = [
        (SchemaKind::Resource, &answer.resource_schemas),
        (SchemaKind::DataSource, &answer.data_source_schemas),
        (SchemaKind::Ephemeral, &answer.ephemeral_resource_schemas),
        (SchemaKind::Function, &answer.functions),
        (SchemaKind::List, &answer.list_resource_schemas),
    ];
    let named = named.into_iter().flat_map(|(kind, all)| {
        let each = all.iter();
        each.map(move |(name, bytes)| (kind, name.as_str(), bytes.as_slice()))
    });
    let all = alone.into_iter().chain(named);
    all.map(|(kind, name, bytes)| DescriptionPart {
        kind: kind as i32,
        name,
        bytes,
    })
    .collect()
}
