//! A complete request.

use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderValue};
use reqwest::{Method, StatusCode, Url};

use crate::ProviderError;
use lumi_graph::Value;

use super::answer::Answer;
use super::credentials::OriginHeaders;
use super::json::to_json;
use super::redaction::{Redaction, shown};
use super::request::Request;

/// Ready to be sent.
pub struct Call {
    pub method: Method,
    pub url: Url,
    pub headers: HeaderMap,
    pub body: Option<Vec<u8>>,
    expected: Vec<u16>,
    /// Whether 404 and 410 are accepted.
    accepts_gone: bool,
    redaction: Redaction,
}

impl Call {
    /// `body` is sent unless the request has its own.
    pub fn new(
        request: &Request,
        id: Option<&str>,
        body: Option<&Value>,
        configured: &OriginHeaders,
    ) -> Result<Self, ProviderError> {
        let url = request.url(id).map_err(ProviderError::failed)?;
        let mut headers = request.headers.clone();
        configured.apply(&url, &mut headers);
        let body = match request.body.as_ref().or(body) {
            Some(Value::String(text)) => Some((text.clone(), "text/plain; charset=utf-8")),
            Some(value) => Some((json(value)?, "application/json")),
            None => None,
        };
        if let Some((_, kind)) = &body
            && !headers.contains_key(CONTENT_TYPE)
        {
            headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
        }
        Ok(Self {
            redaction: Redaction::new(&url, &headers),
            method: request.method.clone(),
            url,
            headers,
            body: body.map(|(text, _)| text.into_bytes()),
            expected: request.expected.clone(),
            accepts_gone: false,
        })
    }

    pub fn accepting_missing(self) -> Self {
        Self {
            accepts_gone: true,
            ..self
        }
    }

    pub fn accepts(&self, answer: &Answer) -> bool {
        if self.accepts_gone && answer.is_gone() {
            return true;
        }
        let status = answer.status;
        match self.expected.as_slice() {
            [] => status.is_success(),
            expected => expected.contains(&status.as_u16()),
        }
    }

    /// Whether sending it may have an effect.
    pub fn changes_things(&self) -> bool {
        !matches!(self.method, Method::GET | Method::HEAD | Method::OPTIONS)
    }

    /// Whether the request is idempotent, so that it may be sent again when its outcome is unknown.
    pub fn is_repeatable(&self) -> bool {
        !matches!(self.method, Method::POST | Method::PATCH)
    }

    /// `GET https://api.test/users/7 answered 500 Internal Server Error: …`
    pub fn refusal(&self, answer: &Answer) -> String {
        let status = status_text(answer.status);
        let excerpt = self.redaction.excerpt(&answer.text);
        let separator = if excerpt.is_empty() { "" } else { ": " };
        let hint = match answer.header("location") {
            Some(_) if answer.status.is_redirection() => {
                "; redirects are not followed, so write the URL that it leads to"
            }
            _ if answer.status == StatusCode::UNAUTHORIZED => {
                "; if its credentials have changed, and the resource itself has the new ones, \
                 `lumi up` without `--refresh` uses them; else give them to its `http.Provider`, or \
                 to all resources without one with `lumi config set std:httpHeaders --secret`"
            }
            _ => "",
        };
        format!(
            "{} answered {status}{separator}{excerpt}{hint}",
            self.shown()
        )
    }

    /// `GET https://api.test/users/7 failed: connection refused`
    pub fn failure(&self, reason: &str) -> String {
        format!("{} failed: {}", self.shown(), self.redaction.redact(reason))
    }

    fn shown(&self) -> String {
        format!("{} {}", self.method, shown(&self.url))
    }
}

fn json(value: &Value) -> Result<String, ProviderError> {
    let json = to_json(value).map_err(|kind| {
        ProviderError::failed(format!("`body` must be JSON; there is {kind} in it"))
    })?;
    Ok(json.to_string())
}

fn status_text(status: StatusCode) -> String {
    let reason = status.canonical_reason().unwrap_or_default();
    format!("{} {reason}", status.as_u16())
        .trim_end()
        .to_owned()
}
