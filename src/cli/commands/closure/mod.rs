//! `lumi closure`: functions of a program as code that runs elsewhere.

mod bundle;
mod bundle_folder;
mod bundle_writer;
mod closure_collection;
mod needed_variables;
mod run;
mod serve;
mod why;
pub mod worker;

use std::io;
use std::path::PathBuf;

use crate::args::{ClosureArgs, ClosureCommand};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::terminal::Terminal;

pub fn run(args: &ClosureArgs, current: PathBuf, terminal: Terminal) -> Result<Exit, Failure> {
    match &args.command {
        ClosureCommand::Bundle(args) => bundle::run(args, current, terminal),
        ClosureCommand::Run(args) => run::run(args, current, terminal),
        ClosureCommand::Serve(args) => serve::run(args, &current, terminal),
        ClosureCommand::Why(args) => why::run(args, current, terminal, &mut io::stdout().lock()),
    }
}
