//! Converts small parts of messages: required parts, names and URNs.

use lumi_graph::{Object, ResourceType, Urn, Value};

use super::call_error::CallError;
use super::lumirpc as wire;
use super::wire_value::{into_object, into_value};

/// Fails if a part of a message is missing.
pub fn required<T>(part: Option<T>, name: &str) -> Result<T, CallError> {
    part.ok_or_else(|| CallError::malformed(format!("`{name}` is missing")))
}

/// Converts an object; a missing one is empty.
pub fn object(object: Option<wire::Object>, name: &str) -> Result<Object, CallError> {
    let object = object.map(into_object).transpose();
    let object = object.map_err(|error| CallError::malformed(format!("`{name}`: {error}")))?;
    Ok(object.unwrap_or_default())
}

/// Converts a value; a missing one is null.
pub fn value_or_null(value: Option<wire::Value>, name: &str) -> Result<Value, CallError> {
    let value = value.map(into_value).transpose();
    let value = value.map_err(|error| CallError::malformed(format!("`{name}`: {error}")))?;
    Ok(value.unwrap_or_default())
}

pub fn urn(text: &str, name: &str) -> Result<Urn, CallError> {
    Urn::parse(text).map_err(|error| CallError::malformed(format!("`{name}`: {error}")))
}

/// Parses a URN; an empty text is `None`.
pub fn urn_or_none(text: &str, name: &str) -> Result<Option<Urn>, CallError> {
    match text {
        "" => Ok(None),
        text => urn(text, name).map(Some),
    }
}

pub fn resource_type(text: &str, name: &str) -> Result<ResourceType, CallError> {
    ResourceType::parse(text).map_err(|error| CallError::malformed(format!("`{name}`: {error}")))
}
