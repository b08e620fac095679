//! Headers that belong to the user who runs lumi now, not to an object: tokens rotate, objects stay.
//!
//! The state keeps the inputs of an object, with the headers that were good when it was made. What
//! is done with it later takes newer ones, in this order: those that the configuration has for the
//! origin of a request, those that the program gives the resource in this run, those of the state.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use reqwest::Url;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};

use crate::ProviderError;
use lumi_graph::{Object, Urn, Value};

use super::description::Description;
use super::request::Request;

/// The configuration `std:httpHeaders`: headers by origin, such as `https://api.example.com`.
#[derive(Default)]
pub(in crate::builtin) struct OriginHeaders(RwLock<HashMap<String, HeaderMap>>);

impl OriginHeaders {
    /// The name of the setting.
    pub(in crate::builtin) const SETTING: &'static str = "httpHeaders";

    /// Reads the setting: an object, or its JSON text. An error names no value.
    pub(in crate::builtin) fn parse(value: &Value) -> Result<HashMap<String, HeaderMap>, String> {
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

    pub(in crate::builtin) fn set(&self, value: Option<&Value>) -> Result<(), ProviderError> {
        let headers = value.map(Self::parse).transpose();
        let headers = headers.map_err(ProviderError::failed)?.unwrap_or_default();
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = headers;
        Ok(())
    }

    /// Puts the headers of the URL's origin in place of those of the same names.
    pub(super) fn apply(&self, url: &Url, headers: &mut HeaderMap) {
        let origins = self.0.read().unwrap_or_else(PoisonError::into_inner);
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
        return Err(wrong("the headers of an origin are no object"));
    };
    let header = |(name, value): (&String, &Value)| {
        let name = HeaderName::from_bytes(name.as_bytes()).ok()?;
        Some((name, HeaderValue::from_str(value.as_str()?).ok()?))
    };
    let headers: Option<HeaderMap> = members.iter().map(header).collect();
    let headers = headers.ok_or_else(|| wrong("one of the headers is none"))?;
    Ok((url.origin().ascii_serialization(), headers))
}

/// The headers that the program gives its resources in this run.
#[derive(Default)]
pub(super) struct NewestHeaders(Mutex<HashMap<Urn, Arc<ProgramHeaders>>>);

/// Those of one resource.
struct ProgramHeaders {
    /// Of the request that makes the object; other servers must not see them.
    origin: String,
    common: HeaderMap,
    requests: HashMap<&'static str, HeaderMap>,
}

impl NewestHeaders {
    /// Remembers what the program says now.
    pub(super) fn remember(&self, urn: &Urn, inputs: &Object, description: &Description) {
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
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.insert(urn.clone(), Arc::new(headers));
    }

    /// Puts the newest headers in place of those in a description that the state has.
    pub(super) fn apply(&self, urn: &Urn, description: &mut Description) {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
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
