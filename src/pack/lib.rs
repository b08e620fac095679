//! LumiPack and LumiIL: programs as packages.
//!
//! This crate is pure: it opens no file and does not depend on V8.
//!
//! | module | |
//! |---|---|
//! | `front` | makes LumiIL of a program's source |
//! | `asset_uses` | the files that code names as assets |
//! | `il` | LumiIL: the bound syntax tree, and where its nodes come from |
//! | `archive` | LumiIL as a .lumipack, with canonical bytes, and back |
//! | `document` | a .lumipack as one document in JSON or YAML, and back |
//! | `verify` | proves that a package is what it says |
//! | `print` | verified LumiIL as JavaScript with a source map, or as TypeScript |
//! | `difference` | what two packages differ in |
//! | `links` | packages and the libraries that they import |
//! | `packed_program` | the part of a verified package that a run needs |
//! | `evaluation` | what a package is run and raised as |
//! | `closure_text` | the text of closures, and the names that it captures |
//! | `intrinsics` | what of the standard library LumiIL has |

#![cfg_attr(
    test,
    allow(
        clippy::too_many_lines,
        reason = "tests contain the texts that they expect"
    )
)]
#![deny(clippy::print_stderr, clippy::print_stdout)]

mod archive;
mod asset_uses;
mod closure_text;
mod difference;
mod document;
mod evaluation;
mod front;
#[cfg(any(test, fuzzing))]
pub mod fuzzing;
pub mod il;
mod intrinsics;
mod links;
mod packed_program;
mod print;
#[cfg(test)]
#[path = "../graph/saved_inputs.rs"]
mod saved_inputs;
#[cfg(test)]
mod tests;
mod verify;

pub use archive::{
    AssetEntry, BuildError, Built, DataEntry, Dependency, MAX_ASSET, MAX_TOTAL, Manifest,
    ModuleEntry, PackDescription, PackKind, ReadError, build, is_asset_name,
};
pub use asset_uses::{AssetUse, AssetUses, asset_uses};
pub use difference::{Change, PackChange};
pub use document::{DocumentFormat, archive_of, document};
pub use front::{
    AssetFile, Compiled, CompiledModule, DataFile, SourceFiles, SourceProblem, compile,
};
pub use links::LibraryImports;
pub use lumi_closure::language_libraries::is_library_file;
pub use packed_program::PackedProgram;
pub use print::{ASSET_FOLDER, Doc, Layout, LineShape, Script};
pub use verify::{Pack, Rule, VerifyError, Violation, verify};
