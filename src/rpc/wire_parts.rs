//! Small things that cross: names that are checked, and what must be there.

use lumi_graph::{Object, ResourceType, Urn, Value};

use super::call_error::CallError;
use super::lumirpc as wire;
use super::wire_value::{into_object, into_value};

/// A part of a message that must be there.
pub fn required<T>(part: Option<T>, name: &str) -> Result<T, CallError> {
    part.ok_or_else(|| CallError::malformed(format!("`{name}` is missing")))
}

/// An object; one that is absent has no members.
pub fn object(object: Option<wire::Object>, name: &str) -> Result<Object, CallError> {
    let object = object.map(into_object).transpose();
    let object = object.map_err(|error| CallError::malformed(format!("`{name}`: {error}")))?;
    Ok(object.unwrap_or_default())
}

/// A value; one that is absent is null.
pub fn value_or_null(value: Option<wire::Value>, name: &str) -> Result<Value, CallError> {
    let value = value.map(into_value).transpose();
    let value = value.map_err(|error| CallError::malformed(format!("`{name}`: {error}")))?;
    Ok(value.unwrap_or_default())
}

pub fn urn(text: &str, name: &str) -> Result<Urn, CallError> {
    Urn::parse(text).map_err(|error| CallError::malformed(format!("`{name}`: {error}")))
}

/// Parses a URN; empty text stands for none.
pub fn urn_or_none(text: &str, name: &str) -> Result<Option<Urn>, CallError> {
    match text {
        "" => Ok(None),
        text => urn(text, name).map(Some),
    }
}

pub fn resource_type(text: &str, name: &str) -> Result<ResourceType, CallError> {
    ResourceType::parse(text).map_err(|error| CallError::malformed(format!("`{name}`: {error}")))
}
