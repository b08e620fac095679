//! The position of each part in the description of a package.

use std::fs::{self, Metadata};
use std::path::Path;
use std::time::UNIX_EPOCH;

use lumi_graph::sha256_hex;

/// The executable that a description was made of, as its size and its time of change tell.
#[derive(Clone, Copy, PartialEq, Eq, prost::Message)]
pub struct DescriptionKey {
    #[prost(uint64, tag = "1")]
    size: u64,
    /// Nanoseconds since the epoch.
    #[prost(uint64, tag = "2")]
    changed: u64,
}

impl DescriptionKey {
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

    /// The key of the package that the program makes of parameters; without any, the key itself.
    pub fn with_parameters(self, parameters: &[String]) -> Self {
        if parameters.is_empty() {
            return self;
        }
        let hash = sha256_hex(parameters.join("\0"));
        let hash =
            u64::from_str_radix(&hash[..16], 16).expect("BUG: a hash has hexadecimal digits");
        Self {
            size: self.size ^ hash,
            ..self
        }
    }

    /// The key of a program: the size of all of its sources, and the last change of one. Packages and hidden files do not
    /// count.
    pub fn of_sources(folder: &Path) -> Self {
        let mut key = Self::default();
        let mut folders = vec![folder.to_owned()];
        while let Some(folder) = folders.pop() {
            let entries = fs::read_dir(folder).into_iter().flatten().flatten();
            for entry in entries {
                let name = entry.file_name();
                let is_counted =
                    name != "node_modules" && !name.as_encoded_bytes().starts_with(b".");
                let metadata = entry.metadata().ok().filter(|_| is_counted);
                let Some(metadata) = metadata else { continue };
                if metadata.is_dir() {
                    folders.push(entry.path());
                    continue;
                }
                let Self { size, changed } = Self::of(&metadata);
                key.size = key.size.wrapping_add(size);
                key.changed = key.changed.max(changed);
            }
        }
        key
    }
}

/// The first part of a file.
#[derive(Clone, PartialEq, prost::Message)]
pub struct DescriptionIndex {
    #[prost(message, required, tag = "1")]
    pub key: DescriptionKey,
    /// Facts about all parts, in the encoding of their protocol.
    #[prost(bytes = "vec", tag = "2")]
    pub head: Vec<u8>,
    /// Sorted by kind and name.
    #[prost(message, repeated, tag = "3")]
    pub slices: Vec<DescriptionSlice>,
}

#[derive(Clone, PartialEq, prost::Message)]
pub struct DescriptionSlice {
    /// A number of the protocol: a resource, a function and the like.
    #[prost(int32, tag = "1")]
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

impl DescriptionIndex {
    pub fn of_kind(&self, kind: i32) -> &[DescriptionSlice] {
        let start = self.slices.partition_point(|it| it.kind < kind);
        let end = self.slices.partition_point(|it| it.kind <= kind);
        self.slices.get(start..end).unwrap_or_default()
    }

    pub fn find(&self, kind: i32, name: &str) -> Option<&DescriptionSlice> {
        let slices = self.of_kind(kind);
        let at = slices.binary_search_by(|it| it.name.as_str().cmp(name));
        slices.get(at.ok()?)
    }
}
