//! The files of a package, and their hashes.

use std::collections::BTreeMap;

use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use super::manifest::Manifest;

/// The name of the manifest in an archive.
pub const MANIFEST: &str = "manifest.json";

/// The files of a package by their names, without the manifest and the assets.
pub type Files = BTreeMap<String, String>;

/// The assets of a package by the names of their files.
pub type Assets = BTreeMap<String, Vec<u8>>;

/// Begins the names of assets.
pub const ASSETS: &str = "assets/";

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

pub fn asset_file(file: &str) -> String {
    format!("{ASSETS}{file}")
}

/// SHA-256 in hexadecimal digits.
pub fn hash(content: impl AsRef<[u8]>) -> String {
    HEXLOWER.encode(&Sha256::digest(content))
}

/// The hash of the code: of each module its name and its LumiIL, the texts of closures, data and assets.
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
    let assets: Vec<(String, &str)> = manifest
        .assets
        .iter()
        .map(|it| (asset_file(&it.file), it.hash.as_str()))
        .collect();
    let assets = assets.iter().map(|(name, hash)| (name.as_str(), *hash));
    let folders = manifest.folders.iter().map(|it| (ASSETS, it.as_str()));
    let all = modules.chain(closures).chain(data);
    of_pairs(all.chain(assets).chain(folders))
}

/// The hash of everything. The manifest has the hashes of assets.
pub fn whole_hash(manifest: &Manifest, files: &Files) -> String {
    let plain = Manifest {
        hash: String::new(),
        ..manifest.clone()
    };
    let own = hash(manifest_text(&plain));
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
