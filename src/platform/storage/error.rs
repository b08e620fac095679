//! Failures of the storage.

use std::io;

use thiserror::Error;

#[derive(Debug, Error)]
pub enum StorageError {
    #[error("{0}")]
    Name(String),
    #[error("{0:?} is no longer there: the deployment that made it has removed it")]
    Removed(String),
    #[error("the platform cannot use its files: {0}")]
    Io(#[from] io::Error),
}

impl StorageError {
    /// The error of a value that fails its checksum.
    pub fn damaged(name: &str) -> Self {
        let problem = format!("what is stored as {name:?} is damaged");
        Self::Io(io::Error::new(io::ErrorKind::InvalidData, problem))
    }
}

impl From<StorageError> for io::Error {
    fn from(error: StorageError) -> Self {
        match error {
            StorageError::Io(error) => error,
            StorageError::Name(text) => Self::new(io::ErrorKind::InvalidInput, text),
            removed @ StorageError::Removed(_) => Self::other(removed.to_string()),
        }
    }
}
