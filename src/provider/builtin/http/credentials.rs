//! Headers that belong to the user who runs Lumi now, rather than to an object: tokens rotate,
//! objects stay.
//!
//! The state has the inputs of an object with the headers of its creation. Later operations prefer
//! newer ones, in this order: the configured headers for the request's origin, the headers in the
//! program of this run, the headers in the state.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::{Mutex, RwLock};
use reqwest::Url;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};

use crate::ProviderError;
use lumi_graph::{Object, Urn, Value};

use super::description::Description;
use super::request::{MAX_HEADERS, Request};

/// The configuration `std:httpHeaders`: headers by origin, such as `https://api.example.com`.
#[derive(Default)]
pub struct OriginHeaders(RwLock<HashMap<String, HeaderMap>>);

impl OriginHeaders {
    /// The name of the setting.
    pub const SETTING: &'static str = "httpHeaders";

    /// Parses the setting: an object, or its JSON text. Errors contain no values.
    pub fn parse(value: &Value) -> Result<HashMap<String, HeaderMap>, String> {
        let parsed;
        let value = match value {
            Value::String(text) => {
                parsed = Value::from_json(text).map_err(|_| wrong("it is not JSON"))?;
                &parsed
            }
            value => value,
        };
        let Value::Object(origins) = value else {
            return Err(wrong("it is not an object"));
        };
        origins.iter().map(of_origin).collect()
    }

    pub fn set(&self, value: Option<&Value>) -> Result<(), ProviderError> {
        let headers = value.map(Self::parse).transpose();
        let headers = headers.map_err(ProviderError::failed)?.unwrap_or_default();
        *self.0.write() = headers;
        Ok(())
    }

    /// Replaces headers by those configured for the URL's origin.
    pub fn apply(&self, url: &Url, headers: &mut HeaderMap) {
        let origins = self.0.read();
        if let Some(configured) = origins.get(&url.origin().ascii_serialization()) {
            headers.extend(configured.clone());
        }
    }
}

fn wrong(problem: &str) -> String {
    format!(
        "{problem}; write headers by origin, such as {{ \"https://api.example.com\": {{ \
         \"authorization\": \"Bearer …\" }} }}"
    )
}

fn of_origin((origin, headers): (&String, &Value)) -> Result<(String, HeaderMap), String> {
    let url = Url::parse(origin).ok().filter(Url::has_host);
    let url = url.ok_or_else(|| wrong("one of its names is not an origin"))?;
    let Value::Object(members) = headers else {
        return Err(wrong("the headers of an origin are not an object"));
    };
    let header = |(name, value): (&String, &Value)| {
        let name = HeaderName::from_bytes(name.as_bytes()).ok()?;
        Some((name, HeaderValue::from_str(value.as_str()?).ok()?))
    };
    if members.len() > MAX_HEADERS {
        return Err(wrong("an origin has too many headers"));
    }
    let headers: Option<HeaderMap> = members.iter().map(header).collect();
    let headers = headers.ok_or_else(|| wrong("one of the headers is none"))?;
    Ok((url.origin().ascii_serialization(), headers))
}

/// The headers that the program sets for its resources in this run.
#[derive(Default)]
pub struct NewestHeaders(Mutex<HashMap<Urn, Arc<ProgramHeaders>>>);

/// The headers of one resource.
struct ProgramHeaders {
    /// The origin of the create request; other servers must not receive the headers.
    origin: String,
    common: HeaderMap,
    requests: HashMap<&'static str, HeaderMap>,
}

impl NewestHeaders {
    /// Records the headers in the program.
    pub fn remember(&self, urn: &Urn, inputs: &Object, description: &Description) {
        let Some(origin) = origin(&description.create) else {
            return;
        };
        let common = super::request::plain_headers(inputs);
        let requests = description.requests();
        let headers = ProgramHeaders {
            origin,
            common,
            requests: requests
                .map(|(name, it)| (name, it.headers.clone()))
                .collect(),
        };
        let mut all = self.0.lock();
        all.insert(urn.clone(), Arc::new(headers));
    }

    /// Replaces headers in a description from the state by the newest ones.
    pub fn apply(&self, urn: &Urn, description: &mut Description) {
        let known = self.0.lock();
        let Some(newest) = known.get(urn).cloned() else {
            return;
        };
        drop(known);
        for (name, request) in description.requests_mut() {
            if origin(request).as_ref() == Some(&newest.origin) {
                let headers = newest.requests.get(name).unwrap_or(&newest.common);
                request.headers.extend(headers.clone());
            }
        }
    }
}

fn origin(request: &Request) -> Option<String> {
    let url = Url::parse(&request.url).ok()?;
    Some(url.origin().ascii_serialization())
}
