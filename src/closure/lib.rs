//! Closures: a function of the program as a separate module.
//!
//! This crate does not depend on V8. `host::closures` walks the live values: V8's inspector shows
//! the captured variables of a function, so most programs need no instrumentation. [`instrument`]
//! adds what V8 does not show: the `this` of an arrow, and whether two functions share a reassigned
//! variable.
//!
//! | module | |
//! |---|---|
//! | `nesting` | levels of nesting of a text, and a stack for them |
//! | `analysis` | the variables that each function of a module uses; pure |
//! | `instrument` | changes a module's text so that its closures can be captured |
//! | `capture` | the values and variables that a function needs, as data |
//! | `emit` | the data as a module: captured variables as constants, original code |
//! | `capture_size` | the size of a capture and its largest part |
//! | `bundle` | the module as a folder, with its package.json and source map |
//! | `typescript` | the syntax of a source in TypeScript |
//! | `property_place` | where a text writes a property of an argument |
//! | `globals` | globals that LumiJS, LumiIL or Lumi's own scripts have |
//! | `node_members` | members of Node's modules that packages may use while they are evaluated |
//! | `reserved_words` | words that cannot be names of variables |
//! | `language_libraries` | the libraries of languages that become LumiIL |
//! | `zip` | the folder as a zip |
//! | `capture_path` | describes the path to a captured value |
//! | `dependencies` | what the code of a closure does with captured resources |

#![cfg_attr(
    test,
    allow(
        clippy::too_many_lines,
        reason = "tests contain the texts that they expect"
    )
)]
#![deny(clippy::print_stderr, clippy::print_stdout)]

pub mod analysis;
pub mod bundle;
pub mod capture;
mod capture_path;
pub mod capture_size;
pub mod dependencies;
pub mod emit;
pub mod globals;
pub mod instrument;
pub mod language_libraries;
#[cfg(test)]
mod mutations;
pub mod nesting;
pub mod node_members;
pub mod property_place;
mod reserved_words;
pub mod typescript;
pub mod zip;

pub use reserved_words::is_reserved_word;
