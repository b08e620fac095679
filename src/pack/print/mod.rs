//! Prints LumiIL: as JavaScript with a source map for the host, or as TypeScript for people.
//!
//! | module | |
//! |---|---|
//! | `doc` | text that is laid out to a width, with positions |
//! | `printer` | a module: its imports and exports |
//! | `asset_folder` | paths of a library's own assets |
//! | `dates` | dates without a clock and a time zone |
//! | `member_guard` | names of members that are computed |
//! | `declarations` | the parts of a module, each for itself |
//! | `interface` | the declarations of a module for editors and compilers |
//! | `statements`, `functions`, `expressions`, `objects`, `types` | the code |
//! | `stubs`, `stub_types` | the declarations of a module for Python |
//! | `source_map` | the positions as a source map |

mod asset_folder;
mod dates;
mod declarations;
mod doc;
mod expressions;
mod functions;
mod interface;
mod member_guard;
mod objects;
mod printer;
mod source_map;
mod statements;
mod stub_types;
mod stubs;
mod types;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::asset_uses::OwnAssets;
use crate::il::Module;

pub use asset_folder::ASSET_FOLDER;
pub use declarations::{Declaration, declarations};
pub use doc::{Doc, Layout, LineShape};
pub use interface::interface;
use printer::Printer;
pub use printer::{Language, ModuleFiles, bound};
use source_map::source_map;
pub use stubs::stubs;

/// A module as JavaScript.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Script {
    /// The file that the code was compiled from, relative to the project folder.
    pub file: String,
    pub code: String,
    /// The source map (JSON) to that file.
    pub map: String,
}

/// Prints a module as JavaScript; `own_assets` are those of a library.
pub fn script(
    module: &Module,
    file: &str,
    texts: &BTreeMap<String, String>,
    files: &ModuleFiles,
    own_assets: Option<OwnAssets>,
) -> Script {
    let mut printer = Printer::new(module, Language::JavaScript, texts, files);
    printer.own_assets = own_assets;
    let layout = Layout::of(&printer.module());
    Script {
        file: file.to_owned(),
        map: source_map(file, &layout.marks),
        code: layout.text,
    }
}

/// Prints a module as TypeScript.
pub fn source(module: &Module, texts: &BTreeMap<String, String>, files: &ModuleFiles) -> String {
    Layout::of(&Printer::new(module, Language::TypeScript, texts, files).module()).text
}
