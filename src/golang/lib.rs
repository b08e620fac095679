//! LumiGo: a subset of Go, as LumiIL.
//!
//! This crate is pure: it opens no file, and depends neither on V8 nor on Go.
//!
//! | module | |
//! |---|---|
//! | `program` | a program: its packages become one module |
//! | `packages` | the packages of a program: their files and what these declare |
//! | `syntax` | the syntax of Go: words, trees and the parser |
//! | `source` | the files of a program, and positions in them |
//! | `constant` | exact values of constants |
//! | `types`, `relations` | types, and which values have which types |
//! | `objects`, `universe` | what names mean, and the names that Go declares |
//! | `lowering` | the state of the lowering of a program |
//! | `type_expressions`, `generics` | types as code names them, and type arguments |
//! | `globals` | variables of packages, and the order in which they get their values |
//! | `functions`, `function_state`, `termination` | functions |
//! | `statements`, `expressions` | code |
//! | `descriptions` | descriptions of types, which the code has when it runs |
//! | `uncalled_methods` | methods that Go calls and LumiGo does not |
//! | `nodes` | constructors of nodes of LumiIL |
//! | `library` | the library of LumiGo: packages in Go, and modules in TypeScript |
//! | `refusal` | what LumiGo does not have, with codes |

#![cfg_attr(
    test,
    allow(
        clippy::too_many_lines,
        reason = "tests contain the texts that they expect"
    )
)]
#![deny(clippy::print_stderr, clippy::print_stdout)]

mod constant;
mod descriptions;
mod expressions;
mod function_state;
mod functions;
mod generics;
mod globals;
mod library;
mod lowering;
mod nodes;
mod objects;
mod packages;
mod program;
mod refusal;
mod relations;
mod source;
mod statements;
mod syntax;
mod termination;
#[cfg(test)]
mod tests;
mod type_expressions;
mod types;
mod uncalled_methods;
mod universe;

pub use program::compile;

/// The extension of files.
pub const EXTENSION: &str = "go";
