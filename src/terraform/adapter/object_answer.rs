//! An object as the state keeps it, and as programs see it.

use lumi_graph::{Object as ProgramObject, ProviderData};
use lumi_provider::{ProviderError, Target};

use crate::cty::{Path, Value, to_json};
use crate::lifecycle::{Object, Session, Status, StoredObject};
use crate::schema::Schema;
use crate::shape::outputs;

use super::failure::failed;

/// The answer about an object.
pub struct ObjectAnswer {
    pub id: String,
    pub outputs: ProgramObject,
    pub data: ProviderData,
}

/// The stored object of the state; `None` if there is none.
pub fn stored(target: &Target) -> Result<Option<StoredObject>, ProviderError> {
    let Some(data) = &target.data else {
        return Ok(None);
    };
    let text = std::str::from_utf8(data.as_bytes()).ok();
    let stored = text.and_then(StoredObject::parse);
    stored.map(Some).ok_or_else(|| {
        ProviderError::failed(
            "the provider's data in the state cannot be read; was it made by another \
             package of the same name? `lumi state rm` forgets it, and `lumi import` adopts it again",
        )
    })
}

/// The object of the state in the form that the provider has today, as one of the type.
pub async fn upgraded(
    session: &Session,
    type_name: &str,
    stored: &StoredObject,
) -> Result<Object, ProviderError> {
    let found = match stored.former_type(type_name) {
        Some(_) => session.moved(type_name, stored).await,
        None => session.upgrade(type_name, stored).await,
    };
    found.map_err(failed)
}

/// An object that exists. `secrets` are the places that the program marks.
pub fn object_answer(
    session: &Session,
    type_name: &str,
    schema: &Schema,
    object: (&Object, Status),
    secrets: &[Path],
) -> Result<ObjectAnswer, ProviderError> {
    let shown = (&object.0.value, secrets);
    object_answer_showing(session, type_name, schema, object, shown)
}

/// An object that exists, of which programs see another value: with the same content, in the form that it had.
pub fn object_answer_showing(
    session: &Session,
    type_name: &str,
    schema: &Schema,
    (object, status): (&Object, Status),
    (shown, secrets): (&Value, &[Path]),
) -> Result<ObjectAnswer, ProviderError> {
    let identity_version = session
        .identity(type_name)
        .map_or(0, |(_, version)| version);
    let stored = object.to_stored(type_name, schema.version, identity_version, status);
    let stored = stored.map_err(|error| {
        ProviderError::unknown(format!(
            "what the provider has answered cannot be kept: {error}"
        ))
    })?;
    Ok(ObjectAnswer {
        id: id(object),
        outputs: outputs(&schema.block, shown, secrets),
        data: ProviderData::new(stored.to_text()),
    })
}

/// The id of the object: its attribute `id`, or its identity. Objects may have neither.
fn id(object: &Object) -> String {
    if let Some(id) = object.value.attribute("id").as_str()
        && !id.is_empty()
    {
        return id.to_owned();
    }
    let identity = object.identity.as_ref().filter(|it| !it.is_null());
    let identity = identity.and_then(|it| to_json(it).ok());
    identity.unwrap_or_else(|| "-".to_owned())
}

/// Null, for an object that is not there.
pub fn no_object() -> Object {
    Object {
        value: Value::Null,
        ..Object::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_object_has_a_name_in_any_case() {
        let named = |value: Value, identity: Option<Value>| Object {
            value,
            identity,
            ..Object::default()
        };
        let identity = Value::object([("name", Value::string("n"))]);
        let with_id = Value::object([("id", Value::string("i"))]);
        let empty = Value::object([("id", Value::string(""))]);
        assert_eq!(id(&named(with_id, Some(identity.clone()))), "i");
        assert_eq!(id(&named(empty.clone(), Some(identity))), r#"{"name":"n"}"#);
        assert_eq!(id(&named(empty, None)), "-");
    }
}
