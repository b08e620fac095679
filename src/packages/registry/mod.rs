//! Registries of Terraform's providers: the protocol `providers.v1`.

mod documents;
mod provider_registry;
mod registry_error;
mod signed_checksums;

pub use documents::RegistryVersion;
pub use provider_registry::ProviderRegistry;
pub use registry_error::RegistryError;
pub use signed_checksums::SignedChecksums;

pub(crate) use provider_registry::RegistryArchive;
