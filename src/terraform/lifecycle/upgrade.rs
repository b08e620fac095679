//! Objects of a state, from any version of their schema.

use crate::cty::{JsonText, Type, Value};
use crate::schema::Schema;
use crate::tfplugin6 as wire;

use super::lifecycle_error::LifecycleError;
use super::object::{Object, StoredObject};
use super::session::{Session, decode_answer};

impl Session {
    /// An object of a state. The provider is asked even at an equal version: it brings values into
    /// the form that it has today.
    pub async fn upgrade(
        &self,
        type_name: &str,
        stored: &StoredObject,
    ) -> Result<Object, LifecycleError> {
        const METHOD: &str = "UpgradeResourceState";
        let schema = self.resource(type_name)?;
        if stored.schema_version > schema.version {
            return Err(LifecycleError::NewerState {
                type_name: type_name.to_owned(),
                stored: stored.schema_version,
                known: schema.version,
            });
        }
        let of = schema.value_type();
        let request = wire::upgrade_resource_state::Request {
            type_name: type_name.to_owned(),
            version: stored.schema_version,
            raw_state: Some(raw(attributes(stored, &schema, of)?)),
        };
        let answer = self.client().upgrade_resource_state(request).await?;
        self.checked(answer.diagnostics)?;
        let value = decode_answer(METHOD, answer.upgraded_state.as_ref(), of)?;
        self.hide_secrets(&schema.block, &value);
        let identity = self.upgrade_identity(type_name, stored).await?;
        Ok(Object {
            value,
            private: stored.private.clone(),
            identity,
        })
    }

    /// Converts an object that the state has with another type into one of this type.
    pub async fn moved(
        &self,
        type_name: &str,
        stored: &StoredObject,
    ) -> Result<Object, LifecycleError> {
        const METHOD: &str = "MoveResourceState";
        let refused = || {
            LifecycleError::NotFound(format!(
                "it was a `{}`, and the provider cannot make a `{type_name}` of it; keep the type, or remove the \
                 alias, so that it is created anew",
                stored.type_name
            ))
        };
        if !self.schemas().facts().move_resource_state {
            return Err(refused());
        }
        let schema = self.resource(type_name)?;
        let (identity, identity_version) = stored.identity.clone().unzip();
        let request = wire::move_resource_state::Request {
            source_provider_address: self.address().to_owned(),
            source_type_name: stored.type_name.clone(),
            source_schema_version: stored.schema_version,
            source_state: Some(raw(stored.attributes.clone())),
            target_type_name: type_name.to_owned(),
            source_private: stored.private.clone(),
            source_identity: identity.map(raw),
            source_identity_schema_version: identity_version.unwrap_or_default(),
        };
        let answer = self.client().move_resource_state(request).await?;
        self.checked(answer.diagnostics)?;
        let of = schema.value_type();
        let value = decode_answer(METHOD, answer.target_state.as_ref(), of)?;
        if value.is_null() {
            return Err(refused());
        }
        self.hide_secrets(&schema.block, &value);
        let identity = self.read_identity(type_name, METHOD, answer.target_identity.as_ref())?;
        Ok(Object {
            value,
            private: answer.target_private,
            identity,
        })
    }

    async fn upgrade_identity(
        &self,
        type_name: &str,
        stored: &StoredObject,
    ) -> Result<Option<Value>, LifecycleError> {
        let (Some((json, version)), Some((of, known))) =
            (&stored.identity, self.identity(type_name))
        else {
            return Ok(None);
        };
        if *version == known {
            let wrong = LifecycleError::value("the identity in the state");
            let json = JsonText::parse(json.as_bytes()).map_err(&wrong)?;
            return crate::cty::from_json(&json, of).map(Some).map_err(wrong);
        }
        let request = wire::upgrade_resource_identity::Request {
            type_name: type_name.to_owned(),
            version: *version,
            raw_identity: Some(raw(json.clone())),
        };
        let answer = self.client().upgrade_resource_identity(request).await?;
        self.checked(answer.diagnostics)?;
        let message = answer.upgraded_identity.as_ref();
        self.read_identity(type_name, "UpgradeResourceIdentity", message)
    }
}

fn raw(json: String) -> wire::RawState {
    wire::RawState {
        json: json.into_bytes(),
        ..wire::RawState::default()
    }
}

/// The attributes to send: at an equal version without those that the schema does not have any more.
fn attributes(stored: &StoredObject, schema: &Schema, of: &Type) -> Result<String, LifecycleError> {
    if stored.schema_version < schema.version {
        return Ok(stored.attributes.clone());
    }
    let json = JsonText::parse(stored.attributes.as_bytes());
    let mut json = json.map_err(LifecycleError::value("the state"))?;
    drop_unknown(&mut json, of);
    Ok(json.to_text())
}

fn drop_unknown(json: &mut JsonText<'_>, of: &Type) {
    match (json, of) {
        (JsonText::Object(members), Type::Object(object)) => {
            members.retain(|(name, _)| object.attributes.contains_key(name.as_ref()));
            for (name, member) in members {
                if let Some(of) = object.attributes.get(name.as_ref()) {
                    drop_unknown(member, of);
                }
            }
        }
        (JsonText::Object(members), Type::Map(of)) => {
            for (_, member) in members {
                drop_unknown(member, of);
            }
        }
        (JsonText::Array(elements), Type::List(of) | Type::Set(of)) => {
            for element in elements {
                drop_unknown(element, of);
            }
        }
        (JsonText::Array(elements), Type::Tuple(types)) => {
            for (element, of) in elements.iter_mut().zip(types) {
                drop_unknown(element, of);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_that_are_gone_are_left_out() {
        let rule = Type::object([("port", Type::Number)]);
        let of = Type::object([
            ("rules", Type::list(rule)),
            ("tags", Type::map(Type::String)),
        ]);
        let text =
            r#"{"old":1,"rules":[{"port":1.0000000000000000001,"old":{}}],"tags":{"a":"b"}}"#;
        let mut json = JsonText::parse(text.as_bytes()).unwrap();
        drop_unknown(&mut json, &of);
        let expected = r#"{"rules":[{"port":1.0000000000000000001}],"tags":{"a":"b"}}"#;
        assert_eq!(json.to_text(), expected);
    }
}
