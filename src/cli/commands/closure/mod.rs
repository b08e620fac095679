//! `lumi closure`: functions of a program as code that runs elsewhere.
//!
//! | module | |
//! |---|---|
//! | `bundle` | `lumi closure bundle PROGRAM --out DIR`: writes the program's closures as folders and zips |
//! | `bundle_folder` | a bundled function on disk |
//! | `bundle_writer` | writes bundles: a folder and a zip for each closure |
//! | `closure_collection` | collects the closures of a program by evaluating it |
//! | `needed_variables` | the environment variables that a bundled function needs |
//! | `run` | `lumi closure run`: calls a bundled function once |
//! | `serve` | `lumi closure serve`: a platform for the functions of a folder |
//! | `why` | `lumi closure why NAME`: shows captured values and their paths |
//! | `worker` | `lumi closure worker`: serves one function on behalf of `lumi closure serve` |

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
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::output::terminal::Terminal;

pub fn run(args: &ClosureArgs, current: PathBuf, terminal: Terminal) -> Result<Exit, Failure> {
    match &args.command {
        ClosureCommand::Bundle(args) => bundle::run(args, current, terminal),
        ClosureCommand::Run(args) => run::run(args, current, terminal),
        ClosureCommand::Serve(args) => serve::run(args, &current, terminal),
        ClosureCommand::Why(args) => why::run(args, current, terminal, &mut io::stdout().lock()),
    }
}
