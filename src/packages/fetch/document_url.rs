//! URLs of documents and archives.

use reqwest::Url;

use super::fetch_error::FetchError;
use crate::shortened::shortened;

pub fn parse_url(text: &str) -> Result<Url, FetchError> {
    Url::parse(text).map_err(|error| bad_url(text, error))
}

/// A URL that a document names, which may be relative to it.
pub fn join_url(document: &Url, text: &str) -> Result<Url, FetchError> {
    document.join(text).map_err(|error| bad_url(text, error))
}

/// `https`, except for servers of this machine, which need no encryption. The host may have a port.
pub(crate) fn scheme(host: &str) -> &'static str {
    match host.split(':').next() {
        Some("localhost" | "127.0.0.1") => "http",
        _ => "https",
    }
}

fn bad_url(text: &str, error: impl ToString) -> FetchError {
    // What stands before `@` may be a password, and what follows `?` a token.
    let shown = text.rsplit_once('@').map_or(text, |it| it.1);
    let shown = shown.split(['?', '#']).next().unwrap_or_default();
    FetchError::BadUrl {
        text: shortened(shown),
        reason: error.to_string(),
    }
}
