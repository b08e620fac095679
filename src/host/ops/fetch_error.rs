//! Errors of `fetch`.

use deno_core::url::Url;

use crate::denied::Denied;

use super::fetch_exchange::reason;

#[derive(Debug, thiserror::Error, deno_error::JsError)]
pub enum FetchError {
    #[class("PermissionDenied")]
    #[error(transparent)]
    Denied(#[from] Denied),
    #[class(type)]
    #[error("cannot fetch {url:?}: only http: and https: URLs can be fetched")]
    Url { url: String },
    #[class(type)]
    #[error("cannot fetch: {method:?} is not a method")]
    Method { method: String },
    #[class(type)]
    #[error("cannot fetch: header {name:?} has an invalid name or value")]
    Header { name: String },
    #[class(type)]
    #[error("{method} {url} failed: {reason}")]
    Network {
        method: String,
        url: String,
        reason: String,
    },
    #[class(type)]
    #[error("cannot fetch: {what} is not set up: {reason}")]
    Client { what: String, reason: String },
    #[class(type)]
    #[error("{url} redirects to {location:?}, and redirect is \"error\"")]
    Redirected { url: String, location: String },
    #[class(type)]
    #[error("too many redirects; the last one led to {url}")]
    TooManyRedirects { url: String },
    #[class("DOMExceptionAbortError")]
    #[error("the request was aborted")]
    Aborted,
}

impl FetchError {
    pub fn network(method: &reqwest::Method, url: &Url, error: reqwest::Error) -> Self {
        Self::Network {
            method: method.to_string(),
            url: url.to_string(),
            reason: reason(&error.without_url()),
        }
    }

    pub fn client(what: &str, error: &reqwest::Error) -> Self {
        Self::Client {
            what: what.to_owned(),
            reason: reason(error),
        }
    }
}
