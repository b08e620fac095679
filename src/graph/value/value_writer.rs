//! Values as JSON: plain where JSON can express them, otherwise an object with the key `$lumi`.

use std::fmt;

use serde::ser::{Error as _, SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};

use super::asset::{Archive, ArchiveContent, Asset};
use super::number;
use super::sealer::{SealError, Sealer};
use super::value::{LUMI_KEY, MAX_DEPTH, Object, ResourceReference, Value, has_lumi_key};

/// How secret values are written.
#[derive(Clone, Copy, Default)]
pub enum Secrets<'a> {
    /// `{"$lumi":"secret"}`: without the value.
    #[default]
    Masked,
    /// `{"$lumi":"secret","value":…}`, for users who asked to see secrets.
    Shown,
    /// `{"$lumi":"secret","ciphertext":…}`, for the state.
    Sealed(&'a dyn Sealer),
}

impl Secrets<'_> {
    /// The choice of a user who can ask to see secrets.
    pub fn shown_if(asked: bool) -> Self {
        match asked {
            true => Self::Shown,
            false => Self::Masked,
        }
    }

    pub fn are_shown(self) -> bool {
        matches!(self, Self::Shown)
    }
}

impl fmt::Debug for Secrets<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Masked => "Masked",
            Self::Shown => "Shown",
            Self::Sealed(_) => "Sealed",
        })
    }
}

/// Serialises a value without an intermediate tree.
///
/// Fails if the value is deeper than [`MAX_DEPTH`].
#[derive(Clone, Copy)]
pub struct SerValue<'a> {
    value: &'a Value,
    context: WriteContext<'a>,
}

/// Serialises the members of an object, such as all inputs of a resource.
#[derive(Clone, Copy)]
pub struct SerObject<'a> {
    members: &'a Object,
    context: WriteContext<'a>,
}

#[derive(Clone, Copy)]
struct WriteContext<'a> {
    secrets: Secrets<'a>,
    /// The number of enclosing levels.
    depth: usize,
}

impl Value {
    /// The value as JSON, for any serialiser.
    pub fn serializable<'a>(&'a self, secrets: Secrets<'a>) -> SerValue<'a> {
        SerValue {
            value: self,
            context: WriteContext::top(secrets),
        }
    }
}

impl<'a> SerObject<'a> {
    pub fn new(members: &'a Object, secrets: Secrets<'a>) -> Self {
        Self {
            members,
            context: WriteContext::top(secrets),
        }
    }
}

impl<'a> WriteContext<'a> {
    fn top(secrets: Secrets<'a>) -> Self {
        Self { secrets, depth: 0 }
    }

    /// The context of the parts of a value that adds `levels`.
    fn inside<E: serde::ser::Error>(self, levels: usize) -> Result<Self, E> {
        let depth = self.depth + levels;
        if depth > MAX_DEPTH {
            return Err(E::custom(format!(
                "value is nested deeper than {MAX_DEPTH} levels"
            )));
        }
        Ok(Self { depth, ..self })
    }
}

impl Serialize for SerValue<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let context = self.context;
        match self.value {
            Value::Null => serializer.serialize_unit(),
            Value::Bool(flag) => serializer.serialize_bool(*flag),
            Value::Number(number) => match number::special_name(*number) {
                Some(name) => tagged(serializer, "number", &[("value", name)]),
                None => number::serialize(*number, serializer),
            },
            Value::String(text) => serializer.serialize_str(text),
            Value::Array(items) => serialize_array(items, context, serializer),
            Value::Object(members) => SerObject { members, context }.serialize(serializer),
            Value::Asset(asset) => serialize_asset(asset, serializer),
            Value::Archive(archive) => serialize_archive(archive, context, serializer),
            Value::Secret(inner) => serialize_secret(inner, context, serializer),
            Value::Unknown => tagged(serializer, "unknown", &[]),
            Value::Resource(reference) => serialize_reference(reference, context, serializer),
            // The place alone: the value is in no document.
            Value::Ephemeral(of) => tagged(
                serializer,
                "ephemeral",
                &[("token", &of.token), ("path", &of.path)],
            ),
        }
    }
}

impl Serialize for SerObject<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if !has_lumi_key(self.members) {
            let context = self.context.inside(1)?;
            return Members {
                members: self.members,
                context,
            }
            .serialize(serializer);
        }
        // A user's object with a `$lumi` key is escaped, so that it is not read back as a special
        // value.
        let context = self.context.inside(2)?;
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry(LUMI_KEY, "object")?;
        map.serialize_entry(
            "value",
            &Members {
                members: self.members,
                context,
            },
        )?;
        map.end()
    }
}

/// Serialises members in the context of the values.
struct Members<'a> {
    members: &'a Object,
    context: WriteContext<'a>,
}

impl Serialize for Members<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let context = self.context;
        let mut map = serializer.serialize_map(Some(self.members.len()))?;
        for (key, value) in self.members {
            map.serialize_entry(key, &SerValue { value, context })?;
        }
        map.end()
    }
}

fn serialize_array<S: Serializer>(
    items: &[Value],
    context: WriteContext<'_>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let context = context.inside(1)?;
    let mut sequence = serializer.serialize_seq(Some(items.len()))?;
    for value in items {
        sequence.serialize_element(&SerValue { value, context })?;
    }
    sequence.end()
}

fn serialize_secret<S: Serializer>(
    value: &Value,
    context: WriteContext<'_>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let context = context.inside(1)?;
    match context.secrets {
        Secrets::Masked => return tagged(serializer, "secret", &[]),
        Secrets::Sealed(sealer) => {
            let secrets = Secrets::Shown;
            let context = WriteContext { secrets, ..context };
            let plain = serde_json::to_string(&SerValue { value, context });
            let sealed = plain
                .map_err(|_| SealError("it cannot be written as JSON".to_owned()))
                .and_then(|plain| sealer.seal(&plain))
                .map_err(|error| S::Error::custom(format!("cannot encrypt a secret: {error}")))?;
            return tagged(serializer, "secret", &[("ciphertext", &sealed)]);
        }
        Secrets::Shown => {}
    }
    let mut map = serializer.serialize_map(Some(2))?;
    map.serialize_entry(LUMI_KEY, "secret")?;
    map.serialize_entry("value", &SerValue { value, context })?;
    map.end()
}

fn serialize_asset<S: Serializer>(asset: &Asset, serializer: S) -> Result<S::Ok, S::Error> {
    let mut members = vec![("kind", asset.content.kind()), asset.content.entry()];
    members.extend(asset.hash.as_deref().map(|hash| ("hash", hash)));
    tagged(serializer, "asset", &members)
}

fn serialize_archive<S: Serializer>(
    archive: &Archive,
    context: WriteContext<'_>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(3 + usize::from(archive.hash.is_some())))?;
    map.serialize_entry(LUMI_KEY, "archive")?;
    map.serialize_entry("kind", archive.content.kind())?;
    match &archive.content {
        ArchiveContent::Assets(members) => {
            let context = context.inside(2).map_err(S::Error::custom::<S::Error>)?;
            map.serialize_entry("assets", &Members { members, context })?;
        }
        ArchiveContent::File(path) => map.serialize_entry("path", path)?,
        ArchiveContent::Remote(uri) => map.serialize_entry("uri", uri)?,
    }
    if let Some(hash) = &archive.hash {
        map.serialize_entry("hash", hash)?;
    }
    map.end()
}

fn serialize_reference<S: Serializer>(
    reference: &ResourceReference,
    context: WriteContext<'_>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(2 + usize::from(reference.id.is_some())))?;
    map.serialize_entry(LUMI_KEY, "resource")?;
    map.serialize_entry("urn", &reference.urn)?;
    if let Some(value) = &reference.id {
        map.serialize_entry("id", &SerValue { value, context })?;
    }
    map.end()
}

fn tagged<S: Serializer>(
    serializer: S,
    tag: &str,
    members: &[(&str, &str)],
) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(1 + members.len()))?;
    map.serialize_entry(LUMI_KEY, tag)?;
    for (key, text) in members {
        map.serialize_entry(key, text)?;
    }
    map.end()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::plain_value::PlainValue;
    use super::super::value::tests::object;
    use super::*;
    use crate::any_value::any_value;
    use crate::urn::Urn;

    fn json(value: &Value, secrets: Secrets<'_>) -> String {
        serde_json::to_string(&value.serializable(secrets)).unwrap()
    }

    #[test]
    fn writes_plain_json_where_it_can() {
        let members = object([
            ("count", Value::from(3.0)),
            ("ratio", Value::from(0.1)),
            ("big", Value::from(1e21)),
            ("list", Value::Array(vec![Value::Null, Value::Bool(true)])),
        ]);
        assert_eq!(
            json(&Value::Object(members), Secrets::Masked),
            r#"{"count":3,"ratio":0.1,"big":1e+21,"list":[null,true]}"#
        );
    }

    #[test]
    fn writes_the_rest_under_the_lumi_key() {
        let text = |value: Value| json(&value, Secrets::Masked);
        assert_eq!(text(Value::Unknown), r#"{"$lumi":"unknown"}"#);
        assert_eq!(
            text(Value::from(-0.0)),
            r#"{"$lumi":"number","value":"-0"}"#
        );
        assert_eq!(
            text(Value::Object(object([
                ("$lumi", Value::from("x")),
                ("a", Value::Unknown)
            ]))),
            r#"{"$lumi":"object","value":{"$lumi":"x","a":{"$lumi":"unknown"}}}"#
        );
        let urn = Urn::parse("urn:lumi:dev::web::index::std:fs:File::a").unwrap();
        assert_eq!(
            text(Value::Resource(Box::new(ResourceReference {
                urn,
                id: Some(Value::Unknown)
            }))),
            r#"{"$lumi":"resource","urn":"urn:lumi:dev::web::index::std:fs:File::a","id":{"$lumi":"unknown"}}"#
        );
    }

    #[test]
    fn writes_assets_and_archives() {
        let content = super::super::asset::AssetContent::File("a.txt".into());
        let asset = Value::Asset(Box::new(Asset {
            content,
            hash: Some("ab".into()),
        }));
        let content = ArchiveContent::Assets(object([("in/a", asset)]));
        let archive = Value::Archive(Box::new(Archive {
            content,
            hash: None,
        }));
        assert_eq!(
            json(&archive, Secrets::Masked),
            concat!(
                r#"{"$lumi":"archive","kind":"assets","assets":{"in/a":"#,
                r#"{"$lumi":"asset","kind":"file","path":"a.txt","hash":"ab"}}}"#
            )
        );
    }

    #[test]
    fn shows_secrets_only_when_asked() {
        let secret = Value::secret(Value::from("hunter2"));
        assert_eq!(json(&secret, Secrets::Masked), r#"{"$lumi":"secret"}"#);
        assert_eq!(
            json(&secret, Secrets::Shown),
            r#"{"$lumi":"secret","value":"hunter2"}"#
        );
    }

    /// Reverses texts, so that tests can recognise sealed ones.
    struct ReversingSealer;

    impl Sealer for ReversingSealer {
        fn seal(&self, plain: &str) -> Result<String, SealError> {
            Ok(plain.chars().rev().collect())
        }

        fn unseal(&self, ciphertext: &str) -> Result<String, SealError> {
            self.seal(ciphertext)
        }
    }

    proptest! {
        #[test]
        fn sealed_secrets_come_back(value in any_value()) {
            let members = object([("a", value.clone()), ("b", Value::secret(value))]);
            let text = serde_json::to_string(&SerObject::new(&members, Secrets::Sealed(&ReversingSealer))).unwrap();
            let plain: PlainValue = serde_json::from_str(&text).unwrap();
            prop_assert_eq!(plain.into_object(&ReversingSealer).unwrap(), members);
        }
    }

    #[test]
    fn seals_a_secret_as_a_whole() {
        let inner = Value::Array(vec![Value::secret(Value::from("a")), Value::Null]);
        let members = object([("s", Value::secret(inner))]);
        assert_eq!(
            serde_json::to_string(&SerObject::new(&members, Secrets::Sealed(&ReversingSealer)))
                .unwrap(),
            r#"{"s":{"$lumi":"secret","ciphertext":"]llun,}\"a\":\"eulav\",\"terces\":\"imul$\"{["}}"#
        );
    }

    #[test]
    fn refuses_what_is_too_deep() {
        let nested =
            |levels| (0..levels).fold(Value::Unknown, |inner, _| Value::Array(vec![inner]));
        assert!(serde_json::to_string(&nested(MAX_DEPTH).serializable(Secrets::Masked)).is_ok());
        let error = serde_json::to_string(&nested(MAX_DEPTH + 1).serializable(Secrets::Masked));
        assert!(
            error
                .unwrap_err()
                .to_string()
                .contains("deeper than 500 levels")
        );
    }
}
