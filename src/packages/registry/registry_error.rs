//! Failures of registries.

use thiserror::Error;

use crate::fetch::FetchError;
use crate::signature::SignatureError;
use crate::{Platform, ProviderAddress};

/// Why a registry did not give what was asked for.
#[derive(Debug, Error)]
pub enum RegistryError {
    #[error(transparent)]
    Fetch(#[from] FetchError),
    #[error(
        "{0} has no registry of providers: its `/.well-known/terraform.json` does not name `providers.v1`"
    )]
    NoRegistry(String),
    #[error("its registry has no provider {0}")]
    NoProvider(ProviderAddress),
    #[error("{address} {version} is not there for {platform}")]
    NoPackage {
        address: ProviderAddress,
        version: String,
        platform: Platform,
    },
    #[error("the checksums of {address} {version} cannot be trusted: {reason}")]
    Untrusted {
        address: ProviderAddress,
        version: String,
        reason: SignatureError,
    },
    #[error("the registry has no signature for {address} {version}, and only packages of {default} may be without",
        default = ProviderAddress::DEFAULT_HOST)]
    Unsigned {
        address: ProviderAddress,
        version: String,
    },
    #[error("the registry contradicts itself about {address} {version}: {reason}")]
    Contradiction {
        address: ProviderAddress,
        version: String,
        reason: String,
    },
}
