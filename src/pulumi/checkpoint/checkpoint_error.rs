//! Why a document of Pulumi cannot be taken over.

use thiserror::Error;

use lumi_graph::{EscapedText, SealError, UrnError};

use crate::values::PulumiValueError;

/// A fault of a document; contains no values of it.
#[derive(Debug, Error)]
pub enum CheckpointError {
    #[error("it is not a state of Pulumi: {0}")]
    Json(serde_json::Error),
    #[error(
        "it has version {0} of the format, and lumi reads 3 and 4; `pulumi stack export` of the present CLI writes it anew"
    )]
    Version(u64),
    #[error("it uses `{}`, which lumi has no counterpart of", EscapedText::short(.0))]
    Feature(String),
    #[error("it has resources of several stacks or projects, such as `{}`", EscapedText::short(.0))]
    SeveralStacks(String),
    #[error("{0}")]
    Urn(#[from] UrnError),
    #[error("`{}`: {problem}", EscapedText::short(.urn))]
    Resource { urn: String, problem: ResourceFault },
}

#[derive(Debug, Error)]
pub enum ResourceFault {
    #[error("`{}`: {source}", EscapedText::short(.place))]
    Value { place: String, source: ValueFault },
    #[error(transparent)]
    Urn(#[from] UrnError),
    #[error("it is a view of `{}`, which lumi has no counterpart of", EscapedText::short(.0))]
    View(String),
    #[error("its `provider` is `{}`, and the document has no such provider", EscapedText::short(.0))]
    NoProvider(String),
    #[error("its time `{}` is none", EscapedText::short(.0))]
    Time(String),
}

#[derive(Debug, Error)]
pub enum ValueFault {
    #[error(transparent)]
    Value(#[from] PulumiValueError),
    #[error("a secret cannot be decrypted: {0}")]
    Sealed(#[from] SealError),
    #[error("a secret has neither a text nor a ciphertext that can be read")]
    Secret,
}
