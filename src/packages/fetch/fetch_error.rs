//! Failed requests.

use std::error::Error as _;
use std::io;
use std::time::Duration;

use reqwest::{StatusCode, Url};
use thiserror::Error;

use super::download_limit::SILENCE_TIMEOUT;
use super::shown_url::ShownUrl;

/// Why a document or an archive could not be fetched. No variant holds a token: those are in headers. URLs are shown
/// without what may be one.
#[derive(Debug, Error)]
pub enum FetchError {
    #[error("{} cannot be reached: {reason}", ShownUrl(.url))]
    Unreachable { url: Url, reason: String },
    #[error("{} does not answer: nothing came for {} s", ShownUrl(.url), .limit.as_secs())]
    Silent { url: Url, limit: Duration },
    #[error(
        "{} {}: set `TF_TOKEN_{variable}`, or `credentials` in the configuration file of OpenTofu or Terraform",
        ShownUrl(.url),
        if *.had_token { "does not accept the token" } else { "requires a token" }
    )]
    Unauthorized {
        url: Url,
        variable: String,
        /// Whether the refused request had a token. Without one, servers of files answer so as well if a file is
        /// missing.
        had_token: bool,
    },
    #[error("{} answered {status}", ShownUrl(.url))]
    Status { url: Url, status: StatusCode },
    #[error("unexpected response from {}: {reason}", ShownUrl(.url))]
    Unexpected { url: Url, reason: String },
    #[error("{} sends more than {limit} bytes", ShownUrl(.url))]
    TooLarge { url: Url, limit: u64 },
    #[error("{} did not send everything within {} s", ShownUrl(.url), .limit.as_secs())]
    TooSlow { url: Url, limit: Duration },
    #[error("{} cannot be reached: it redirects more than {limit} times", ShownUrl(.url))]
    ManyRedirects { url: Url, limit: usize },
    /// The place alone: the rest of such a URL may be a permission to read it.
    #[error("{} redirects to {place}, which is not encrypted; nothing was sent there", ShownUrl(.url))]
    InsecureRedirect { url: Url, place: String },
    #[error("{} is not encrypted; only servers of this machine may be asked by http", ShownUrl(.url))]
    Insecure { url: Url },
    #[error("`{text}` is not the address of a document: {reason}")]
    BadUrl { text: String, reason: String },
    #[error("what was downloaded from {} cannot be kept: {error}", ShownUrl(.url))]
    Unwritable { url: Url, error: io::Error },
}

impl FetchError {
    pub(crate) fn unreachable(url: &Url, error: &reqwest::Error) -> Self {
        if error.is_timeout() && !error.is_connect() {
            return Self::silent(url);
        }
        // The layers of libraries above the root say less.
        let mut reason = error.to_string();
        let mut source = error.source();
        while let Some(inner) = source {
            reason = inner.to_string();
            source = inner.source();
        }
        Self::Unreachable {
            url: url.clone(),
            reason,
        }
    }

    pub(crate) fn silent(url: &Url) -> Self {
        Self::Silent {
            url: url.clone(),
            limit: SILENCE_TIMEOUT,
        }
    }

    pub(crate) fn unexpected(url: &Url, reason: impl ToString) -> Self {
        Self::Unexpected {
            url: url.clone(),
            reason: reason.to_string(),
        }
    }

    pub(crate) fn is_silence(&self) -> bool {
        matches!(self, Self::Silent { .. })
    }

    /// Whether the same request may be answered a moment later. A server that said nothing would be waited for as long
    /// again.
    pub(crate) fn is_passing(&self) -> bool {
        match self {
            Self::Unreachable { .. } => true,
            Self::Status { status, .. } => {
                status.is_server_error() || *status == StatusCode::TOO_MANY_REQUESTS
            }
            _ => false,
        }
    }
}
