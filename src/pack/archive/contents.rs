//! The files of a package, and their hashes.

use std::collections::BTreeMap;

use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use super::manifest::Manifest;

/// The name of the manifest in an archive.
pub const MANIFEST: &str = "manifest.json";

/// The files of a package by their names, without the manifest.
pub type Files = BTreeMap<String, String>;

pub fn code_file(module: &str) -> String {
    format!("il/{module}.json")
}

pub fn debug_file(module: &str) -> String {
    format!("debug/{module}.json")
}

pub fn closure_file(hash: &str) -> String {
    format!("closures/{hash}.js")
}

pub fn data_file(file: &str) -> String {
    format!("data/{file}")
}

/// SHA-256 in hexadecimal digits.
pub fn hash(text: &str) -> String {
    HEXLOWER.encode(&Sha256::digest(text.as_bytes()))
}

/// The hash of the code: of each module its name and its LumiIL, and the texts of closures.
pub fn code_hash(manifest: &Manifest) -> String {
    let modules = manifest
        .modules
        .iter()
        .map(|it| (it.name.as_str(), it.hash.as_str()));
    let closures = manifest.closures.iter().map(|it| ("", it.as_str()));
    let data = manifest
        .data
        .iter()
        .map(|it| (it.file.as_str(), it.hash.as_str()));
    of_pairs(modules.chain(closures).chain(data))
}

/// The hash of everything.
pub fn whole_hash(manifest: &Manifest, files: &Files) -> String {
    let plain = Manifest {
        hash: String::new(),
        ..manifest.clone()
    };
    let own = hash(&manifest_text(&plain));
    let hashes: Vec<(&str, String)> = files
        .iter()
        .map(|(name, text)| (name.as_str(), hash(text)))
        .collect();
    let files = hashes.iter().map(|(name, hash)| (*name, hash.as_str()));
    of_pairs([(MANIFEST, own.as_str())].into_iter().chain(files))
}

/// The canonical text of a manifest.
pub fn manifest_text(manifest: &Manifest) -> String {
    let mut text = serde_json::to_string_pretty(manifest).expect("BUG: a manifest is JSON");
    text.push('\n');
    text
}

/// Lengths make pairs unambiguous.
fn of_pairs<'t>(pairs: impl Iterator<Item = (&'t str, &'t str)>) -> String {
    let mut digest = Sha256::new();
    for (name, value) in pairs {
        digest.update(format!("{}:{name}{}:{value}", name.len(), value.len()));
    }
    HEXLOWER.encode(&digest.finalize())
}
