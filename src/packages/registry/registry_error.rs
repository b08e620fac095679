//! Failures of registries.

use thiserror::Error;

use crate::fetch::FetchError;
use crate::signature::SignatureError;
use crate::{PackageId, Platform, ProviderAddress};

/// Why a registry did not give what was asked for.
#[derive(Debug, Error)]
pub enum RegistryError {
    #[error(transparent)]
    Fetch(Box<FetchError>),
    #[error(
        "{0} has no registry of providers: its `/.well-known/terraform.json` does not name `providers.v1`"
    )]
    NoRegistry(String),
    #[error("its registry has no provider {0}")]
    NoProvider(Box<ProviderAddress>),
    #[error("{package} is not available for {platform}")]
    NoPackage {
        package: Box<PackageId>,
        platform: Platform,
    },
    #[error("the checksums of {package} cannot be trusted: {reason}")]
    Untrusted {
        package: Box<PackageId>,
        reason: SignatureError,
    },
    #[error("the registry has no signature for {package}, and only packages of {default} may be without",
        default = ProviderAddress::DEFAULT_HOST)]
    Unsigned { package: Box<PackageId> },
    #[error("the registry contradicts itself about {package}: {reason}")]
    Contradiction {
        package: Box<PackageId>,
        reason: String,
    },
}

impl From<FetchError> for RegistryError {
    fn from(error: FetchError) -> Self {
        Self::Fetch(Box::new(error))
    }
}
