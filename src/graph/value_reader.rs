//! Values read back from JSON or YAML.
//!
//! Two steps: the text becomes a tree of plain values, then every object with the key `$lumi`
//! is replaced by what it stands for, from the outside in, because what is inside a wrapped
//! user's object must not be taken for one of ours.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, de};
use thiserror::Error;

use super::asset::{Archive, ArchiveContent, Asset, AssetContent};
use super::excerpt::Excerpt;
use super::number;
use super::property_path::{PathPart, PropertyPath};
use super::urn::{Urn, UrnError};
use super::value::{LUMI_KEY, MAX_DEPTH, Object, ResourceReference, Value};

const TAGS: &str = "unknown, secret, asset, archive, resource, number, object";

/// A value that cannot be read, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}{fault}", Place(.path))]
pub struct ValueError {
    /// From the value that was read to the one at fault.
    pub path: PropertyPath,
    pub fault: ValueFault,
}

/// What is wrong with a value.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ValueFault {
    #[error("the value is nested deeper than {MAX_DEPTH} levels")]
    TooDeep,
    #[error("`$lumi` must be a string, one of {TAGS}; it is {found}")]
    TagNotText { found: &'static str },
    #[error("`$lumi` is `{}`, which is none of {TAGS}", Excerpt::short(.tag))]
    UnknownTag { tag: String },
    #[error("`$lumi` {tag} lacks `{member}`")]
    Missing {
        tag: &'static str,
        member: &'static str,
    },
    #[error("`$lumi` {tag} does not take `{}`", Excerpt::short(.member))]
    Unexpected { tag: &'static str, member: String },
    #[error("`{member}` of `$lumi` {tag} must be {expected}; it is {found}")]
    WrongKind {
        tag: &'static str,
        member: String,
        expected: &'static str,
        found: &'static str,
    },
    #[error("`kind` of `$lumi` {tag} is `{}`, which is none of {kinds}", Excerpt::short(.found))]
    UnknownKind {
        tag: &'static str,
        found: String,
        kinds: &'static str,
    },
    #[error(
        "`value` of `$lumi` number is `{}`, which is none of NaN, Infinity, -Infinity, -0",
        Excerpt::short(.found)
    )]
    NotANumber { found: String },
    #[error("the secret is encrypted; it can only be read with the key of its stack")]
    Encrypted,
    #[error(transparent)]
    Urn(#[from] UrnError),
}

struct Place<'a>(&'a PropertyPath);

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            Ok(())
        } else {
            write!(f, "`{}`: ", self.0)
        }
    }
}

/// The path grows on the way out of a failure, so that success pays nothing for it.
struct Failure {
    inside_out: Vec<PathPart>,
    fault: ValueFault,
}

type Outcome<T> = Result<T, Box<Failure>>;

fn fail<T>(fault: ValueFault) -> Outcome<T> {
    Err(Box::new(Failure {
        inside_out: Vec::new(),
        fault,
    }))
}

fn at(mut failure: Box<Failure>, part: PathPart) -> Box<Failure> {
    failure.inside_out.push(part);
    failure
}

/// A tree as the text had it: objects with the key `$lumi` are still objects.
///
/// Kept apart from [`Value`] so that a document can be read first and its values taken from
/// it with a message that names the vertex.
#[derive(Debug, Default)]
pub(super) struct PlainValue(Value);

impl PlainValue {
    /// Replaces every `$lumi` object by what it stands for.
    pub(super) fn into_value(self) -> Result<Value, ValueError> {
        resolve(self.0, 0).map_err(|mut failure| {
            failure.inside_out.reverse();
            ValueError {
                path: PropertyPath {
                    parts: failure.inside_out,
                },
                fault: failure.fault,
            }
        })
    }
}

impl<'de> Deserialize<'de> for PlainValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self(PlainSeed { depth: 0 }.deserialize(deserializer)?))
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
        // Its own limit is below ours; ours is checked by the seed below.
        deserializer.disable_recursion_limit();
        let value = Self::deserialize(&mut deserializer)?;
        deserializer.end()?;
        Ok(value)
    }
}

#[derive(Clone, Copy)]
struct PlainSeed {
    depth: usize,
}

impl PlainSeed {
    /// One level more than a value may have: a `$lumi` object at the bottom is a scalar.
    fn inside<E: de::Error>(self) -> Result<Self, E> {
        if self.depth > MAX_DEPTH {
            return Err(E::custom(ValueFault::TooDeep));
        }
        Ok(Self {
            depth: self.depth + 1,
        })
    }
}

impl<'de> DeserializeSeed<'de> for PlainSeed {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for PlainSeed {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Value, E> {
        Ok(Value::Bool(flag))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Value, E> {
        Ok(Value::Number(number as f64))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Value, E> {
        Ok(Value::Number(number as f64))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Value, E> {
        Ok(Value::Number(number))
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(Value::String(text.to_owned()))
    }

    fn visit_string<E>(self, text: String) -> Result<Value, E> {
        Ok(Value::String(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Value, A::Error> {
        let seed = self.inside()?;
        let mut items = Vec::new();
        while let Some(item) = sequence.next_element_seed(seed)? {
            items.push(item);
        }
        items.shrink_to_fit();
        Ok(Value::Array(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let seed = self.inside()?;
        let mut members = Object::default();
        while let Some(key) = map.next_key::<String>()? {
            let value = map.next_value_seed(seed)?;
            match members.entry(key) {
                indexmap::map::Entry::Vacant(entry) => drop(entry.insert(value)),
                indexmap::map::Entry::Occupied(entry) => {
                    let key = Excerpt::short(entry.key());
                    return Err(A::Error::custom(format_args!(
                        "the key `{key}` is there twice"
                    )));
                }
            }
        }
        Ok(Value::Object(members))
    }
}

/// Resolves a plain value that stands `depth` levels deep.
fn resolve(value: Value, depth: usize) -> Outcome<Value> {
    match value {
        Value::Array(mut items) => {
            let depth = inside(depth, 1)?;
            for (index, item) in items.iter_mut().enumerate() {
                *item = resolve(std::mem::take(item), depth)
                    .map_err(|failure| at(failure, PathPart::Index(index)))?;
            }
            Ok(Value::Array(items))
        }
        Value::Object(members) if members.contains_key(LUMI_KEY) => resolve_tagged(members, depth),
        Value::Object(members) => Ok(Value::Object(resolve_members(members, inside(depth, 1)?)?)),
        scalar => Ok(scalar),
    }
}

fn inside(depth: usize, levels: usize) -> Outcome<usize> {
    if depth + levels > MAX_DEPTH {
        fail(ValueFault::TooDeep)
    } else {
        Ok(depth + levels)
    }
}

fn resolve_members(mut members: Object, depth: usize) -> Outcome<Object> {
    for (key, value) in &mut members {
        *value = resolve(std::mem::take(value), depth)
            .map_err(|failure| at(failure, PathPart::Key(key.clone())))?;
    }
    Ok(members)
}

fn resolve_tagged(mut members: Object, depth: usize) -> Outcome<Value> {
    let tag = match members.swap_remove(LUMI_KEY) {
        Some(Value::String(tag)) => tag,
        other => {
            let found = other.unwrap_or_default().kind();
            return fail(ValueFault::TagNotText { found });
        }
    };
    match tag.as_str() {
        "unknown" => Tagged {
            tag: "unknown",
            members,
        }
        .done(Value::Unknown),
        "secret" => resolve_secret(
            Tagged {
                tag: "secret",
                members,
            },
            depth,
        ),
        "asset" => resolve_asset(Tagged {
            tag: "asset",
            members,
        }),
        "archive" => resolve_archive(
            Tagged {
                tag: "archive",
                members,
            },
            depth,
        ),
        "resource" => resolve_reference(Tagged {
            tag: "resource",
            members,
        }),
        "number" => resolve_number(Tagged {
            tag: "number",
            members,
        }),
        "object" => {
            let mut tagged = Tagged {
                tag: "object",
                members,
            };
            let inner = tagged.object("value")?;
            let inner = resolve_members(inner, inside(depth, 2)?)?;
            tagged.done(Value::Object(inner))
        }
        _ => fail(ValueFault::UnknownTag { tag }),
    }
}

fn resolve_secret(mut tagged: Tagged, depth: usize) -> Outcome<Value> {
    if tagged.members.contains_key("ciphertext") {
        return fail(ValueFault::Encrypted);
    }
    // Masked: that there is a secret is all there is to know.
    let inner = match tagged.take("value") {
        Some(inner) => resolve(inner, inside(depth, 1)?)?,
        None => Value::Unknown,
    };
    tagged.done(Value::secret(inner))
}

fn resolve_asset(mut tagged: Tagged) -> Outcome<Value> {
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

fn resolve_archive(mut tagged: Tagged, depth: usize) -> Outcome<Value> {
    let kind = tagged.text("kind")?;
    let content = match kind.as_str() {
        "assets" => {
            let members = resolve_members(tagged.object("assets")?, inside(depth, 2)?)?;
            for (path, member) in &members {
                if !is_archive_member(member) {
                    return Err(at(
                        tagged.wrong_kind(path, "an asset or archive", member),
                        key(path),
                    ));
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

fn is_archive_member(value: &Value) -> bool {
    match value {
        Value::Secret(inner) => is_archive_member(inner),
        Value::Asset(_) | Value::Archive(_) | Value::Unknown => true,
        _ => false,
    }
}

fn resolve_reference(mut tagged: Tagged) -> Outcome<Value> {
    let text = tagged.text("urn")?;
    let urn = match Urn::parse(&text) {
        Ok(urn) => urn,
        Err(error) => return fail(ValueFault::Urn(error)),
    };
    let id = match tagged.take("id") {
        None => None,
        Some(id) => match resolve(id, 0).map_err(|failure| at(failure, key("id")))? {
            id @ (Value::String(_) | Value::Unknown) => Some(id),
            other => return Err(tagged.wrong_kind("id", "a string or unknown", &other)),
        },
    };
    tagged.done(Value::Resource(Box::new(ResourceReference { urn, id })))
}

fn resolve_number(mut tagged: Tagged) -> Outcome<Value> {
    let name = tagged.text("value")?;
    match number::from_special_name(&name) {
        Some(number) => tagged.done(Value::Number(number)),
        None => fail(ValueFault::NotANumber { found: name }),
    }
}

/// The members of a `$lumi` object that are not yet used.
struct Tagged {
    tag: &'static str,
    members: Object,
}

impl Tagged {
    fn take(&mut self, member: &str) -> Option<Value> {
        self.members.swap_remove(member)
    }

    fn required(&mut self, member: &'static str) -> Outcome<Value> {
        match self.take(member) {
            Some(value) => Ok(value),
            None => fail(ValueFault::Missing {
                tag: self.tag,
                member,
            }),
        }
    }

    fn text(&mut self, member: &'static str) -> Outcome<String> {
        match self.required(member)? {
            Value::String(text) => Ok(text),
            other => Err(self.wrong_kind(member, "a string", &other)),
        }
    }

    fn optional_text(&mut self, member: &'static str) -> Outcome<Option<String>> {
        if self.members.contains_key(member) {
            self.text(member).map(Some)
        } else {
            Ok(None)
        }
    }

    fn object(&mut self, member: &'static str) -> Outcome<Object> {
        match self.required(member)? {
            Value::Object(object) => Ok(object),
            other => Err(self.wrong_kind(member, "an object", &other)),
        }
    }

    fn wrong_kind(&self, member: &str, expected: &'static str, found: &Value) -> Box<Failure> {
        let (tag, found) = (self.tag, found.kind());
        let fault = ValueFault::WrongKind {
            tag,
            member: member.to_owned(),
            expected,
            found,
        };
        Box::new(Failure {
            inside_out: Vec::new(),
            fault,
        })
    }

    fn unknown_kind<T>(&self, found: String, kinds: &'static str) -> Outcome<T> {
        fail(ValueFault::UnknownKind {
            tag: self.tag,
            found,
            kinds,
        })
    }

    /// Answers the result if every member was used.
    fn done(self, value: Value) -> Outcome<Value> {
        match self.members.into_iter().next() {
            Some((member, _)) => fail(ValueFault::Unexpected {
                tag: self.tag,
                member,
            }),
            None => Ok(value),
        }
    }
}
