//! Converts values to messages and back.
//!
//! Protobuf messages may be nested 100 levels deep, and each level of a value takes two or three:
//! parts deeper than [`MAX_MESSAGES`] are encoded as JSON.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use lumi_graph::{
    Archive, ArchiveContent, Asset, AssetContent, MAX_DEPTH, Object, ResourceReference, Secrets,
    Urn, Value,
};

use super::lumirpc as wire;
use super::lumirpc::value::Kind;
use super::wire_value_error::WireValueError;

/// The maximum nesting of messages around a value and in it. The rest of protobuf's 100 is for the
/// enclosing requests and details, and for the last levels, which take up to four.
const MAX_MESSAGES: usize = 80;

/// Converts a value to a message.
pub fn from_value(value: Value) -> wire::Value {
    wire_value(value, 0)
}

/// Converts an object to a message.
pub fn from_object(object: Object) -> wire::Object {
    wire_object(object, 0)
}

/// Converts a message to a value.
pub fn into_value(value: wire::Value) -> Result<Value, WireValueError> {
    read_value(value, 0)
}

/// Converts a message to an object.
pub fn into_object(object: wire::Object) -> Result<Object, WireValueError> {
    read_object(object, 0)
}

fn wire_value(value: Value, messages: usize) -> wire::Value {
    let is_nested = matches!(
        value,
        Value::Array(_) | Value::Object(_) | Value::Secret(_) | Value::Archive(_)
    );
    if is_nested && messages > MAX_MESSAGES {
        return json(&value);
    }
    let kind = match value {
        Value::Null => Kind::Null(wire::Null {}),
        Value::Bool(it) => Kind::Bool(it),
        Value::Number(it) => Kind::Number(it),
        Value::String(it) => Kind::Text(it),
        Value::Array(items) => {
            let items = items.into_iter();
            Kind::List(wire::List {
                items: items.map(|it| wire_value(it, messages + 2)).collect(),
            })
        }
        Value::Object(members) => Kind::Object(wire_object(members, messages + 2)),
        Value::Asset(asset) => match wire_asset(*asset) {
            Ok(asset) => Kind::Asset(asset),
            Err(asset) => return json(&Value::Asset(Box::new(asset))),
        },
        Value::Archive(archive) => Kind::Archive(wire_archive(*archive, messages)),
        Value::Secret(inner) => Kind::Secret(Box::new(wire_value(*inner, messages + 1))),
        Value::Unknown => Kind::Unknown(wire::Unknown {}),
        Value::Resource(reference) => Kind::Resource(wire_reference(*reference)),
        // Another process has no value for it, and its text has none.
        Value::Ephemeral(_) => return json(&value),
    };
    wire::Value { kind: Some(kind) }
}

fn wire_object(members: Object, messages: usize) -> wire::Object {
    let mut object = wire::Object {
        keys: Vec::with_capacity(members.len()),
        values: Vec::with_capacity(members.len()),
    };
    for (key, value) in members {
        object.keys.push(key);
        object.values.push(wire_value(value, messages));
    }
    object
}

fn json(value: &Value) -> wire::Value {
    let text = serde_json::to_vec(&value.serializable(Secrets::Shown));
    // Values deeper than the limit are never built; the reader rejects an empty text.
    let kind = Kind::Json(text.unwrap_or_default());
    wire::Value { kind: Some(kind) }
}

/// Converts an asset. Base64 that is not canonical would not survive as bytes: such an asset is
/// returned as the error.
fn wire_asset(asset: Asset) -> Result<wire::Asset, Asset> {
    use wire::asset::Content;
    let content = match asset.content {
        AssetContent::Base64(text) => match STANDARD.decode(&text) {
            Ok(bytes) if STANDARD.encode(&bytes) == text => Content::Data(bytes),
            _ => {
                let content = AssetContent::Base64(text);
                return Err(Asset { content, ..asset });
            }
        },
        AssetContent::Text(it) => Content::Text(it),
        AssetContent::File(it) => Content::Path(it),
        AssetContent::Remote(it) => Content::Uri(it),
        AssetContent::Function(it) => Content::Function(it),
    };
    Ok(wire::Asset {
        content: Some(content),
        hash: asset.hash.unwrap_or_default(),
    })
}

fn wire_archive(archive: Archive, messages: usize) -> wire::Archive {
    use wire::archive::Content;
    let content = match archive.content {
        ArchiveContent::Assets(members) => Content::Members(wire_object(members, messages + 3)),
        ArchiveContent::File(it) => Content::Path(it),
        ArchiveContent::Remote(it) => Content::Uri(it),
    };
    wire::Archive {
        content: Some(content),
        hash: archive.hash.unwrap_or_default(),
    }
}

fn wire_reference(reference: ResourceReference) -> wire::ResourceReference {
    use wire::resource_reference::Identity;
    let identity = match reference.id {
        None => None,
        Some(Value::String(id)) => Some(Identity::Id(id)),
        Some(_) => Some(Identity::Unknown(wire::Unknown {})),
    };
    wire::ResourceReference {
        urn: reference.urn.to_string(),
        identity,
    }
}

/// Reads a value inside `levels` enclosing ones.
fn read_value(value: wire::Value, levels: usize) -> Result<Value, WireValueError> {
    let kind = value.kind.ok_or(WireValueError::NoCase)?;
    Ok(match kind {
        Kind::Null(_) => Value::Null,
        Kind::Bool(it) => Value::Bool(it),
        Kind::Number(it) => Value::Number(it),
        Kind::Text(it) => Value::String(it),
        Kind::List(list) => {
            let levels = deeper(levels, 1)?;
            let items = list.items.into_iter().map(|it| read_value(it, levels));
            Value::Array(items.collect::<Result<_, _>>()?)
        }
        Kind::Object(object) => Value::Object(read_object(object, levels)?),
        Kind::Asset(asset) => Value::Asset(Box::new(read_asset(asset)?)),
        Kind::Archive(archive) => Value::Archive(Box::new(read_archive(archive, levels)?)),
        Kind::Secret(inner) => match read_value(*inner, deeper(levels, 1)?)? {
            Value::Secret(_) => return Err(WireValueError::SecretInSecret),
            inner => Value::secret(inner),
        },
        Kind::Unknown(_) => Value::Unknown,
        Kind::Resource(reference) => Value::Resource(Box::new(read_reference(reference)?)),
        Kind::Json(text) => {
            let text = String::from_utf8(text).map_err(|_| not_utf8())?;
            let value =
                Value::from_json(&text).map_err(|it| WireValueError::Json(it.to_string()))?;
            deeper(levels, value.depth())?;
            value
        }
    })
}

fn not_utf8() -> WireValueError {
    WireValueError::Json("it is not UTF-8".to_owned())
}

fn deeper(levels: usize, more: usize) -> Result<usize, WireValueError> {
    let levels = levels + more;
    match levels > MAX_DEPTH {
        true => Err(WireValueError::TooDeep),
        false => Ok(levels),
    }
}

fn read_object(object: wire::Object, levels: usize) -> Result<Object, WireValueError> {
    let wire::Object { keys, values } = object;
    if keys.len() != values.len() {
        return Err(WireValueError::Uneven {
            keys: keys.len(),
            values: values.len(),
        });
    }
    // A `$lumi` key adds a level, as it does in JSON.
    let own = if keys.iter().any(|it| it == "$lumi") {
        2
    } else {
        1
    };
    let levels = deeper(levels, own)?;
    let mut members = Object::with_capacity_and_hasher(keys.len(), Default::default());
    for (key, value) in keys.into_iter().zip(values) {
        let value = read_value(value, levels)?;
        let (index, before) = members.insert_full(key, value);
        if before.is_some() {
            let key = members.get_index(index).map(|it| it.0.clone());
            let key = key.unwrap_or_default();
            return Err(WireValueError::Twice { key });
        }
    }
    Ok(members)
}

fn read_asset(asset: wire::Asset) -> Result<Asset, WireValueError> {
    use wire::asset::Content;
    let what = "an asset";
    let content = asset.content.ok_or(WireValueError::NoContent { what })?;
    let content = match content {
        Content::Text(it) => AssetContent::Text(it),
        Content::Data(it) => AssetContent::Base64(STANDARD.encode(it)),
        Content::Path(it) => AssetContent::File(it),
        Content::Uri(it) => AssetContent::Remote(it),
        Content::Function(it) => AssetContent::Function(it),
    };
    let hash = some_text(asset.hash);
    Ok(Asset { content, hash })
}

fn read_archive(archive: wire::Archive, levels: usize) -> Result<Archive, WireValueError> {
    use wire::archive::Content;
    let what = "an archive";
    let content = archive.content.ok_or(WireValueError::NoContent { what })?;
    let content = match content {
        Content::Members(members) => {
            let members = read_object(members, deeper(levels, 1)?)?;
            if let Some(found) = members.values().find(|it| !it.is_archive_member()) {
                let found = found.kind();
                return Err(WireValueError::InArchive { found });
            }
            ArchiveContent::Assets(members)
        }
        Content::Path(it) => ArchiveContent::File(it),
        Content::Uri(it) => ArchiveContent::Remote(it),
    };
    let hash = some_text(archive.hash);
    Ok(Archive { content, hash })
}

fn read_reference(reference: wire::ResourceReference) -> Result<ResourceReference, WireValueError> {
    use wire::resource_reference::Identity;
    let id = reference.identity.map(|it| match it {
        Identity::Id(id) => Value::String(id),
        Identity::Unknown(_) => Value::Unknown,
    });
    let urn = Urn::parse(&reference.urn)?;
    Ok(ResourceReference { urn, id })
}

fn some_text(text: String) -> Option<String> {
    (!text.is_empty()).then_some(text)
}

#[cfg(test)]
mod tests;
