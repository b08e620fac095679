//! `lumi platform`: the platform of functions on this machine.
//!
//! | module | |
//! |---|---|
//! | `queue` | `lumi platform queue`: shows, removes and redelivers messages |
//! | `queue_lines` | queues and messages as lines |

mod queue;
mod queue_lines;

use std::io::Write;
use std::path::Path;

use clap::{Args, Subcommand};

use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::output::terminal::Terminal;

use queue::QueueArgs;

/// Look after the platform of functions on this machine
#[derive(Debug, Args)]
pub struct PlatformArgs {
    #[command(subcommand)]
    pub command: PlatformCommand,
}

#[derive(Debug, Subcommand)]
pub enum PlatformCommand {
    Queue(QueueArgs),
}

pub fn run(
    args: &PlatformArgs,
    current: &Path,
    terminal: Terminal,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let PlatformCommand::Queue(args) = &args.command;
    queue::run(args, current, terminal, out)
}
