//! Hashes of content.

use std::io::{self, Read, Write};

use lumi_graph::hex;
use sha2::{Digest as _, Sha256};

/// The size of one read, in bytes.
const CHUNK: usize = 256 << 10;

/// SHA-256 and length of content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Digest {
    /// In lower-case hex.
    pub sha256: String,
    /// In bytes.
    pub size: u64,
}

impl Digest {
    /// Reads to the end and copies everything to `sink`.
    pub fn copying(source: &mut dyn Read, sink: &mut dyn Write) -> io::Result<Self> {
        let mut hasher = Sha256::new();
        let mut size = 0;
        let mut chunk = vec![0; CHUNK];
        loop {
            match source.read(&mut chunk) {
                Ok(0) => break,
                Ok(length) => {
                    hasher.update(&chunk[..length]);
                    sink.write_all(&chunk[..length])?;
                    size += length as u64;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(Self {
            sha256: hex(hasher.finalize()),
            size,
        })
    }

    pub fn of(source: &mut dyn Read) -> io::Result<Self> {
        Self::copying(source, &mut io::sink())
    }
}

/// The combined hash of files: SHA-256 over each name, a NUL and the file's hash, in the order of
/// names. For a folder it equals the SDK's hash of its archive.
pub fn members_sha256<'a>(members: impl IntoIterator<Item = (&'a str, &'a str)>) -> String {
    let mut members: Vec<_> = members.into_iter().collect();
    members.sort_unstable();
    let mut hasher = Sha256::new();
    for (name, sha256) in members {
        hasher.update(name);
        hasher.update([0]);
        hasher.update(sha256);
    }
    hex(hasher.finalize())
}
