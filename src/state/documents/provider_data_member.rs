//! Data that a provider keeps about an object, as an encrypted member of documents.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use lumi_graph::{Object, PlainValue, ProviderData, Secrets, Value};

use super::document_error::DocumentError;
use super::document_members::{DocumentReader, SerMembers};

/// The member that holds the bytes in Base64.
const MEMBER: &str = "data";

/// The member of a document; none without data.
pub fn sealed_data<'a>(
    data: Option<&ProviderData>,
    secrets: Secrets<'a>,
) -> Option<SerMembers<'a>> {
    let text = STANDARD.encode(data?.as_bytes());
    let member = (MEMBER.to_owned(), Value::secret(Value::String(text)));
    Some(SerMembers::owned(Object::from_iter([member]), secrets))
}

/// The data in such a member. A damaged one is an error: without it, the provider would manage another object.
pub fn unsealed_data(
    member: Option<PlainValue>,
    place: &dyn fmt::Display,
    reading: &mut DocumentReader<'_>,
) -> Result<Option<ProviderData>, DocumentError> {
    if member.is_none() {
        return Ok(None);
    }
    let object = reading.object(member, "providerData", place)?;
    let text = match object.get(MEMBER) {
        Some(Value::Secret(inner)) => inner.as_str(),
        Some(other) => other.as_str(),
        None => None,
    };
    let bytes = text.and_then(|it| STANDARD.decode(it).ok());
    let bytes = bytes.ok_or_else(|| DocumentError::BadProviderData(place.to_string()))?;
    Ok(Some(ProviderData::new(bytes)))
}
