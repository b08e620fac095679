//! Values that are secret: a program takes them from the configuration, and never has them as literals.

use std::borrow::Cow;
use std::collections::HashSet;

use lumi_graph::{
    ArchiveContent, Asset, AssetContent, NumberText, PropertyPath, ResourceReference, Value,
};

use super::configured_values::is_configurable;
use super::references::{Origin, Part, parts};
use crate::code::Code;

/// A value that is secret, or a part of one.
///
/// Its texts leave this module as a value of the configuration alone, so that no writer of code can have them
/// in a literal. What is no secret in it, such as a space between two outputs, has a method of its own that opens it.
#[derive(Clone, Copy)]
pub struct HiddenValue<'v>(&'v Value);

/// A text that is secret, or a part of one.
#[derive(Clone)]
pub struct HiddenText<'v>(Cow<'v, str>);

/// A part of a hidden text.
pub enum HiddenPart<'v> {
    Text(HiddenText<'v>),
    /// The position of an origin.
    Origin(usize),
}

/// The form of a hidden value, with hidden parts.
pub enum HiddenShape<'v> {
    /// A value that a configuration can hold.
    Configurable,
    Unknown,
    Null,
    /// A number without a form in JSON, as text.
    Number(HiddenText<'v>),
    /// An asset or an archive, as a function that makes it of its text.
    Content(Content, HiddenText<'v>),
    Assets(Vec<(HiddenText<'v>, HiddenValue<'v>)>),
    List(Vec<HiddenValue<'v>>),
    Object(Vec<(HiddenText<'v>, HiddenValue<'v>)>),
    Resource(&'v ResourceReference),
}

/// The kind of an asset or an archive that is made of one text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// A class of the SDK.
    Class(&'static str),
    /// Bytes in base64.
    Bytes,
}

/// The longest separator, in bytes.
const LONGEST_SEPARATOR: usize = 3;

impl<'v> HiddenValue<'v> {
    /// A value of which all is secret.
    pub fn new(value: &'v Value) -> Self {
        Self(value.open())
    }

    pub fn shape(self) -> HiddenShape<'v> {
        match self.0 {
            Value::Secret(inner) => Self::new(inner).shape(),
            Value::Unknown | Value::Ephemeral(_) => HiddenShape::Unknown,
            Value::Resource(reference) => HiddenShape::Resource(reference),
            it if is_configurable(it) => HiddenShape::Configurable,
            Value::Number(number) => {
                HiddenShape::Number(HiddenText(NumberText(*number).to_string().into()))
            }
            Value::Asset(asset) => asset_shape(asset),
            Value::Archive(archive) => match &archive.content {
                ArchiveContent::Assets(assets) => {
                    HiddenShape::Assets(assets.iter().map(asset_member).collect())
                }
                ArchiveContent::File(path) => content("FileArchive", path),
                ArchiveContent::Remote(uri) => content("RemoteArchive", uri),
            },
            Value::Array(all) => HiddenShape::List(items(all)),
            Value::Object(all) => HiddenShape::Object(members(all)),
            Value::Null | Value::Bool(_) | Value::String(_) => HiddenShape::Configurable,
        }
    }

    /// The form of a value with parts that come from elsewhere; that of [`Self::shape`] for all others.
    pub fn shape_of_parts(self) -> HiddenShape<'v> {
        match self.0 {
            Value::Secret(inner) => Self::new(inner).shape_of_parts(),
            Value::Null => HiddenShape::Null,
            Value::Array(all) => HiddenShape::List(items(all)),
            Value::Object(all) => HiddenShape::Object(members(all)),
            _ => self.shape(),
        }
    }

    pub fn as_text(self) -> Option<HiddenText<'v>> {
        Some(HiddenText(self.0.as_str()?.into()))
    }

    /// Whether it is equal to a known value.
    pub fn is(self, other: &Value) -> bool {
        self.0 == other.open()
    }

    /// Whether it is `true` or `false`, which values are by chance.
    pub fn is_bool(self) -> bool {
        matches!(self.0, Value::Bool(_))
    }

    pub fn as_resource(self) -> Option<&'v ResourceReference> {
        match self.0 {
            Value::Resource(reference) => Some(reference),
            _ => None,
        }
    }

    pub(crate) fn for_configuration(self) -> &'v Value {
        self.0
    }
}

impl<'v> HiddenText<'v> {
    /// Cuts the text into outputs of resources and what is between them; `None` if no output is a part.
    pub fn parts(&self, origins: &[Origin], shortest: usize) -> Option<Vec<HiddenPart<'v>>> {
        let found = parts(&self.0, origins, shortest)?;
        let found = found.into_iter().map(|part| match part {
            Part::Text(text) => HiddenPart::Text(Self(text.to_owned().into())),
            Part::Origin(at) => HiddenPart::Origin(at),
        });
        Some(found.collect())
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// A function of the text, such as a search.
    pub(crate) fn find<T>(&self, search: impl FnOnce(&str) -> Option<T>) -> Option<T> {
        search(&self.0)
    }

    /// The text of a short separator of outputs, which says nothing: spaces and signs.
    pub fn separator(&self) -> Option<Code> {
        let is_sign = |it: u8| it.is_ascii_punctuation() || it == b' ' || it == b'\n';
        let is_separator = self.0.len() <= LONGEST_SEPARATOR && self.0.bytes().all(is_sign);
        is_separator.then(|| Code::string(&*self.0))
    }

    /// The text of a key that the graph has in the clear elsewhere.
    pub fn public_key(&self, public: &HashSet<String>) -> Option<String> {
        public.get(&*self.0).cloned()
    }

    /// Adds the key to a path in which edges are looked up; such a path is not written.
    pub(crate) fn push_to(&self, path: &mut PropertyPath) {
        path.push_key(&self.0);
    }

    /// The text, for a configuration.
    pub(crate) fn for_configuration(&self) -> &str {
        &self.0
    }
}

fn items(all: &[Value]) -> Vec<HiddenValue<'_>> {
    all.iter().map(HiddenValue::new).collect()
}

fn members(all: &lumi_graph::Object) -> Vec<(HiddenText<'_>, HiddenValue<'_>)> {
    let all = all.iter();
    all.map(|(key, it)| (HiddenText(key.as_str().into()), HiddenValue::new(it)))
        .collect()
}

/// A member of an archive.
fn asset_member<'v>((name, value): (&'v String, &'v Value)) -> (HiddenText<'v>, HiddenValue<'v>) {
    (HiddenText(name.as_str().into()), HiddenValue::new(value))
}

fn asset_shape(asset: &Asset) -> HiddenShape<'_> {
    match &asset.content {
        AssetContent::Text(text) | AssetContent::Function(text) => content("StringAsset", text),
        AssetContent::Base64(text) => {
            HiddenShape::Content(Content::Bytes, HiddenText(text.as_str().into()))
        }
        AssetContent::File(path) => content("FileAsset", path),
        AssetContent::Remote(uri) => content("RemoteAsset", uri),
    }
}

fn content<'v>(class: &'static str, text: &'v str) -> HiddenShape<'v> {
    HiddenShape::Content(Content::Class(class), HiddenText(text.into()))
}
