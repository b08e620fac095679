//! The HTTP client.

use std::error::Error as _;
use std::time::Duration;

use crate::ProviderError;

/// The time limit of connecting; the caller limits the whole request.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(30);

/// Creates a client. It follows redirects, and uses the proxies in the usual environment variables.
pub fn http_client() -> Result<reqwest::Client, ProviderError> {
    // Fails if another part has installed one; that one is used then.
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

/// The root cause of an error, without the layers of libraries above it.
pub fn http_reason(error: &reqwest::Error) -> String {
    let mut source = error.source();
    let mut reason = error.to_string();
    while let Some(error) = source {
        reason = error.to_string();
        source = error.source();
    }
    reason
}
