//! Errors of `fetch`.

use deno_core::url::Url;

use lumi_sandbox::Denied;

use super::fetch_cause::{Cause, reason};
use crate::system_error::StaticText;
use crate::zlib::ZlibError;

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
    /// Maps of headers have a limit of some ten thousands.
    #[class(type)]
    #[error("cannot fetch: there are too many headers")]
    ManyHeaders,
    /// JavaScript makes this the cause of a `TypeError`, as it does of the other plain errors.
    #[class(generic)]
    #[error("{method} {url}: {reason}")]
    Network {
        method: String,
        url: String,
        reason: String,
        #[property]
        code: StaticText,
        #[property]
        syscall: StaticText,
    },
    #[class(inherit)]
    #[error(transparent)]
    Decoding(#[from] ZlibError),
    #[class(generic)]
    #[error("{url} answered more than {limit} bytes in a compressed body; read it as a stream")]
    TooLarge { url: String, limit: usize },
    #[class(generic)]
    #[error("{url} redirects with a body that is a stream, which cannot be sent twice")]
    Repeated { url: String },
    #[class(type)]
    #[error("cannot fetch: {what} is not set up: {reason}")]
    Client { what: String, reason: String },
    #[class(generic)]
    #[error("{url} redirects to {location:?}, and redirect is \"error\"")]
    Redirected { url: String, location: String },
    #[class(generic)]
    #[error("too many redirects; the last one led to {url}")]
    TooManyRedirects { url: String },
    #[class("DOMExceptionAbortError")]
    #[error("the request was aborted")]
    Aborted,
}

impl FetchError {
    pub fn network(method: &reqwest::Method, url: &Url, error: reqwest::Error) -> Self {
        let cause = Cause::new(&error.without_url(), url);
        Self::Network {
            method: method.to_string(),
            url: url.to_string(),
            code: cause.code(),
            syscall: cause.syscall(),
            reason: cause.message,
        }
    }

    pub fn client(what: &str, error: &reqwest::Error) -> Self {
        Self::Client {
            what: what.to_owned(),
            reason: reason(error),
        }
    }
}
