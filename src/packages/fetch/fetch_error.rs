//! Failed requests.

use std::error::Error as _;
use std::io;
use std::time::Duration;

use reqwest::{StatusCode, Url};
use thiserror::Error;

/// Why a document or an archive could not be fetched. No variant holds a token: those are in headers.
#[derive(Debug, Error)]
pub enum FetchError {
    #[error("{url} cannot be reached: {reason}")]
    Unreachable { url: Url, reason: String },
    #[error(
        "{url} {}: set `TF_TOKEN_{variable}`, or `credentials` in the configuration file of OpenTofu or Terraform",
        if *.had_token { "does not accept the token" } else { "requires a token" }
    )]
    Unauthorized {
        url: Url,
        variable: String,
        /// Whether the refused request had a token. Without one, servers of files answer so as well if a file is
        /// missing.
        had_token: bool,
    },
    #[error("{url} answered {status}")]
    Status { url: Url, status: StatusCode },
    #[error("unexpected response from {url}: {reason}")]
    Unexpected { url: Url, reason: String },
    #[error("{url} sends more than {limit} bytes")]
    TooLarge { url: Url, limit: u64 },
    #[error("{url} did not send everything within {} s", .limit.as_secs())]
    TooSlow { url: Url, limit: Duration },
    #[error("{url} cannot be reached: it redirects more than {limit} times")]
    ManyRedirects { url: Url, limit: usize },
    /// The place alone: the rest of such a URL may be a permission to read it.
    #[error("{url} redirects to {place}, which is not encrypted; nothing was sent there")]
    InsecureRedirect { url: Url, place: String },
    #[error("{url} is not encrypted; only servers of this machine may be asked by http")]
    Insecure { url: Url },
    #[error("`{text}` is not the address of a document: {reason}")]
    BadUrl { text: String, reason: String },
    #[error("what was downloaded from {url} cannot be kept: {error}")]
    Unwritable { url: Url, error: io::Error },
}

impl FetchError {
    pub(crate) fn unreachable(url: &Url, error: &reqwest::Error) -> Self {
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

    pub(crate) fn unexpected(url: &Url, reason: impl ToString) -> Self {
        Self::Unexpected {
            url: url.clone(),
            reason: reason.to_string(),
        }
    }

    /// Whether the same request may be answered a moment later.
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
