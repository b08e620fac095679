//! `lumi platform`: the platform of functions on this machine.
//!
//! | module | |
//! |---|---|
//! | `archive_keys` | keys of exported files |
//! | `queue` | `lumi platform queue`: shows, removes and redelivers messages |
//! | `queue_lines` | queues and messages as lines |
//! | `transfer` | `lumi platform export` and `import` |
//! | `transfer_progress` | how far these have come |
//! | `transfer_target` | where the data is |

mod archive_keys;
mod queue;
mod queue_lines;
mod transfer;
mod transfer_progress;
mod transfer_target;

use std::io::Write;
use std::path::Path;

use clap::{Args, Subcommand};

use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::output::terminal::Terminal;

use queue::QueueArgs;
use transfer::{ExportArgs, ImportArgs};

/// Look after the platform of functions on this machine
#[derive(Debug, Args)]
pub struct PlatformArgs {
    #[command(subcommand)]
    pub command: PlatformCommand,
}

#[derive(Debug, Subcommand)]
pub enum PlatformCommand {
    Queue(QueueArgs),
    Export(ExportArgs),
    Import(ImportArgs),
}

pub fn run(
    args: &PlatformArgs,
    current: &Path,
    terminal: Terminal,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    match &args.command {
        PlatformCommand::Queue(args) => queue::run(args, current, terminal, out),
        PlatformCommand::Export(args) => transfer::run_export(args, current, terminal),
        PlatformCommand::Import(args) => transfer::run_import(args, current, terminal),
    }
}
