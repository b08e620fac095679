//! `manifest.json`: what a package says about itself.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The version of the format that this crate writes and reads.
pub const FORMAT: u32 = 1;

/// The use of a package.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum PackKind {
    /// A program: its entry module can be run.
    Executable,
    /// Modules that programs import.
    Library,
}

/// A package that is needed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dependency {
    /// The source and the versions that fit, as in `packages` of `Lumi.yaml`.
    pub wanted: String,
    /// The version in `Lumi.lock`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// The hashes of that version in `Lumi.lock`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hashes: Vec<String>,
}

/// A module of the package.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModuleEntry {
    pub name: String,
    /// The file that it was compiled from, relative to the project folder.
    pub file: String,
    pub exports: Vec<String>,
    /// The SHA-256 of its LumiIL.
    pub hash: String,
}

/// A file that modules import as data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DataEntry {
    pub file: String,
    /// `json` or `text`.
    #[serde(rename = "type")]
    pub kind: String,
    pub hash: String,
}

/// A file that goes into resources as it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AssetEntry {
    /// The path below the project folder.
    pub file: String,
    /// The SHA-256 of its bytes.
    pub hash: String,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub executable: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The version of the format.
    pub lumipack: u32,
    /// The version of LumiIL.
    pub lumiil: u32,
    pub name: String,
    pub version: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub license: Option<String>,
    pub kind: PackKind,
    /// The module that a run begins with.
    pub entry: String,
    pub dependencies: BTreeMap<String, Dependency>,
    /// The settings of `Lumi.yaml` that a run needs.
    #[serde(default, skip_serializing_if = "serde_json::Map::is_empty")]
    pub settings: serde_json::Map<String, serde_json::Value>,
    /// In the order of their evaluation.
    pub modules: Vec<ModuleEntry>,
    /// Sorted by file.
    pub data: Vec<DataEntry>,
    /// Sorted by file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub assets: Vec<AssetEntry>,
    /// Folders of which the assets have each file, sorted; `.` is the project folder.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub folders: Vec<String>,
    /// The SHA-256 of the texts of closures, sorted.
    pub closures: Vec<String>,
    /// The hash of all code, without positions and descriptions.
    pub code: String,
    /// The hash of everything, this manifest without its hash included.
    pub hash: String,
}
