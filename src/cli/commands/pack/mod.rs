//! `lumi pack`: programs as packages.
//!
//! | module | |
//! |---|---|
//! | `build` | `lumi pack build`: makes a package of a program |
//! | `source_program` | the source of a package: a program of a project, or a package of npm |
//! | `assets` | files that go into a package as they are |
//! | `verify` | `lumi pack verify`: proves that a package is correct |
//! | `show` | `lumi pack show`: what is in a package |
//! | `diff` | `lumi pack diff`: what two packages differ in |
//! | `raise` | `lumi pack raise`: the source of a package |
//! | `publish` | `lumi pack publish` and `yank`: versions of a package in a hub |
//! | `pull` | `lumi pack pull`: a file of a hub |

mod assets;
mod build;
mod diff;
mod publish;
mod pull;
mod raise;
mod show;
mod source_program;
mod verify;

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

use lumi_project::stacks::backend::wait;
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::output::terminal::Terminal;

use build::BuildArgs;
use diff::DiffArgs;
use publish::{PublishArgs, YankArgs};
use pull::PullArgs;
use raise::RaiseArgs;
use show::ShowArgs;

/// Build, verify, show, compare, raise and publish packages of programs
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  lumi pack build                         make NAME-VERSION.lumipack of the program here
  lumi pack build npm:slugify             make a library of a package of npm that is installed
  lumi pack verify web-0.1.0.lumipack     prove that a package is correct
  lumi run web-0.1.0.lumipack             evaluate it, where its source is not")]
pub struct PackArgs {
    #[command(subcommand)]
    pub command: PackCommand,
}

#[derive(Debug, Subcommand)]
pub enum PackCommand {
    Build(BuildArgs),
    /// Prove that a package is well-formed, and that its code is what it says
    Verify(FileArgs),
    Show(ShowArgs),
    Diff(DiffArgs),
    Raise(RaiseArgs),
    Publish(PublishArgs),
    Yank(YankArgs),
    Pull(PullArgs),
}

/// A package.
#[derive(Debug, Args)]
pub struct FileArgs {
    /// The package
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Write JSON
    #[arg(long)]
    pub json: bool,
}

pub fn run(
    args: &PackArgs,
    current: &Path,
    terminal: Terminal,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    match &args.command {
        PackCommand::Build(args) => build::run(args, current, terminal),
        PackCommand::Verify(args) => verify::run(args, current, terminal, out),
        PackCommand::Show(args) => show::run(args, current, out),
        PackCommand::Diff(args) => diff::run(args, current, terminal, out),
        PackCommand::Raise(args) => raise::run(args, current, terminal),
        // Connections to a bucket belong to one runtime.
        PackCommand::Publish(args) => wait(async { publish::run(args, current, terminal) })?,
        PackCommand::Yank(args) => wait(async { publish::run_yank(args, current, terminal) })?,
        PackCommand::Pull(args) => wait(async { pull::run(args, current, terminal) })?,
    }
}
