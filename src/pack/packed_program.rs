//! The part of a verified package that a run needs.

use serde::{Deserialize, Serialize};

use crate::archive::Manifest;
use crate::links::LibraryImports;
use crate::print::Script;
use crate::verify::Pack;

/// A package without its trees. It is made of a verified one alone; as a text it may be kept under the hash of the
/// file that was verified.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PackedProgram {
    pub manifest: Manifest,
    pub imports: LibraryImports,
    /// The modules as JavaScript.
    pub scripts: Vec<Script>,
    /// The files that modules import as data, and their texts.
    pub data: Vec<(String, String)>,
}

impl From<&Pack> for PackedProgram {
    fn from(pack: &Pack) -> Self {
        let data = pack
            .data()
            .map(|(file, text)| (file.to_owned(), text.to_owned()));
        Self {
            manifest: pack.manifest.clone(),
            imports: pack.library_imports(),
            scripts: pack.scripts(),
            data: data.collect(),
        }
    }
}
