//! An object, and the part of it that a state keeps.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value as Json, json};

use crate::cty::{Path, Step, Value, ValueError, to_json};

/// An object of a resource.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Object {
    /// Null if there is no object.
    pub value: Value,
    /// The private data of the provider. Only the provider can read it; it may be secret.
    pub private: Vec<u8>,
    /// The identity by which the provider finds it.
    pub identity: Option<Value>,
}

/// The fate of an object in the next run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Status {
    #[default]
    Ready,
    /// Its creation failed half way: it is replaced.
    Tainted,
}

/// The data that a state must keep, exactly, to pass it back to the provider. It may be secret.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StoredObject {
    /// The type that the attributes are of; empty in states of before, which have objects of their own type alone.
    pub type_name: String,
    /// The attributes as JSON.
    pub attributes: String,
    pub private: Vec<u8>,
    /// The version of the schema that the attributes were written with.
    pub schema_version: i64,
    /// The identity as JSON, and the version of its schema.
    pub identity: Option<(String, i64)>,
    pub status: Status,
    /// The places that another tool's configuration made secret; none once Lumi has answered the object.
    pub secrets: Vec<Path>,
    /// Attributes that another tool's configuration is likely to set, as they have values of objects that this one
    /// needs; none once Lumi has answered the object.
    pub likely: Vec<String>,
}

impl Object {
    /// The object as a state keeps it. Unknown values cannot be kept.
    pub fn to_stored(
        &self,
        type_name: &str,
        schema_version: i64,
        identity_version: i64,
        status: Status,
    ) -> Result<StoredObject, ValueError> {
        let identity = self.identity.as_ref().filter(|it| !it.is_null());
        let identity = identity.map(to_json).transpose()?;
        Ok(StoredObject {
            type_name: type_name.to_owned(),
            attributes: to_json(&self.value)?,
            private: self.private.clone(),
            schema_version,
            identity: identity.map(|it| (it, identity_version)),
            status,
            secrets: Vec::new(),
            likely: Vec::new(),
        })
    }
}

impl StoredObject {
    /// As one text, for a state that does not know what is in it.
    pub fn to_text(&self) -> String {
        // The attributes are text in text: their numbers have more digits than JSON libraries keep.
        let mut text = json!({
            "attributes": self.attributes,
            "schemaVersion": self.schema_version,
        });
        if !self.type_name.is_empty() {
            text["type"] = self.type_name.as_str().into();
        }
        if !self.private.is_empty() {
            text["private"] = STANDARD.encode(&self.private).into();
        }
        if let Some((identity, version)) = &self.identity {
            text["identity"] = identity.as_str().into();
            text["identityVersion"] = (*version).into();
        }
        if self.status == Status::Tainted {
            text["isTainted"] = true.into();
        }
        if !self.secrets.is_empty() {
            text["secrets"] = self.secrets.iter().map(path_to_json).collect();
        }
        if !self.likely.is_empty() {
            text["likely"] = self.likely.clone().into();
        }
        text.to_string()
    }

    /// The type that it was of, if that is another one.
    pub fn former_type(&self, type_name: &str) -> Option<&str> {
        let before = self.type_name.as_str();
        (!before.is_empty() && before != type_name).then_some(before)
    }

    /// Reads what [`Self::to_text`] wrote; `None` if it is something else.
    pub fn parse(text: &str) -> Option<Self> {
        let json: Json = serde_json::from_str(text).ok()?;
        let private = json["private"].as_str().unwrap_or_default();
        let identity = json["identity"].as_str().map(str::to_owned);
        Some(Self {
            type_name: json["type"].as_str().unwrap_or_default().to_owned(),
            attributes: json["attributes"].as_str()?.to_owned(),
            private: STANDARD.decode(private).ok()?,
            schema_version: json["schemaVersion"].as_i64()?,
            identity: identity.zip(json["identityVersion"].as_i64()),
            status: match json["isTainted"].as_bool() {
                Some(true) => Status::Tainted,
                _ => Status::Ready,
            },
            secrets: match &json["secrets"] {
                Json::Null => Vec::new(),
                paths => paths
                    .as_array()?
                    .iter()
                    .map(path_from_json)
                    .collect::<Option<_>>()?,
            },
            likely: match &json["likely"] {
                Json::Null => Vec::new(),
                names => texts(names)?,
            },
        })
    }
}

fn texts(json: &Json) -> Option<Vec<String>> {
    let texts = json.as_array()?.iter();
    texts.map(|it| it.as_str().map(str::to_owned)).collect()
}

/// Attributes as texts, keys in a list, indices as numbers.
fn path_to_json(path: &Path) -> Json {
    let step = |step: &Step| match step {
        Step::Attribute(name) => json!(name),
        Step::Key(key) => json!([key]),
        Step::Index(index) => json!(index),
    };
    path.0.iter().map(step).collect()
}

fn path_from_json(json: &Json) -> Option<Path> {
    let step = |step: &Json| match step {
        Json::String(name) => Some(Step::Attribute(name.clone())),
        Json::Array(key) => Some(Step::Key(key.first()?.as_str()?.to_owned())),
        other => other.as_i64().map(Step::Index),
    };
    let steps: Option<Vec<Step>> = json.as_array()?.iter().map(step).collect();
    steps.map(Path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_gets_back_exactly_what_it_was_given() {
        let number = crate::cty::Number::parse("12345678901234567890.123").unwrap();
        let object = Object {
            value: Value::object([("n", Value::Number(number))]),
            private: vec![0, 255],
            identity: Some(Value::object([("id", Value::string("a"))])),
        };
        for status in [Status::Ready, Status::Tainted] {
            let stored = object.to_stored("kit_thing", 3, 1, status).unwrap();
            assert_eq!(stored.attributes, r#"{"n":12345678901234567890.123}"#);
            assert_eq!(StoredObject::parse(&stored.to_text()), Some(stored.clone()));
            let path = Path::attribute("a").then(Step::Key("k".to_owned()));
            let secrets = vec![path.then(Step::Index(0)), Path::ROOT];
            let likely = vec!["parent_id".to_owned()];
            let stored = StoredObject {
                secrets,
                likely,
                ..stored
            };
            assert_eq!(StoredObject::parse(&stored.to_text()), Some(stored.clone()));
            assert_eq!(stored.former_type("kit_gadget"), Some("kit_thing"));
            let of_before = StoredObject {
                type_name: String::new(),
                ..stored
            };
            assert_eq!(of_before.former_type("kit_gadget"), None);
        }
        assert_eq!(StoredObject::parse("{}"), None);
        let unknown = Object {
            value: Value::UNKNOWN,
            ..Object::default()
        };
        assert!(unknown.to_stored("kit_thing", 0, 0, Status::Ready).is_err());
    }
}
