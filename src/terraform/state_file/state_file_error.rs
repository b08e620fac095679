//! Why a state file cannot be used.

use thiserror::Error;

use crate::cty::ValueError;

/// Messages never repeat values, which may be secret.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StateFileError {
    #[error("it is not a state of Terraform or OpenTofu: {0}")]
    NotAState(String),
    #[error(
        "it is encrypted by OpenTofu, which alone can read it: `tofu state pull | lumi import --from -`"
    )]
    Encrypted,
    #[error(
        "it has version {0} of the format, which is older than 4: `terraform apply -refresh-only` or \
         `tofu apply -refresh-only` of a current version writes it anew"
    )]
    OldVersion(String),
    #[error("it has version {0} of the format; this version of lumi reads version 4")]
    NewVersion(String),
    #[error(
        "{0} has attributes in the form of Terraform before 0.12: `terraform apply -refresh-only` of a \
         current version writes them anew"
    )]
    FlatAttributes(String),
    #[error("{place} {reason}")]
    BadMember { place: String, reason: String },
    #[error("{0} is in it twice")]
    Twice(String),
}

impl From<ValueError> for StateFileError {
    fn from(error: ValueError) -> Self {
        Self::NotAState(error.to_string())
    }
}
