//! Decodes structures of `pulumirpc` to values.

use crate::pulumirpc::{Struct, Value as Wire, value::Kind};
use lumi_graph::{
    Archive, ArchiveContent, Asset, AssetContent, Dependency, MAX_DEPTH, Object, PropertyPath,
    ResourceReference, Value,
};

use super::names::{PulumiUrn, parse_urn};
use super::signature;
use super::value_error::PulumiValueError;

/// An object, and the dependencies of its output values.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Decoded {
    pub object: Object,
    /// In the order of the properties; without duplicates per path.
    pub dependencies: Vec<Dependency>,
}

/// Decodes a structure; a missing one is empty.
pub fn decode_object(structure: Option<Struct>) -> Result<Decoded, PulumiValueError> {
    let mut decoder = Decoder::default();
    let object = decoder.object(structure.unwrap_or_default(), 0)?;
    Ok(Decoded {
        object,
        dependencies: decoder.dependencies,
    })
}

/// Decodes a value; a missing one is null.
pub fn decode_value(value: Option<Wire>) -> Result<Value, PulumiValueError> {
    Decoder::default().value(value, 0)
}

#[derive(Default)]
struct Decoder {
    path: PropertyPath,
    dependencies: Vec<Dependency>,
}

impl Decoder {
    fn value(&mut self, value: Option<Wire>, levels: usize) -> Result<Value, PulumiValueError> {
        if levels > MAX_DEPTH {
            return Err(PulumiValueError::TooDeep);
        }
        Ok(match value.and_then(|it| it.kind) {
            None | Some(Kind::NullValue(_)) => Value::Null,
            Some(Kind::BoolValue(it)) => Value::Bool(it),
            Some(Kind::NumberValue(it)) => Value::Number(it),
            Some(Kind::StringValue(it)) if signature::is_unknown(&it) => Value::Unknown,
            Some(Kind::StringValue(it)) => Value::String(it),
            Some(Kind::ListValue(list)) => {
                let mut items = Vec::with_capacity(list.values.len());
                for (index, item) in list.values.into_iter().enumerate() {
                    self.path.push_index(index);
                    items.push(self.value(Some(item), levels + 1)?);
                    self.path.pop();
                }
                Value::Array(items)
            }
            Some(Kind::StructValue(it)) => match SignedObject::split(it)? {
                (None, SignedObject(structure)) => Value::Object(self.object(structure, levels)?),
                (Some(signature), members) => self.signed(&signature, members, levels)?,
            },
        })
    }

    fn object(&mut self, structure: Struct, levels: usize) -> Result<Object, PulumiValueError> {
        let capacity = structure.fields.len();
        let mut object = Object::with_capacity_and_hasher(capacity, Default::default());
        for field in structure.fields {
            self.path.push_key(&field.key);
            let value = self.value(field.value, levels + 1)?;
            self.path.pop();
            let entry = object.entry(field.key);
            if let indexmap::map::Entry::Occupied(before) = &entry {
                let key = before.key().clone();
                return Err(PulumiValueError::Twice { key });
            }
            entry.or_insert(value);
        }
        Ok(object)
    }

    fn signed(
        &mut self,
        signature: &str,
        mut members: SignedObject,
        levels: usize,
    ) -> Result<Value, PulumiValueError> {
        match signature {
            signature::SECRET => {
                let inner = members.take("value").ok_or(PulumiValueError::Member {
                    what: "a secret",
                    member: "value",
                })?;
                // Senders may mark a value as secret more than once.
                self.value(Some(inner), levels + 1).map(Value::secret)
            }
            signature::ASSET => asset(members),
            signature::ARCHIVE => self.archive(members, levels),
            signature::RESOURCE => resource(members),
            signature::OUTPUT => self.output(members, levels),
            other => Err(PulumiValueError::Signature(other.to_owned())),
        }
    }

    fn output(
        &mut self,
        mut members: SignedObject,
        levels: usize,
    ) -> Result<Value, PulumiValueError> {
        let what = "an output";
        let member = "dependencies";
        for dependency in members.list(member) {
            let Some(Kind::StringValue(urn)) = dependency.kind else {
                return Err(PulumiValueError::Member { what, member });
            };
            // A dependency on the stack itself carries no information.
            if let PulumiUrn::Resource(urn) = parse_urn(&urn)? {
                let path = self.path.to_string();
                self.dependencies.push(Dependency { path, urn });
            }
        }
        let value = match members.take("value") {
            Some(value) => self.value(Some(value), levels + 1)?,
            None => Value::Unknown,
        };
        let secret = members.take("secret").and_then(|it| it.kind);
        Ok(match secret {
            Some(Kind::BoolValue(true)) => Value::secret(value),
            _ => value,
        })
    }

    fn archive(
        &mut self,
        mut members: SignedObject,
        levels: usize,
    ) -> Result<Value, PulumiValueError> {
        let content = if let Some(assets) = members.take("assets") {
            let Value::Object(assets) = self.value(Some(assets), levels + 1)? else {
                return Err(PulumiValueError::Member {
                    what: "an archive",
                    member: "assets",
                });
            };
            if let Some(other) = assets.values().find(|it| !it.is_archive_member()) {
                let found = other.kind();
                return Err(PulumiValueError::InArchive { found });
            }
            ArchiveContent::Assets(assets)
        } else if let Some(path) = members.text("path") {
            ArchiveContent::File(path)
        } else if let Some(uri) = members.text("uri") {
            ArchiveContent::Remote(uri)
        } else if members.text("hash").is_some() {
            // The content was left out, as in an asset.
            ArchiveContent::Assets(Object::default())
        } else {
            let what = "an archive";
            return Err(PulumiValueError::NoContent { what });
        };
        // Pulumi hashes archives in another form than Lumi.
        let hash = None;
        Ok(Value::Archive(Box::new(Archive { content, hash })))
    }
}

/// A hash without content means that the sender left the content out: such an asset becomes an
/// empty text with a foreign hash, and is encoded unchanged.
fn asset(mut members: SignedObject) -> Result<Value, PulumiValueError> {
    let hash = members.text("hash").filter(|it| !it.is_empty());
    let content = if let Some(text) = members.text("text") {
        AssetContent::Text(text)
    } else if let Some(path) = members.text("path") {
        AssetContent::File(path)
    } else if let Some(uri) = members.text("uri") {
        AssetContent::Remote(uri)
    } else if hash.is_some() {
        AssetContent::Text(String::new())
    } else {
        let what = "an asset";
        return Err(PulumiValueError::NoContent { what });
    };
    Ok(Value::Asset(Box::new(Asset { content, hash })))
}

fn resource(mut members: SignedObject) -> Result<Value, PulumiValueError> {
    let what = "a resource";
    let urn = members.text("urn");
    let urn = urn.ok_or(PulumiValueError::Member {
        what,
        member: "urn",
    })?;
    let urn = match parse_urn(&urn)? {
        PulumiUrn::Resource(urn) => urn,
        // Lumi has no resource for the stack: it is represented by its name.
        PulumiUrn::Stack => return Ok(Value::String(urn)),
    };
    let id = match members.take("id").and_then(|it| it.kind) {
        None | Some(Kind::NullValue(_)) => None,
        Some(Kind::StringValue(id)) if id.is_empty() || signature::is_unknown(&id) => {
            Some(Value::Unknown)
        }
        Some(Kind::StringValue(id)) => Some(Value::String(id)),
        Some(_) => return Err(PulumiValueError::Member { what, member: "id" }),
    };
    Ok(Value::Resource(Box::new(ResourceReference { urn, id })))
}

/// The members of an object with a signature.
struct SignedObject(Struct);

impl SignedObject {
    /// The signature, if there is one, and the rest.
    fn split(mut structure: Struct) -> Result<(Option<String>, Self), PulumiValueError> {
        let fields = &mut structure.fields;
        let Some(at) = fields.iter().position(|it| it.key == signature::KEY) else {
            return Ok((None, Self(structure)));
        };
        match fields.swap_remove(at).value.and_then(|it| it.kind) {
            Some(Kind::StringValue(signature)) => Ok((Some(signature), Self(structure))),
            _ => Err(PulumiValueError::Member {
                what: "an object",
                member: signature::KEY,
            }),
        }
    }

    fn take(&mut self, key: &str) -> Option<Wire> {
        let fields = &mut self.0.fields;
        let at = fields.iter().position(|it| it.key == key)?;
        fields.swap_remove(at).value
    }

    fn text(&mut self, key: &str) -> Option<String> {
        match self.take(key)?.kind? {
            Kind::StringValue(text) => Some(text),
            _ => None,
        }
    }

    fn list(&mut self, key: &str) -> Vec<Wire> {
        match self.take(key).and_then(|it| it.kind) {
            Some(Kind::ListValue(list)) => list.values,
            _ => Vec::new(),
        }
    }
}
