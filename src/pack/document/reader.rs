//! Makes the archive of a document, of which nothing is believed.

use std::collections::BTreeMap;
use std::fmt;

use data_encoding::BASE64;
use lumi_closure::nesting::with_stack;
use lumi_closure::zip::ZipWriter;
use lumi_graph::is_nested_deeply;
use serde::de::{DeserializeSeed, Deserializer, EnumAccess, Error, MapAccess, Visitor};

use super::format::DocumentFormat;
use super::is_tree;
use super::tree::{Budget, Names, Tree, tagged};
use crate::archive::{MANIFEST, MAX_DEPTH, MAX_FILES, MAX_MANIFEST, MAX_TOTAL, ReadError, is_name};

/// The archive of a document: that of the package of which the document was made, byte for byte, if lumi built it. It is not
/// verified.
pub fn archive_of(document: &[u8], format: DocumentFormat) -> Result<Vec<u8>, ReadError> {
    if document.len() > format.max_bytes() {
        return Err(ReadError::DocumentTooLarge(format.max_bytes() >> 20));
    }
    let text = std::str::from_utf8(document);
    let text = text.map_err(|_| ReadError::Document("it is not UTF-8".to_owned()))?;
    let budget = Budget::of_document(text.len());
    let parts = with_stack(MAX_DEPTH, || parsed(text, format, &budget))?;
    let files = files(parts)?;
    let bytes = files.iter().map(|(name, it)| (name, it.as_slice()));
    Ok(ZipWriter::default().zip(&bytes.collect()))
}

fn parsed(text: &str, format: DocumentFormat, budget: &Budget) -> Result<Parts, ReadError> {
    match format {
        DocumentFormat::Json => {
            let mut reader = serde_json::Deserializer::from_str(text);
            reader.disable_recursion_limit();
            let parts = Document(budget).deserialize(&mut reader);
            let parts = parts.and_then(|it| reader.end().map(|()| it));
            parts.map_err(|error| ReadError::Document(error.to_string()))
        }
        DocumentFormat::Yaml if is_nested_deeply(text) => Err(ReadError::Document(
            "its brackets are nested too deeply".to_owned(),
        )),
        DocumentFormat::Yaml => {
            let reader = serde_yaml_ng::Deserializer::from_str(text);
            let parts = Document(budget).deserialize(reader);
            parts.map_err(|error| ReadError::Document(error.to_string()))
        }
    }
}

/// All files with the manifest, by their names.
fn files(parts: Parts) -> Result<BTreeMap<String, Vec<u8>>, ReadError> {
    let manifest = parts.manifest.ok_or(ReadError::NoManifest)?;
    if manifest.len() > MAX_MANIFEST {
        return Err(ReadError::ManifestTooLarge);
    }
    let manifest: serde_json::Value =
        serde_json::from_str(&manifest).map_err(|error| ReadError::Manifest(error.to_string()))?;
    let mut files = parts.files;
    let text = format!("{manifest:#}\n").into_bytes();
    if files.insert(MANIFEST.to_owned(), text).is_some() {
        return Err(ReadError::Twice);
    }
    if files.len() > MAX_FILES {
        return Err(ReadError::TooManyFiles);
    }
    if files.values().map(Vec::len).sum::<usize>() > MAX_TOTAL {
        return Err(ReadError::TooLarge);
    }
    match files.keys().find(|it| !is_name(it)) {
        Some(name) => Err(ReadError::Name(name.escape_debug().to_string())),
        None => Ok(files),
    }
}

/// The parts of a document.
#[derive(Default)]
struct Parts {
    /// The JSON of the manifest.
    manifest: Option<String>,
    files: BTreeMap<String, Vec<u8>>,
}

struct Document<'a>(&'a Budget);

impl<'de> DeserializeSeed<'de> for Document<'_> {
    type Value = Parts;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Parts, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Document<'_> {
    type Value = Parts;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with `manifest` and `files`")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Parts, A::Error> {
        let mut parts = Parts::default();
        let mut names = Names::default();
        while let Some(name) = names.next(&mut map, self.0)? {
            match name.as_str() {
                "manifest" => {
                    let mut text = String::new();
                    map.next_value_seed(Tree::new(self.0, &mut text))?;
                    parts.manifest = Some(text);
                }
                "files" => parts.files = map.next_value_seed(FileMap(self.0))?,
                _ => return Err(A::Error::unknown_field(&name, &["manifest", "files"])),
            }
        }
        Ok(parts)
    }

    fn visit_enum<A: EnumAccess<'de>>(self, _: A) -> Result<Parts, A::Error> {
        Err(tagged())
    }
}

/// The files by their names.
struct FileMap<'a>(&'a Budget);

impl<'de> DeserializeSeed<'de> for FileMap<'_> {
    type Value = BTreeMap<String, Vec<u8>>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for FileMap<'_> {
    type Value = BTreeMap<String, Vec<u8>>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with the files by their names")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut files = BTreeMap::new();
        let mut names = Names::default();
        while let Some(name) = names.next(&mut map, self.0)? {
            let mut json = String::new();
            map.next_value_seed(Tree::new(self.0, &mut json))?;
            let content = content(&name, json).map_err(|message| {
                A::Error::custom(format!("the file {name:?} cannot be read: {message}"))
            })?;
            files.insert(name, content);
        }
        Ok(files)
    }

    fn visit_enum<A: EnumAccess<'de>>(self, _: A) -> Result<Self::Value, A::Error> {
        Err(tagged())
    }
}

/// Bytes as a text. No module and no debug information is such an object.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Encoded {
    base64: String,
}

/// The bytes of a file, of which the document has this JSON.
fn content(name: &str, json: String) -> Result<Vec<u8>, String> {
    if json.starts_with('"') {
        let text = serde_json::from_str::<String>(&json);
        return text.map(String::into_bytes).map_err(|it| it.to_string());
    }
    let encoded = json
        .starts_with('{')
        .then(|| serde_json::from_str::<Encoded>(&json));
    match encoded {
        Some(Ok(it)) => BASE64
            .decode(it.base64.as_bytes())
            .map_err(|it| it.to_string()),
        _ if is_tree(name) => Ok(json.into_bytes()),
        _ => Err("it is neither a text nor an object with `base64`".to_owned()),
    }
}
