//! The command line: the only layer that prints, prompts, reads the environment or parses flags.

pub mod commands;
pub mod project;
pub mod ui;
