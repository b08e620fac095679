//! Errors of documents that are JSON, but not a state.

use thiserror::Error;

use lumi_graph::{Urn, ValueError};

use super::resource::Serial;

/// A contradiction in a document, or a value that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DocumentError {
    #[error("`{field}` of {place} cannot be read: {source}")]
    Unreadable {
        field: &'static str,
        place: String,
        source: Box<ValueError>,
    },
    #[error("what the provider of {0} keeps for itself cannot be read")]
    BadProviderData(String),
    #[error("it begins none or several of create, update, delete")]
    NotOneAction,
    #[error("it ends in none or several outcomes")]
    NotOneOutcome,
    #[error("`{urn}` has serial {}, as another one", .serial.0)]
    SameSerial { urn: Urn, serial: Serial },
    #[error("operation {0} is there twice")]
    SameOperation(u64),
}
