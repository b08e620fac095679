//! `lumi closure`: functions apart from the program they come from.

mod bundle_folder;
mod run;

use std::path::PathBuf;

use crate::cli::args::{ClosureArgs, ClosureCommand};
use crate::cli::exit::Exit;
use crate::cli::failure::Failure;
use crate::cli::terminal::Terminal;

/// `current` is what paths are relative to.
pub fn run(args: &ClosureArgs, current: PathBuf, terminal: Terminal) -> Result<Exit, Failure> {
    match &args.command {
        ClosureCommand::Run(args) => run::run(args, current, terminal),
    }
}
