//! Providers over gRPC: [`RemoteProvider`] is the client of one in another process,
//! [`ProviderService`] serves one to another process.
//!
//! | module | |
//! |---|---|
//! | `remote_provider` | the client |
//! | `deferred_provider` | a provider that is not connected yet |
//! | `provider_service` | the server |
//! | `requests`, `answers` | conversion of requests and responses |
//! | `failure` | conversion of errors |
//! | `loopback` | client and server, for tests |

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
