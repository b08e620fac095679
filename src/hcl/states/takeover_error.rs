//! Why a state cannot be taken over.

use thiserror::Error;

use crate::syntax::Diagnostic;

/// Nothing was taken over.
#[derive(Debug, Error)]
pub enum TakeoverError {
    /// The configuration cannot be evaluated; the errors come first.
    #[error("the configuration cannot be evaluated with the objects of the state")]
    Configuration(Vec<Diagnostic>),
    #[error("the provider `{provider}` of `{address}` is not one of the configuration")]
    NoProvider { address: String, provider: String },
    #[error("`{address}`: {reason}")]
    NoType { address: String, reason: String },
    #[error(
        "the configuration has no block for `{configuration}`, which `{address}` was made with"
    )]
    NoConfiguration {
        address: String,
        configuration: String,
    },
    #[error(
        "`{address}` was written by a newer version of its provider: with version {written} of its schema, and the \
         installed one has version {installed}"
    )]
    NewerSchema {
        address: String,
        written: i64,
        installed: i64,
    },
    #[error("the inputs of `{0}` are not known from the state alone")]
    UnknownConfiguration(String),
    #[error("`{address}` cannot be named: {reason}")]
    Unnameable { address: String, reason: String },
    #[error("the evaluation was interrupted")]
    Interrupted,
}

impl TakeoverError {
    /// Advice to the user.
    pub fn advice(&self) -> Option<String> {
        Some(match self {
            Self::NoProvider { provider, .. } => format!(
                "add it to `required_providers`, and run `lumi install`; to give the object up instead, run \
                 `tofu state rm` of it, and `{provider}` is not needed"
            ),
            Self::NoType { .. } => "the installed version of its provider may be another one than that of the state: \
                                    see `required_providers`"
                .to_owned(),
            Self::NoConfiguration { .. } => {
                "put the block `provider` back until the object is deleted, as OpenTofu needs it, too".to_owned()
            }
            Self::UnknownConfiguration(_) => {
                "`tofu apply -refresh-only` writes the answers of data sources into the state".to_owned()
            }
            Self::NewerSchema { .. } => "`lumi update` takes newer versions".to_owned(),
            _ => return None,
        })
    }
}
