//! The client for HTTP.

use std::error::Error as _;
use std::time::Duration;

use crate::ProviderError;

/// How long a server has to be reached; how long it may take to answer is the caller's affair.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(30);

/// Makes a client. It follows redirects, and goes through the proxies that the usual variables of
/// the environment name.
pub fn http_client() -> Result<reqwest::Client, ProviderError> {
    // Fails if another part has installed one; then that one is used.
    let _ = rustls::crypto::ring::default_provider().install_default();
    reqwest::Client::builder()
        .connect_timeout(CONNECT_TIMEOUT)
        .user_agent(concat!("lumi/", env!("CARGO_PKG_VERSION")))
        .build()
        .map_err(|error| {
            ProviderError::failed(format!(
                "no HTTP client can be made: {}",
                http_reason(&error)
            ))
        })
}

/// What is at the bottom of an error, without the layers of libraries above it.
pub fn http_reason(error: &reqwest::Error) -> String {
    let mut source = error.source();
    let mut reason = error.to_string();
    while let Some(error) = source {
        reason = error.to_string();
        source = error.source();
    }
    reason
}
