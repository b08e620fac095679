//! The flags of `lumi reconcile`.

use std::path::PathBuf;

use clap::ValueEnum;

use crate::args::{DeletionFlag, ProgramFlags};

/// Resolve differences between the program and what others have changed
///
/// Reads the objects of a stack, and shows each property that is not what was deployed. `--to world` sets objects back
/// to what the program asks for, as `lumi up` does. `--to program` edits literals in the source, keeping its layout and
/// comments, and says which place decides a value that is computed. `--to ask` asks for each property. Then a preview
/// shows whether anything is left.
///
/// Ends with code 1 if a difference is left.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  lumi reconcile                          what differs, and what could be edited
  lumi reconcile --to program             adopt all changes in the source
  lumi reconcile --to world -y            undo all changes, without a question
  lumi reconcile --to ask                 decide for each property")]
pub struct ReconcileArgs {
    /// A file, or a folder with a program
    #[arg(default_value = ".")]
    pub program: PathBuf,
    #[command(flatten)]
    pub flags: ProgramFlags,
    /// The side that is changed [default: show the differences only]
    #[arg(long, value_enum, value_name = "TO")]
    pub to: Option<Direction>,
    #[command(flatten)]
    pub deletions: DeletionFlag,
    /// Do not ask before files or objects are changed
    #[arg(short, long, requires = "to")]
    pub yes: bool,
    /// Write JSON: the differences, what became of each, and whether anything is left
    #[arg(long)]
    pub json: bool,
}

/// The side that a difference is resolved on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Direction {
    /// Set the objects back
    World,
    /// Edit the program
    Program,
    /// Ask for each property
    Ask,
}
