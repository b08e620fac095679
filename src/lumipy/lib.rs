//! LumiPy: a subset of Python, as LumiIL.
//!
//! This crate is pure: it opens no file, and depends neither on V8 nor on Python.
//!
//! | module | |
//! |---|---|
//! | `program` | a program: its modules in the order of their evaluation |
//! | `source` | a module of a program: text, syntax and positions |
//! | `depth` | the depth of code, which is limited |
//! | `module` | a module as LumiIL |
//! | `lowering` | the state of the lowering of a module: scopes, variables and problems |
//! | `scopes` | the names that code assigns, by scope |
//! | `imports` | imports |
//! | `statements`, `targets` | statements and assignments |
//! | `expressions`, `strings`, `calls`, `comprehensions` | expressions |
//! | `inputs` | inputs and options of resources |
//! | `outputs` | outputs of the program |
//! | `annotations` | annotations as types of LumiIL |
//! | `library_exports` | what a library exports |
//! | `functions` | functions and lambdas |
//! | `declarations` | which functions declare no resources |
//! | `classes`, `methods`, `super_calls`, `dataclasses`, `field_facts` | classes |
//! | `nodes` | constructors of nodes of LumiIL |
//! | `library` | the library of LumiPy: what differs between Python and LumiIL, in TypeScript |
//! | `refusal` | what LumiPy does not have, with codes |

#![cfg_attr(
    test,
    allow(
        clippy::too_many_lines,
        reason = "tests contain the texts that they expect"
    )
)]
#![deny(clippy::print_stderr, clippy::print_stdout)]

mod annotations;
mod calls;
mod classes;
mod comprehensions;
mod dataclasses;
mod declarations;
mod depth;
mod expressions;
mod field_facts;
mod functions;
#[cfg(any(test, fuzzing))]
pub mod fuzzing;
mod imports;
mod inputs;
mod library;
mod library_exports;
mod lowering;
mod methods;
mod module;
mod nodes;
mod outputs;
mod program;
mod refusal;
#[cfg(test)]
#[path = "../graph/saved_inputs.rs"]
mod saved_inputs;
mod scopes;
mod source;
mod statements;
mod strings;
mod super_calls;
mod targets;
#[cfg(test)]
mod tests;

pub use library::FOLDER as LIBRARY_FOLDER;
pub use program::{compile, compile_library};

/// The extension of modules.
pub const EXTENSION: &str = "py";
