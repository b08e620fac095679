//! Encodes values as structures of `pulumirpc`.

use crate::pulumirpc::{Field, ListValue, Struct, Value as Wire, value::Kind};
use lumi_graph::{
    Archive, ArchiveContent, Asset, AssetContent, MAX_DEPTH, Object, ResourceReference, Value,
    sha256_hex,
};

use super::names::pulumi_urn;
use super::signature;
use super::value_error::PulumiValueError;

/// The features that the peer supports; other values are simplified.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Accepts {
    /// Otherwise secrets are sent in plain text.
    pub secrets: bool,
    /// Otherwise a resource is sent as its id, a component as its URN.
    pub resources: bool,
}

impl Accepts {
    pub const EVERYTHING: Self = Self {
        secrets: true,
        resources: true,
    };
}

/// Encodes an object as a structure.
pub fn encode_object(object: &Object, accepts: Accepts) -> Result<Struct, PulumiValueError> {
    Encoder::new(accepts).object(object, 0)
}

/// Encodes an object with unknown values and secrets as Pulumi's `OutputValue`.
pub fn encode_outputs(object: &Object) -> Result<Struct, PulumiValueError> {
    let encoder = Encoder {
        accepts: Accepts::EVERYTHING,
        has_outputs: true,
    };
    encoder.object(object, 0)
}

pub fn encode_value(value: &Value, accepts: Accepts) -> Result<Wire, PulumiValueError> {
    Encoder::new(accepts).value(value, 0)
}

struct Encoder {
    accepts: Accepts,
    has_outputs: bool,
}

impl Encoder {
    fn new(accepts: Accepts) -> Self {
        let has_outputs = false;
        Self {
            accepts,
            has_outputs,
        }
    }

    fn value(&self, value: &Value, levels: usize) -> Result<Wire, PulumiValueError> {
        if levels > MAX_DEPTH {
            return Err(PulumiValueError::TooDeep);
        }
        Ok(match value {
            Value::Null => wire(Kind::NullValue(0)),
            Value::Bool(it) => wire(Kind::BoolValue(*it)),
            Value::Number(it) => wire(Kind::NumberValue(*it)),
            Value::String(it) => text(it),
            Value::Array(items) => {
                let values = items.iter().map(|it| self.value(it, levels + 1));
                let values = values.collect::<Result<_, _>>()?;
                wire(Kind::ListValue(ListValue { values }))
            }
            Value::Object(members) => wire(Kind::StructValue(self.object(members, levels)?)),
            Value::Asset(it) => asset(it)?,
            Value::Archive(it) => self.archive(it, levels)?,
            Value::Secret(inner) if self.has_outputs => self.secret_output(inner, levels)?,
            Value::Unknown if self.has_outputs => signed(signature::OUTPUT, []),
            Value::Secret(inner) if self.accepts.secrets => signed(
                signature::SECRET,
                [field("value", self.value(inner, levels + 1)?)],
            ),
            Value::Secret(inner) => self.value(inner, levels)?,
            Value::Unknown => text(signature::UNKNOWN),
            Value::Ephemeral(of) => return Err(PulumiValueError::Ephemeral(of.to_string())),
            Value::Resource(it) if self.accepts.resources => resource(it),
            Value::Resource(it) => match &it.id {
                Some(Value::String(id)) => text(id),
                Some(_) => text(signature::UNKNOWN),
                None => text(&pulumi_urn(&it.urn)),
            },
        })
    }

    /// A secret output, known or unknown.
    fn secret_output(&self, inner: &Value, levels: usize) -> Result<Wire, PulumiValueError> {
        let value = match inner {
            Value::Unknown => None,
            known => Some(field("value", self.value(known, levels + 1)?)),
        };
        let secret = field("secret", wire(Kind::BoolValue(true)));
        Ok(signed(signature::OUTPUT, value.into_iter().chain([secret])))
    }

    fn object(&self, members: &Object, levels: usize) -> Result<Struct, PulumiValueError> {
        if members.contains_key(signature::KEY) {
            return Err(PulumiValueError::ReservedKey);
        }
        let mut fields = Vec::with_capacity(members.len());
        for (key, value) in members {
            fields.push(field(key, self.value(value, levels + 1)?));
        }
        Ok(Struct { fields })
    }

    fn archive(&self, archive: &Archive, levels: usize) -> Result<Wire, PulumiValueError> {
        let content = match &archive.content {
            ArchiveContent::Assets(members) => {
                let members = self.object(members, levels + 1)?;
                field("assets", wire(Kind::StructValue(members)))
            }
            ArchiveContent::File(path) => field("path", text(path)),
            ArchiveContent::Remote(uri) => field("uri", text(uri)),
        };
        Ok(signed(signature::ARCHIVE, [content]))
    }
}

/// A hash without content means that a peer left the content out, see `decode`.
fn asset(asset: &Asset) -> Result<Wire, PulumiValueError> {
    let content = match &asset.content {
        AssetContent::Text(it) | AssetContent::Function(it) => {
            let hash = asset.hash.as_deref();
            if it.is_empty() && hash.is_some_and(|hash| hash != hash_of("")) {
                None
            } else {
                Some(("text", it))
            }
        }
        AssetContent::File(it) => Some(("path", it)),
        AssetContent::Remote(it) => Some(("uri", it)),
        AssetContent::Base64(_) => return Err(PulumiValueError::Bytes),
    };
    let content = content.map(|(key, it)| field(key, text(it)));
    let computed = match &asset.content {
        AssetContent::Text(it) | AssetContent::Function(it) => Some(hash_of(it)),
        _ => None,
    };
    let hash = asset.hash.clone().or(computed);
    let hash = hash.map(|it| field("hash", text(&it)));
    Ok(signed(signature::ASSET, content.into_iter().chain(hash)))
}

fn hash_of(text: &str) -> String {
    sha256_hex(text)
}

fn resource(reference: &ResourceReference) -> Wire {
    let id = match &reference.id {
        Some(Value::String(id)) => Some(id.as_str()),
        // Empty means unknown.
        Some(_) => Some(""),
        None => None,
    };
    let urn = field("urn", text(&pulumi_urn(&reference.urn)));
    let id = id.map(|it| field("id", text(it)));
    signed(signature::RESOURCE, [urn].into_iter().chain(id))
}

fn signed(signature: &str, fields: impl IntoIterator<Item = Field>) -> Wire {
    let first = field(signature::KEY, text(signature));
    let fields = [first].into_iter().chain(fields).collect();
    wire(Kind::StructValue(Struct { fields }))
}

fn field(key: &str, value: Wire) -> Field {
    Field {
        key: key.to_owned(),
        value: Some(value),
    }
}

fn text(text: &str) -> Wire {
    wire(Kind::StringValue(text.to_owned()))
}

fn wire(kind: Kind) -> Wire {
    Wire { kind: Some(kind) }
}
