//! LumiPy: a subset of Python, as LumiIL.
//!
//! This crate is pure: it opens no file, and depends neither on V8 nor on Python.
//!
//! | module | |
//! |---|---|
//! | `program` | a program: its modules in the order of their evaluation |
//! | `facts` | facts that syntax alone tells |
//! | `source` | a module of a program: text, syntax and positions |
//! | `depth` | the depth of code, which is limited |
//! | `module` | a module as LumiIL |
//! | `lowering` | the state of the lowering of a module: scopes, variables and problems |
//! | `scopes` | the names that code assigns, by scope |
//! | `imports`, `suggestions` | imports, and names like one that does not exist |
//! | `standard` | the modules of Python's library |
//! | `lumi_names` | the names of Lumi's modules |
//! | `project_files` | files of the program whose text is a part of it |
//! | `statements`, `targets`, `with_statements`, `match_statements` | statements and assignments |
//! | `expressions`, `strings`, `calls`, `comprehensions` | expressions |
//! | `inputs` | inputs and options of resources |
//! | `outputs` | outputs of the program |
//! | `annotations` | annotations as types of LumiIL |
//! | `library_exports` | what a library exports |
//! | `functions` | functions and lambdas |
//! | `declarations` | which functions declare no resources |
//! | `classes` | classes |
//! | `raise` | Python from LumiIL |
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
mod declarations;
mod depth;
mod expressions;
mod facts;
mod functions;
#[cfg(any(test, fuzzing))]
pub mod fuzzing;
mod imports;
mod inputs;
mod library;
mod library_exports;
mod lowering;
mod lumi_names;
mod match_statements;
mod module;
#[cfg(test)]
#[path = "../graph/mutated_inputs.rs"]
mod mutated_inputs;
mod nodes;
mod outputs;
mod program;
mod project_files;
mod raise;
mod refusal;
#[cfg(test)]
#[path = "../graph/saved_inputs.rs"]
mod saved_inputs;
mod scopes;
mod source;
mod standard;
mod statements;
mod strings;
mod suggestions;
mod targets;
#[cfg(test)]
mod tests;
mod with_statements;

pub use program::{compile, compile_library};
pub use raise::raise;

/// The extension of modules.
pub const EXTENSION: &str = "py";
