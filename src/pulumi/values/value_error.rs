//! Why a value of `pulumirpc` cannot be converted to a value of Lumi, or back.

use thiserror::Error;

use lumi_graph::{MAX_DEPTH, UrnError};

/// Why a value cannot be converted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PulumiValueError {
    #[error("an object has the signature `{0}`, which this version of lumi does not know")]
    Signature(String),
    #[error("{what} lacks its `{member}`, or has another kind of value there")]
    Member {
        what: &'static str,
        member: &'static str,
    },
    #[error("{what} has no content")]
    NoContent { what: &'static str },
    #[error("an object has the key {key:?} twice")]
    Twice { key: String },
    #[error("a value is nested deeper than {MAX_DEPTH} levels")]
    TooDeep,
    #[error("an archive holds {found}; it may hold assets and archives")]
    InArchive { found: &'static str },
    #[error(
        "an asset contains binary data, which Pulumi's protocol cannot transfer; write it to a \
         file and pass that as an asset"
    )]
    Bytes,
    #[error(
        "an object has the key `{}`, which has a meaning of its own in Pulumi's protocol",
        super::signature::KEY
    )]
    ReservedKey,
    #[error("{0} cannot be given to a provider of Pulumi")]
    Ephemeral(String),
    #[error(transparent)]
    Urn(#[from] UrnError),
}
