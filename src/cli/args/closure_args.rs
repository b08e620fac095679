//! Flags of the commands that deal with closures: functions that run elsewhere.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::program_flags::SandboxFlags;

/// Run functions that were bundled
#[derive(Debug, Args)]
pub struct ClosureArgs {
    #[command(subcommand)]
    pub command: ClosureCommand,
}

#[derive(Debug, Subcommand)]
pub enum ClosureCommand {
    /// Call the function of a bundle in a clean isolate and print its result as JSON
    Run(ClosureRunArgs),
}

#[derive(Debug, Args)]
pub struct ClosureRunArgs {
    /// A folder whose package.json names the module, in `main`, that exports the function as default
    pub folder: PathBuf,
    /// The arguments of the call
    #[arg(long, value_name = "JSON-ARRAY", default_value = "[]")]
    pub args: String,
    #[command(flatten)]
    pub flags: SandboxFlags,
}
