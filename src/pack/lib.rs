//! LumiPack and LumiIL: programs as packages.
//!
//! ```text
//! front   a program's source -> LumiIL
//! il      LumiIL: the bound syntax tree, and where its nodes come from
//! archive LumiIL <-> a .lumipack, with canonical bytes
//! verify  proves that a package is what it says
//! print   verified LumiIL -> JavaScript with a source map, or TypeScript
//! ```
//!
//! This crate is pure: it opens no file and does not depend on V8.
//!
//! | module | |
//! |---|---|
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
mod closure_text;
mod evaluation;
mod front;
#[cfg(any(test, fuzzing))]
pub mod fuzzing;
mod il;
mod intrinsics;
mod print;
#[cfg(test)]
#[path = "../graph/saved_inputs.rs"]
mod saved_inputs;
#[cfg(test)]
mod tests;
mod verify;

pub use archive::{
    BuildError, Built, DataEntry, Dependency, Manifest, ModuleEntry, PackDescription, PackKind,
    ReadError, build,
};
pub use front::{Compiled, CompiledModule, DataFile, SourceFiles, SourceProblem, compile};
pub use print::Script;
pub use verify::{Pack, Rule, VerifyError, Violation, verify};
