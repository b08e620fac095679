//! One file for each command that needs no program to run.
//!
//! Each has its flags as a clap struct and a `run` function, which writes what belongs on stdout
//! to `out` and answers how the process ends. Folders are relative to the `cwd` that is passed in.

pub mod completions;
pub mod diff;
mod error;
mod exit;
pub mod graph;
mod graph_file;
pub mod new;
mod template;
pub mod types;
mod written_file;

pub use error::CommandError;
pub use exit::Exit;
