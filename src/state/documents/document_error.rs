//! Errors of documents that are JSON, but not a state.

use thiserror::Error;

use lumi_graph::{Urn, ValueError};

use crate::resource::Serial;

/// A contradiction in a document, or a value that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DocumentError {
    #[error("`{field}` of {place} cannot be read: {source}")]
    Unreadable {
        field: &'static str,
        place: String,
        source: Box<ValueError>,
    },
    #[error("the private data of {0}'s provider cannot be read")]
    BadProviderData(String),
    #[error("it begins none or several of create, update, delete")]
    NotOneAction,
    #[error("it ends in none or several outcomes")]
    NotOneOutcome,
    #[error("`{urn}` has serial {}, which another resource has too", .serial.0)]
    SameSerial { urn: Urn, serial: Serial },
    #[error("operation {0} occurs twice")]
    SameOperation(u64),
}
