//! The HTTP client of downloads, and what every HTTP client of a provider has in common.

use std::error::Error as _;
use std::time::Duration;

use reqwest::{Client, ClientBuilder, redirect};

use crate::ProviderError;

/// The time limit of connecting for a download; the caller limits the whole request.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(30);

/// Creates a client for downloads, which follow redirects themselves: the client would send credentials of the first
/// request to the hosts of later ones.
pub fn http_client() -> Result<Client, ProviderError> {
    client_with(|it| {
        it.connect_timeout(CONNECT_TIMEOUT)
            .redirect(redirect::Policy::none())
    })
}

/// Creates a client with `settings`. As reqwest's default, it uses the proxies in `HTTPS_PROXY`,
/// `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY`.
pub fn client_with(
    settings: impl FnOnce(ClientBuilder) -> ClientBuilder,
) -> Result<Client, ProviderError> {
    // Fails if another part has installed one; that one is used then.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let builder = Client::builder().user_agent(concat!("lumi/", env!("CARGO_PKG_VERSION")));
    settings(builder).build().map_err(|error| {
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
