//! One file per command.
//!
//! Each has its flags as a clap struct and a `run` function that returns the exit code. Relative
//! paths start at the folder that is passed in; commands without a program write their output to
//! the given writer.

pub mod closure;
pub mod completions;
pub mod config;
pub mod deploy;
mod determinism;
pub mod diff;
mod error;
mod file_writer;
pub mod graph;
mod graph_file;
mod junit;
pub mod language_host;
pub mod man;
pub mod new;
pub mod plugin;
pub mod pulumi_language;
pub mod run;
pub mod stack;
mod template;
pub mod test;
mod test_files;
mod test_reporter;
pub mod types;
pub mod version;
mod watched_sources;

pub use error::CommandError;
pub use file_writer::{write as write_file, write_in as write_project_file};
