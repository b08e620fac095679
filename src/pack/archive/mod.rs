//! A package as one file: a zip whose bytes follow from what is in it.
//!
//! | module | |
//! |---|---|
//! | `manifest` | what a package says about itself |
//! | `contents` | the names of its files, and its hashes |
//! | `writer`, `reader` | makes an archive, and reads one; the zip itself is written by `closure/zip.rs` |
//! | `limits` | how large packages may be |

mod contents;
mod limits;
mod manifest;
mod reader;
mod writer;

#[cfg(test)]
pub use contents::Assets;
#[cfg(any(test, fuzzing))]
pub use contents::Files;
pub use contents::{
    MANIFEST, asset_file, closure_file, code_file, code_hash, data_file, debug_file, hash,
    manifest_text, whole_hash,
};
pub use limits::{MAX_ARCHIVE, MAX_ASSET, MAX_DEPTH, MAX_FILES, MAX_MANIFEST, MAX_TOTAL, depth};
pub use manifest::{AssetEntry, DataEntry, Dependency, Manifest, ModuleEntry, PackKind};
pub use reader::{Archive, ReadError, folded, is_asset_name, is_name, is_source_name, read};
pub use writer::{BuildError, Built, PackDescription, build};
