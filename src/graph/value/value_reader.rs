//! Reads values from JSON or YAML.
//!
//! The text is parsed to a tree of plain values; then every object with the key `$lumi` is
//! resolved, from the outside in, because the content of an escaped object must not be resolved.

use serde::Deserialize;
use serde::de::{Deserializer, Error as _};

use super::asset::{Archive, ArchiveContent, Asset, AssetContent};
use super::ephemeral_reference::EphemeralReference;
use super::number;
use super::plain_value::PlainValue;
use super::property_path::PathPart;
use super::sealer::Sealer;
use super::tagged_object::{ReadResult, TaggedObject, fail};
use super::value::{LUMI_KEY, MAX_DEPTH, Object, ResourceReference, Value, has_lumi_key};
use super::value_error::{ValueError, ValueFault};
use crate::urn::Urn;

impl PlainValue {
    /// Resolves every `$lumi` object.
    pub(crate) fn into_value(self) -> Result<Value, ValueError> {
        resolve(self.0, ReadContext::TOP).map_err(|failure| ValueError::from(*failure))
    }

    /// Resolves the members of an object, and decrypts its secrets.
    pub fn into_object(self, sealer: &dyn Sealer) -> Result<Object, ValueError> {
        let sealer = Some(sealer);
        match resolve(self.0, ReadContext { depth: 0, sealer }) {
            Ok(Value::Object(object)) => Ok(object),
            Ok(other) => Err(ValueError {
                path: Default::default(),
                fault: ValueFault::NotAnObject {
                    found: other.kind(),
                },
            }),
            Err(failure) => Err(ValueError::from(*failure)),
        }
    }
}

/// The context of resolving a value.
#[derive(Clone, Copy)]
struct ReadContext<'a> {
    /// The number of enclosing levels.
    depth: usize,
    sealer: Option<&'a dyn Sealer>,
}

impl ReadContext<'_> {
    const TOP: Self = ReadContext {
        depth: 0,
        sealer: None,
    };

    /// The context of the parts of a value that adds `levels`.
    fn inside(self, levels: usize) -> ReadResult<Self> {
        let depth = self.depth + levels;
        if depth > MAX_DEPTH {
            fail(ValueFault::TooDeep)
        } else {
            Ok(Self { depth, ..self })
        }
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        PlainValue::deserialize(deserializer)?
            .into_value()
            .map_err(D::Error::custom)
    }
}

impl Value {
    /// Reads one value from JSON text.
    pub fn from_json(text: &str) -> Result<Self, serde_json::Error> {
        let mut deserializer = serde_json::Deserializer::from_str(text);
        // The library's limit is lower than ours, which the seed below checks.
        deserializer.disable_recursion_limit();
        let value = Self::deserialize(&mut deserializer)?;
        deserializer.end()?;
        Ok(value)
    }
}

fn resolve(value: Value, place: ReadContext) -> ReadResult<Value> {
    match value {
        Value::Array(mut items) => {
            let place = place.inside(1)?;
            for (index, item) in items.iter_mut().enumerate() {
                *item = resolve(std::mem::take(item), place)
                    .map_err(|failure| failure.at(PathPart::Index(index)))?;
            }
            Ok(Value::Array(items))
        }
        Value::Object(members) if has_lumi_key(&members) => resolve_tagged(members, place),
        Value::Object(members) => Ok(Value::Object(resolve_members(members, place.inside(1)?)?)),
        scalar => Ok(scalar),
    }
}

fn resolve_members(mut members: Object, place: ReadContext) -> ReadResult<Object> {
    for (key, value) in &mut members {
        *value = resolve(std::mem::take(value), place)
            .map_err(|failure| failure.at(PathPart::Key(key.clone())))?;
    }
    Ok(members)
}

fn resolve_tagged(mut members: Object, place: ReadContext) -> ReadResult<Value> {
    let tag = match members.swap_remove(LUMI_KEY) {
        Some(Value::String(tag)) => tag,
        other => {
            let found = other.unwrap_or_default().kind();
            return fail(ValueFault::TagNotText { found });
        }
    };
    let tagged = |tag: &'static str| TaggedObject { tag, members };
    match tag.as_str() {
        "unknown" => tagged("unknown").done(Value::Unknown),
        "secret" => resolve_secret(tagged("secret"), place),
        "asset" => resolve_asset(tagged("asset")),
        "archive" => resolve_archive(tagged("archive"), place),
        "resource" => resolve_reference(tagged("resource")),
        "ephemeral" => resolve_ephemeral(tagged("ephemeral")),
        "number" => resolve_number(tagged("number")),
        "object" => resolve_object(tagged("object"), place),
        _ => fail(ValueFault::UnknownTag { tag }),
    }
}

/// An object with a member that only tags have.
fn resolve_object(mut tagged: TaggedObject, place: ReadContext) -> ReadResult<Value> {
    let inner = tagged.object("value")?;
    let inner = resolve_members(inner, place.inside(2)?)?;
    tagged.done(Value::Object(inner))
}

fn resolve_secret(mut tagged: TaggedObject, place: ReadContext) -> ReadResult<Value> {
    if tagged.members.contains_key("ciphertext") {
        return resolve_sealed(tagged, place);
    }
    // A masked secret: its value is unknown.
    let inner = match tagged.take("value") {
        Some(inner) => resolve(inner, place.inside(1)?)?,
        None => Value::Unknown,
    };
    tagged.done(Value::secret(inner))
}

fn resolve_sealed(mut tagged: TaggedObject, place: ReadContext) -> ReadResult<Value> {
    let Some(sealer) = place.sealer else {
        return fail(ValueFault::Encrypted);
    };
    let ciphertext = tagged.text("ciphertext")?;
    let plain = match sealer.unseal(&ciphertext) {
        Ok(plain) => plain,
        Err(error) => return fail(ValueFault::Unseal(error.0)),
    };
    let mut deserializer = serde_json::Deserializer::from_str(&plain);
    deserializer.disable_recursion_limit();
    // The decrypted text is not JSON. The parser's message might quote it, so it is dropped.
    let Ok(PlainValue(inner)) = PlainValue::deserialize(&mut deserializer) else {
        return fail(ValueFault::Unseal("it holds no value".to_owned()));
    };
    let inner = resolve(inner, place.inside(1)?)?;
    tagged.done(Value::secret(inner))
}

fn resolve_asset(mut tagged: TaggedObject) -> ReadResult<Value> {
    let kind = tagged.text("kind")?;
    let content = match kind.as_str() {
        "text" if tagged.members.contains_key("base64") => {
            AssetContent::Base64(tagged.text("base64")?)
        }
        "text" => AssetContent::Text(tagged.text("text")?),
        "file" => AssetContent::File(tagged.text("path")?),
        "remote" => AssetContent::Remote(tagged.text("uri")?),
        "function" => AssetContent::Function(tagged.text("function")?),
        _ => return tagged.unknown_kind(kind, "text, file, remote, function"),
    };
    let hash = tagged.optional_text("hash")?;
    tagged.done(Value::Asset(Box::new(Asset { content, hash })))
}

fn resolve_archive(mut tagged: TaggedObject, place: ReadContext) -> ReadResult<Value> {
    let kind = tagged.text("kind")?;
    let content = match kind.as_str() {
        "assets" => {
            let members = resolve_members(tagged.object("assets")?, place.inside(2)?)?;
            for (path, member) in &members {
                if !member.is_archive_member() {
                    let failure = tagged.wrong_kind(path, "an asset or archive", member);
                    return Err(failure.at(key(path)));
                }
            }
            ArchiveContent::Assets(members)
        }
        "file" => ArchiveContent::File(tagged.text("path")?),
        "remote" => ArchiveContent::Remote(tagged.text("uri")?),
        _ => return tagged.unknown_kind(kind, "assets, file, remote"),
    };
    let hash = tagged.optional_text("hash")?;
    tagged.done(Value::Archive(Box::new(Archive { content, hash })))
}

fn key(key: &str) -> PathPart {
    PathPart::Key(key.to_owned())
}

fn resolve_reference(mut tagged: TaggedObject) -> ReadResult<Value> {
    let text = tagged.text("urn")?;
    let urn = match Urn::parse(&text) {
        Ok(urn) => urn,
        Err(error) => return fail(ValueFault::Urn(error)),
    };
    let id = match tagged.take("id") {
        None => None,
        Some(id) => match resolve(id, ReadContext::TOP).map_err(|failure| failure.at(key("id")))? {
            id @ (Value::String(_) | Value::Unknown) => Some(id),
            other => return Err(tagged.wrong_kind("id", "a string or unknown", &other)),
        },
    };
    tagged.done(Value::Resource(Box::new(ResourceReference { urn, id })))
}

fn resolve_ephemeral(mut tagged: TaggedObject) -> ReadResult<Value> {
    let token = tagged.text("token")?;
    let path = tagged.text("path")?;
    tagged.done(Value::Ephemeral(Box::new(EphemeralReference {
        token,
        path,
        handle: None,
    })))
}

fn resolve_number(mut tagged: TaggedObject) -> ReadResult<Value> {
    let name = tagged.text("value")?;
    match number::from_special_name(&name) {
        Some(number) => tagged.done(Value::Number(number)),
        None => fail(ValueFault::NotANumber { found: name }),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::value::tests::object;
    use super::super::value_writer::Secrets;
    use super::*;
    use crate::any_value::any_value;

    fn json(value: &Value, secrets: Secrets<'_>) -> String {
        serde_json::to_string(&value.serializable(secrets)).unwrap()
    }

    #[test]
    fn says_what_is_wrong_and_where() {
        let message = |text: &str| Value::from_json(text).unwrap_err().to_string();
        insta::assert_snapshot!(
            [
                r#"{"a": [{"$lumi": "unknwon"}]}"#,
                r#"{"a": {"$lumi": 7}}"#,
                r#"{"$lumi": "unknown", "x": 1}"#,
                r#"{"$lumi": "number", "value": "3"}"#,
                r#"{"$lumi": "asset", "kind": "folder", "path": "."}"#,
                r#"{"$lumi": "asset", "kind": "file"}"#,
                r#"{"$lumi": "archive", "kind": "assets", "assets": {"a.b": 1}}"#,
                r#"{"$lumi": "resource", "urn": "urn:lumi:x"}"#,
                r#"{"$lumi": "object", "value": []}"#,
                r#"{"k": {"$lumi": "secret", "ciphertext": "abc"}}"#,
                r#"{"$lumi": "object", "value": {"$lumi": "x", "y": {"$lumi": "x"}}}"#,
            ]
            .map(message)
            .join("\n"),
            @r#"
            `a[0]`: `$lumi` is `unknwon`, which is none of unknown, secret, asset, archive, resource, number, object
            `a`: `$lumi` must be a string, one of unknown, secret, asset, archive, resource, number, object, but is a number
            `$lumi` unknown does not take `x`
            `value` of `$lumi` number is `3`, which is none of NaN, Infinity, -Infinity, -0
            `kind` of `$lumi` asset is `folder`, which is none of text, file, remote, function
            `$lumi` asset lacks `path`
            `["a.b"]`: `a.b` of `$lumi` archive must be an asset or archive, but is a number
            URN `urn:lumi:x` lacks its project; the parts are `urn:lumi:<stack>::<project>::<module>::<type>::<name>`
            `value` of `$lumi` object must be an object, but is an array
            `k`: the secret is encrypted; it can only be read with the key of its stack
            `y`: `$lumi` is `x`, which is none of unknown, secret, asset, archive, resource, number, object
            "#
        );
    }

    #[test]
    fn a_masked_secret_is_read_as_one_that_is_not_known() {
        let value = Value::Object(object([("a", Value::secret(Value::from("hunter2")))]));
        let read = Value::from_json(&json(&value, Secrets::Masked)).unwrap();
        assert_eq!(
            read,
            Value::Object(object([("a", Value::secret(Value::Unknown))]))
        );
    }

    #[test]
    fn reads_whatever_depth_can_be_written() {
        let nested =
            |levels| (0..levels).fold(Value::Unknown, |inner, _| Value::Array(vec![inner]));
        let deepest = nested(MAX_DEPTH);
        assert_eq!(
            Value::from_json(&json(&deepest, Secrets::Shown)).unwrap(),
            deepest
        );
        let text = format!("{}{}", "[".repeat(MAX_DEPTH + 1), "]".repeat(MAX_DEPTH + 1));
        let error = Value::from_json(&text).unwrap_err().to_string();
        assert!(error.contains("deeper than 500 levels"), "{error}");
    }

    proptest! {
        #[test]
        fn round_trips(value in any_value()) {
            let text = json(&value, Secrets::Shown);
            let read = Value::from_json(&text).unwrap();
            prop_assert_eq!(&read, &value);
            prop_assert_eq!(json(&read, Secrets::Shown), text);
        }

        #[test]
        fn round_trips_through_yaml(value in any_value()) {
            let text = serde_yaml_ng::to_string(&value.serializable(Secrets::Shown)).unwrap();
            let read: Value = serde_yaml_ng::from_str(&text).unwrap();
            prop_assert_eq!(read, value);
        }

        #[test]
        fn masked_text_holds_no_secret(value in any_value()) {
            let secret = Value::secret(Value::Array(vec![Value::from("hunter2"), value]));
            let text = json(&Value::Array(vec![secret]), Secrets::Masked);
            prop_assert_eq!(text, r#"[{"$lumi":"secret"}]"#);
        }

        #[test]
        fn never_panics(text in r#"[\[\]{}:,"$lumivalsecrt0-9 ]{0,40}"#) {
            let _ = Value::from_json(&text);
        }
    }
}
