//! Makes the document of an archive.

use std::collections::BTreeMap;

use data_encoding::BASE64;
use lumi_closure::nesting::with_stack;
use serde::Serialize;
use serde::de::DeserializeSeed as _;
use serde_json::Value;
use serde_json::value::RawValue;

use super::format::DocumentFormat;
use super::is_tree;
use super::tree::{Budget, Tree};
use crate::archive::{Archive, MAX_DEPTH, ReadError, depth, read};

/// The maximum nesting of code that YAML has as a value; the reader of YAML takes 128 levels.
const MAX_YAML_DEPTH: usize = 100;

/// The document of a verified archive. It is refused if no reader takes a document of that size.
pub fn document(archive: &[u8], format: DocumentFormat) -> Result<String, ReadError> {
    let archive = read(archive)?;
    let failed = |error: String| ReadError::Document(error);
    let text = match format {
        DocumentFormat::Json => {
            let document = Document::of(&archive, json_tree)?;
            let text = serde_json::to_string_pretty(&document);
            text.map_err(|error| failed(error.to_string()))? + "\n"
        }
        DocumentFormat::Yaml => {
            let document = Document::of(&archive, yaml_tree)?;
            serde_yaml_ng::to_string(&document).map_err(|error| failed(error.to_string()))?
        }
    };
    match text.len() > format.max_bytes() {
        true => Err(ReadError::DocumentTooLarge(format.max_bytes() >> 20)),
        false => Ok(text),
    }
}

#[derive(Serialize)]
struct Document<'a> {
    manifest: Value,
    files: BTreeMap<&'a str, Content<'a>>,
}

/// A file.
#[derive(Serialize)]
#[serde(untagged)]
enum Content<'a> {
    Text(&'a str),
    Bytes {
        base64: String,
    },
    /// JSON, as it is.
    Raw(&'a RawValue),
    Tree(Value),
}

impl<'a> Document<'a> {
    /// `tree` answers JSON as a value of the format, if the text of that value is the same JSON.
    fn of(
        archive: &'a Archive,
        tree: fn(&'a str, &str) -> Option<Content<'a>>,
    ) -> Result<Self, ReadError> {
        let manifest = serde_json::from_str(&archive.text);
        let manifest = manifest.map_err(|error| ReadError::Manifest(error.to_string()))?;
        let texts = archive.files.iter().map(|(name, text)| {
            let value = is_tree(name).then(|| tree(text, name)).flatten();
            (name.as_str(), value.unwrap_or_else(|| content(text)))
        });
        let assets = archive.assets.iter().map(|(name, bytes)| {
            let content = match std::str::from_utf8(bytes) {
                Ok(text) => content(text),
                Err(_) => encoded(bytes),
            };
            (name.as_str(), content)
        });
        Ok(Self {
            manifest,
            files: texts.chain(assets).collect(),
        })
    }
}

/// A text as it is, if all of it can be seen.
fn content(text: &str) -> Content<'_> {
    let is_seen = |it: char| {
        matches!(it, '\n' | '\t')
            || !(it.is_control() || matches!(it, '\u{2028}' | '\u{2029}' | '\u{feff}'))
    };
    match text.chars().all(is_seen) {
        true => Content::Text(text),
        false => encoded(text.as_bytes()),
    }
}

fn encoded<'a>(bytes: &[u8]) -> Content<'a> {
    Content::Bytes {
        base64: BASE64.encode(bytes),
    }
}

/// JSON in one line.
fn json_tree<'a>(text: &'a str, _: &str) -> Option<Content<'a>> {
    if !is_canonical(text) {
        return None;
    }
    serde_json::from_str(text).ok().map(Content::Raw)
}

/// Code as a tree; positions, which are a number a line otherwise, as a text.
fn yaml_tree<'a>(text: &'a str, name: &str) -> Option<Content<'a>> {
    if !name.starts_with("il/") || depth(text) > MAX_YAML_DEPTH || !is_canonical(text) {
        return None;
    }
    serde_json::from_str(text).ok().map(Content::Tree)
}

/// Whether JSON is what the reader makes of its value. It takes an object with `base64` for bytes.
fn is_canonical(text: &str) -> bool {
    if text.starts_with(r#"{"base64":"#) || depth(text) > MAX_DEPTH {
        return false;
    }
    let budget = Budget::of_document(text.len());
    let mut again = String::new();
    let mut reader = serde_json::Deserializer::from_str(text);
    reader.disable_recursion_limit();
    let tree = Tree::new(&budget, &mut again);
    let read = with_stack(MAX_DEPTH, || tree.deserialize(&mut reader));
    read.is_ok() && again == text
}
