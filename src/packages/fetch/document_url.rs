//! URLs of documents and archives.

use reqwest::Url;

use super::fetch_error::FetchError;

pub fn parse_url(text: &str) -> Result<Url, FetchError> {
    Url::parse(text).map_err(|error| bad_url(text, error))
}

/// A URL that a document names, which may be relative to it.
pub(crate) fn join_url(document: &Url, text: &str) -> Result<Url, FetchError> {
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
    FetchError::BadUrl {
        text: text.to_owned(),
        reason: error.to_string(),
    }
}
