//! Where each schema is in a file of schemas.

use std::fs::Metadata;
use std::time::UNIX_EPOCH;

/// What a file of schemas was made of: an executable, as its size and its time of change tell.
#[derive(Clone, Copy, PartialEq, Eq, prost::Message)]
pub struct SchemaKey {
    #[prost(uint64, tag = "1")]
    size: u64,
    /// Nanoseconds since the epoch.
    #[prost(uint64, tag = "2")]
    changed: u64,
}

impl SchemaKey {
    /// The key of an executable.
    pub fn of(program: &Metadata) -> Self {
        let changed = program.modified().ok();
        let changed = changed.and_then(|it| it.duration_since(UNIX_EPOCH).ok());
        let changed = changed.unwrap_or_default().as_nanos();
        Self {
            size: program.len(),
            changed: u64::try_from(changed).unwrap_or(u64::MAX),
        }
    }
}

/// What a schema is one of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, prost::Enumeration)]
#[repr(i32)]
pub enum SchemaKind {
    Provider = 0,
    Meta = 1,
    Resource = 2,
    DataSource = 3,
    Ephemeral = 4,
    Function = 5,
}

/// The first part of a file.
#[derive(Clone, PartialEq, prost::Message)]
pub struct SchemaIndex {
    #[prost(message, required, tag = "1")]
    pub key: SchemaKey,
    /// The version of the protocol, which decides how schemas are encoded.
    #[prost(uint32, tag = "2")]
    pub protocol: u32,
    /// A message of what the provider can do beyond its schemas.
    #[prost(bytes = "vec", tag = "3")]
    pub capabilities: Vec<u8>,
    /// Sorted by kind and name.
    #[prost(message, repeated, tag = "4")]
    pub slices: Vec<SchemaSlice>,
}

#[derive(Clone, PartialEq, prost::Message)]
pub struct SchemaSlice {
    #[prost(enumeration = "SchemaKind", tag = "1")]
    pub kind: i32,
    #[prost(string, tag = "2")]
    pub name: String,
    /// Counted from the end of the index.
    #[prost(uint64, tag = "3")]
    pub start: u64,
    #[prost(uint32, tag = "4")]
    pub length: u32,
    #[prost(fixed32, tag = "5")]
    pub checksum: u32,
}

impl SchemaIndex {
    /// The slices of one kind.
    pub fn of_kind(&self, kind: SchemaKind) -> &[SchemaSlice] {
        let kind = kind as i32;
        let start = self.slices.partition_point(|it| it.kind < kind);
        let end = self.slices.partition_point(|it| it.kind <= kind);
        self.slices.get(start..end).unwrap_or_default()
    }

    pub fn find(&self, kind: SchemaKind, name: &str) -> Option<&SchemaSlice> {
        let slices = self.of_kind(kind);
        let at = slices.binary_search_by(|it| it.name.as_str().cmp(name));
        slices.get(at.ok()?)
    }
}
