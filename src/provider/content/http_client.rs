//! The HTTP client of downloads, and what every HTTP client of a provider has in common.

use std::error::Error as _;
use std::sync::Arc;
use std::time::Duration;

use reqwest::{Client, ClientBuilder, redirect};

use crate::{Access, ProviderError};

/// The time limit of connecting for a download; the caller limits the whole request.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(30);

/// The maximum number of redirects of a download.
const MAX_REDIRECTS: usize = 10;

/// Creates a client for downloads. It follows redirects, which need the same permission as the first
/// request.
pub fn http_client(access: Arc<dyn Access>) -> Result<Client, ProviderError> {
    let redirects = redirect::Policy::custom(move |attempt| {
        if attempt.previous().len() > MAX_REDIRECTS {
            return attempt.error("there are too many redirects");
        }
        let host = attempt.url().host_str().unwrap_or_default();
        let port = attempt.url().port_or_known_default().unwrap_or_default();
        match access.net(host, port) {
            Ok(()) => attempt.follow(),
            Err(refused) => attempt.error(refused),
        }
    });
    client_with(|it| it.connect_timeout(CONNECT_TIMEOUT).redirect(redirects))
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
