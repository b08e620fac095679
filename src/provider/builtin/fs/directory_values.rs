//! Inputs and outputs of a directory.

use std::path::{Path, PathBuf};

use crate::ProviderError;
use crate::content::members_sha256;
use lumi_graph::{Archive, ArchiveContent, AssetContent, Object, Value};

use super::place::{check_path, normal};
use super::tree::Hashes;

/// The output that is set once the folder has all files: without it, an update is still incomplete.
pub const WHOLE: &str = "sha256";

/// The paths of files in a folder.
pub fn members(path: &str, files: &Hashes) -> impl Iterator<Item = PathBuf> {
    let folder = Path::new(path);
    files.keys().map(move |it| folder.join(it))
}

pub fn is_hole_until_deployed(value: &Value) -> bool {
    match value {
        Value::Unknown => true,
        Value::Asset(asset) => matches!(asset.content, AssetContent::Remote(_)),
        Value::Archive(archive) => matches!(archive.content, ArchiveContent::Remote(_)),
        _ => false,
    }
}

pub fn path(inputs: &Object) -> Result<String, ProviderError> {
    let path = inputs.get("path").and_then(Value::as_str);
    let path = path.ok_or_else(|| ProviderError::failed("the path is not known"))?;
    check_path(path).map_err(ProviderError::failed)?;
    Ok(normal(path))
}

pub fn files(outputs: &Object) -> Hashes {
    let files = outputs.get("files").and_then(Value::as_object);
    let files = files.into_iter().flatten();
    files
        .filter_map(|(name, sha256)| Some((name.clone(), sha256.as_str()?.to_owned())))
        .collect()
}

/// An archive of the folder itself, identified by its hashes.
pub fn itself(path: &str, files: &Hashes) -> Value {
    Value::Archive(Box::new(Archive {
        content: ArchiveContent::File(path.to_owned()),
        hash: Some(sha256(files)),
    }))
}

pub fn sha256(files: &Hashes) -> String {
    members_sha256(files.iter().map(|(name, it)| (name.as_str(), it.as_str())))
}

pub fn outputs(inputs: &Object, files: &Hashes) -> Object {
    let mut outputs = Object::default();
    if let Some(path) = inputs.get("path") {
        outputs.insert("path".to_owned(), path.clone());
    }
    let members: Object = files
        .iter()
        .map(|(name, sha256)| (name.clone(), sha256.clone().into()))
        .collect();
    outputs.insert("files".to_owned(), members.into());
    outputs.insert(WHOLE.to_owned(), sha256(files).into());
    outputs.insert("count".to_owned(), (files.len() as f64).into());
    outputs
}
