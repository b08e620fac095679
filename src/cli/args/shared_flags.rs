//! Flags that every command takes.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};

/// Flags that every command takes.
#[derive(Debug, Args)]
pub struct SharedFlags {
    /// Run as if started in DIR
    #[arg(short = 'C', long = "directory", value_name = "DIR", global = true)]
    pub directory: Option<PathBuf>,
    /// When to colour output; NO_COLOR is respected
    #[arg(long, value_enum, default_value_t, value_name = "WHEN", global = true)]
    pub color: ColorChoice,
    /// Show results, warnings and errors only
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Also show debug messages
    #[arg(short, long, global = true)]
    pub verbose: bool,
    /// Write where the time of the command went to FILE, for Chrome's about:tracing and Perfetto
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, global = true)]
    pub profile: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ColorChoice {
    #[default]
    Auto,
    Always,
    Never,
}
