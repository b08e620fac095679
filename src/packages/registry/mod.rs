//! Registries of Terraform's providers: the protocol `providers.v1`.
//!
//! | module | |
//! |---|---|
//! | `documents` | the documents that registries answer |
//! | `provider_registry` | the registry of one host |
//! | `registry_error` | failures of registries |
//! | `signed_checksums` | `SHA256SUMS` of a release: the checksums of its archives for all platforms |

mod documents;
mod provider_registry;
mod registry_error;
mod signed_checksums;

pub use documents::RegistryVersion;
pub use provider_registry::ProviderRegistry;
pub use registry_error::RegistryError;
pub use signed_checksums::SignedChecksums;

pub(crate) use provider_registry::RegistryArchive;
pub(crate) use signed_checksums::read_checksums;
