//! Failures of exports and imports.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::storage::StorageError;

#[derive(Debug, Error)]
pub enum TransferError {
    #[error("no platform has run in {}", .0.display())]
    NoPlatform(PathBuf),
    #[error("the platform in {} runs, and its functions change what it holds", .0.display())]
    Running(PathBuf),
    #[error("{} exists already", .0.display())]
    Exists(PathBuf),
    #[error("{} was not written to the end", .0.display())]
    Unfinished(PathBuf),
    #[error("{} was not written by `lumi platform export`", .0.display())]
    Foreign(PathBuf),
    #[error("{} is damaged after {entries} entries", .path.display())]
    Damaged { path: PathBuf, entries: u64 },
    #[error("the key does not open {}", .0.display())]
    WrongKey(PathBuf),
    #[error("{}: {source}", .path.display())]
    File { path: PathBuf, source: io::Error },
    #[error("functions take messages of {0}")]
    Taken(String),
    #[error("the target has no {0}")]
    NotDeployed(String),
    #[error("objects of the bucket {0} cannot be moved into this target")]
    NoBuckets(String),
    #[error("the data of the target cannot be used: {0}")]
    Target(String),
}

impl TransferError {
    /// The failure to use a file.
    pub fn file(path: &Path) -> impl Fn(io::Error) -> Self {
        move |source| Self::File {
            path: path.to_owned(),
            source,
        }
    }
}

impl From<StorageError> for TransferError {
    fn from(error: StorageError) -> Self {
        Self::Target(error.to_string())
    }
}

impl From<io::Error> for TransferError {
    fn from(error: io::Error) -> Self {
        Self::Target(error.to_string())
    }
}
