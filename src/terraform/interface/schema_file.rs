//! The schemas of a provider in a file, each of which is read alone.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use parking_lot::Mutex;
use prost::Message as _;
use thiserror::Error;

use crate::process::ProtocolVersion;
use crate::tfplugin6::ServerCapabilities;
use crate::tfplugin6::get_provider_schema::Response;

use super::schema_index::{SchemaIndex, SchemaKey, SchemaKind, SchemaSlice};

/// The first bytes of a file. Another number stands for another layout.
const MAGIC: &[u8; 16] = b"lumi schemas 1\n\0";

/// The magic bytes, the length of the index, and its checksum.
const HEAD: usize = MAGIC.len() + 4 + 4;

/// The maximum size of an index in bytes: that of some hundred thousand schemas.
const MAX_INDEX: u32 = 64 << 20;

/// Why a file of schemas cannot be used.
#[derive(Debug, Error)]
pub enum SchemaFileError {
    #[error("{} cannot be read: {error}", path.display())]
    Unreadable { path: PathBuf, error: io::Error },
    #[error("{} is damaged", path.display())]
    Damaged { path: PathBuf },
    #[error("{} is of another provider", path.display())]
    Foreign { path: PathBuf },
}

/// An opened file, of which the index alone is in memory.
pub struct SchemaFile {
    path: PathBuf,
    file: Mutex<File>,
    index: SchemaIndex,
    /// Where the first slice begins.
    start: u64,
}

impl SchemaFile {
    /// Opens a file that was made of the executable with this key.
    pub fn open(path: &Path, key: SchemaKey) -> Result<Self, SchemaFileError> {
        let failed = |error| SchemaFileError::Unreadable {
            path: path.to_owned(),
            error,
        };
        let damaged = || SchemaFileError::Damaged {
            path: path.to_owned(),
        };
        let mut file = File::open(path).map_err(failed)?;
        let length = file.metadata().map_err(failed)?.len();
        let mut head = [0; HEAD];
        file.read_exact(&mut head).map_err(|_| damaged())?;
        let (magic, numbers) = head.split_at(MAGIC.len());
        let number = |at: usize| {
            let bytes = numbers.get(at..at + 4).and_then(|it| it.try_into().ok());
            u32::from_le_bytes(bytes.unwrap_or_default())
        };
        let (size, checksum) = (number(0), number(4));
        let start = HEAD as u64 + u64::from(size);
        if magic != MAGIC || size > MAX_INDEX || start > length {
            return Err(damaged());
        }
        let mut bytes = vec![0; size as usize];
        file.read_exact(&mut bytes).map_err(failed)?;
        if crc32fast::hash(&bytes) != checksum {
            return Err(damaged());
        }
        let index = SchemaIndex::decode(bytes.as_slice()).map_err(|_| damaged())?;
        let ends = index.slices.iter();
        let ends = ends.map(|it| it.start.saturating_add(u64::from(it.length)));
        if ends.max().unwrap_or(0) != length - start {
            return Err(damaged());
        }
        if index.key != key {
            return Err(SchemaFileError::Foreign {
                path: path.to_owned(),
            });
        }
        Ok(Self {
            path: path.to_owned(),
            file: Mutex::new(file),
            index,
            start,
        })
    }

    /// Writes the answer of a provider, in the place of an older file at once.
    pub fn write(
        path: &Path,
        key: SchemaKey,
        version: ProtocolVersion,
        answer: &Response,
    ) -> io::Result<()> {
        let mut index = SchemaIndex {
            key,
            protocol: match version {
                ProtocolVersion::Five => 5,
                ProtocolVersion::Six => 6,
            },
            capabilities: answer
                .server_capabilities
                .unwrap_or_default()
                .encode_to_vec(),
            slices: Vec::new(),
        };
        let all = slices(answer);
        let mut start = 0;
        for (kind, name, bytes) in &all {
            index.slices.push(SchemaSlice {
                kind: *kind as i32,
                name: (*name).to_owned(),
                start,
                length: u32::try_from(bytes.len()).map_err(io::Error::other)?,
                checksum: crc32fast::hash(bytes),
            });
            start += bytes.len() as u64;
        }
        let index = index.encode_to_vec();
        let size = u32::try_from(index.len()).map_err(io::Error::other)?;
        let folder = path.parent().unwrap_or(path);
        std::fs::create_dir_all(folder)?;
        let file = tempfile::NamedTempFile::new_in(folder)?;
        let mut out = io::BufWriter::new(file);
        out.write_all(MAGIC)?;
        out.write_all(&size.to_le_bytes())?;
        out.write_all(&crc32fast::hash(&index).to_le_bytes())?;
        out.write_all(&index)?;
        for (_, _, bytes) in &all {
            out.write_all(bytes)?;
        }
        let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.persist(path).map_err(|it| it.error)?;
        Ok(())
    }

    /// How its schemas are encoded.
    pub fn version(&self) -> ProtocolVersion {
        match self.index.protocol {
            5 => ProtocolVersion::Five,
            _ => ProtocolVersion::Six,
        }
    }

    /// What the provider can do beyond its schemas; nothing if that cannot be read.
    pub fn capabilities(&self) -> ServerCapabilities {
        ServerCapabilities::decode(self.index.capabilities.as_slice()).unwrap_or_default()
    }

    /// A text that is another one for other schemas.
    pub fn fingerprint(&self) -> String {
        format!("{:08x}", crc32fast::hash(&self.index.encode_to_vec()))
    }

    /// The sorted names of one kind.
    pub fn names(&self, kind: SchemaKind) -> impl Iterator<Item = &str> {
        self.index.of_kind(kind).iter().map(|it| it.name.as_str())
    }

    /// The bytes of one schema; `None` if the provider has none of this name.
    pub fn read(&self, kind: SchemaKind, name: &str) -> Result<Option<Vec<u8>>, SchemaFileError> {
        let Some(slice) = self.index.find(kind, name) else {
            return Ok(None);
        };
        let mut bytes = vec![0; slice.length as usize];
        let mut file = self.file.lock();
        let place = SeekFrom::Start(self.start.saturating_add(slice.start));
        let read = file.seek(place).and_then(|_| file.read_exact(&mut bytes));
        drop(file);
        read.map_err(|error| SchemaFileError::Unreadable {
            path: self.path.clone(),
            error,
        })?;
        match crc32fast::hash(&bytes) == slice.checksum {
            true => Ok(Some(bytes)),
            false => Err(SchemaFileError::Damaged {
                path: self.path.clone(),
            }),
        }
    }
}

/// All schemas of an answer, in the order of the index.
fn slices(answer: &Response) -> Vec<(SchemaKind, &str, &[u8])> {
    let alone = [
        (SchemaKind::Provider, "", answer.provider.as_slice()),
        (SchemaKind::Meta, "", answer.provider_meta.as_slice()),
    ];
    let named = [
        (SchemaKind::Resource, &answer.resource_schemas),
        (SchemaKind::DataSource, &answer.data_source_schemas),
        (SchemaKind::Ephemeral, &answer.ephemeral_resource_schemas),
        (SchemaKind::Function, &answer.functions),
    ];
    let named = named.into_iter().flat_map(|(kind, all)| {
        let each = all.iter();
        each.map(move |(name, bytes)| (kind, name.as_str(), bytes.as_slice()))
    });
    let mut all: Vec<_> = alone.into_iter().chain(named).collect();
    all.sort_unstable_by_key(|(kind, name, _)| (*kind as i32, *name));
    all
}
