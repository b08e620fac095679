//! Providers on the wire, both ends: [`RemoteProvider`] asks one in another process as if it were
//! here, [`ProviderService`] serves one that is here to another process.
//!
//! | module | |
//! |---|---|
//! | `remote_provider` | the asking end |
//! | `deferred_provider` | one that is not connected yet |
//! | `provider_service` | the serving end |
//! | `requests`, `answers` | what crosses, in both directions |
//! | `failure` | errors, in both directions |
//! | `loopback` | both ends at once, for tests |

mod answers;
mod deferred_provider;
mod failure;
#[cfg(test)]
mod hostile_tests;
#[cfg(test)]
mod loopback;
mod provider_service;
mod remote_provider;
mod requests;
#[cfg(test)]
mod tests;

pub use deferred_provider::DeferredProvider;
pub use provider_service::{ProviderFacts, ProviderService};
pub use remote_provider::{DisconnectReason, RemoteProvider};
