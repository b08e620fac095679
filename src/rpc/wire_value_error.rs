//! Errors of decoding values.

use thiserror::Error;

use lumi_graph::{MAX_DEPTH, UrnError};

/// Why a peer's message is not a value.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WireValueError {
    #[error("a value has no case, or one that this version of lumi does not know")]
    NoCase,
    #[error("{what} has no content")]
    NoContent { what: &'static str },
    #[error("an object has {keys} keys, but {values} values")]
    Uneven { keys: usize, values: usize },
    #[error("an object has the key {key:?} twice")]
    Twice { key: String },
    #[error("a value is nested deeper than {MAX_DEPTH} levels")]
    TooDeep,
    #[error("a secret holds another secret")]
    SecretInSecret,
    #[error("an archive holds {found}; it may hold assets and archives")]
    InArchive { found: &'static str },
    #[error("the JSON of a value cannot be read: {0}")]
    Json(String),
    #[error(transparent)]
    Urn(#[from] UrnError),
}
