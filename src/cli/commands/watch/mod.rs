//! `lumi watch`: compares the objects of a stack with its program, again and again.
//!
//! Each round is `lumi reconcile` in a process of its own, which has a time limit: a program or a provider that never
//! answers ends its round, and not the watch.
//!
//! | module | |
//! |---|---|
//! | `watch_args` | the flags |
//! | `round` | a round: its process and its outcome |
//! | `known_drift` | what the last round has found, and the events of the next one |
//! | `pace` | the times at which rounds begin |
//! | `watcher` | the rounds of a stack, one after the other |
//! | `webhook` | messages to other programs |
//! | `drift_extract` | the differences of a round in a limited size |
//! | `drift_lines` | events as text and as JSON |

mod drift_extract;
mod drift_lines;
mod known_drift;
mod pace;
mod round;
mod watch_args;
mod watcher;
mod webhook;

use std::io::Write;
use std::path::Path;

use crate::commands::deploy::StackProgram;
use crate::commands::reconcile::{Direction, ReconcileRequest, reconcile};
use crate::runtime::on_threads;
use lumi_project::ProjectSettings;
use lumi_project::stacks::backend::{no_stack, open_stack, wait};
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::input::consent::{no_terminal, require};
use lumi_terminal::output::terminal::Terminal;
use lumi_terminal::ui::report::Report;

pub use drift_lines::{drift_headline, drift_json, drift_lines};
pub use watch_args::WatchArgs;

use watch_args::Remedy;
use watcher::Watcher;

/// Runs the rounds; `current` is the folder that paths are relative to.
pub fn run(
    args: &WatchArgs,
    current: &Path,
    terminal: Terminal,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    if args.one_round {
        return one_round(args, current, terminal, out);
    }
    agree(args, terminal)?;
    let settings = ProjectSettings::find(&args.program, current)?;
    let name = settings.stack(args.flags.stack.stack.as_deref())?;
    let stack = open_stack(&settings, &name)?;
    if !wait(stack.exists())?? {
        return Err(no_stack(&name).into());
    }
    let watcher = Watcher {
        args,
        stack,
        terminal,
    };
    on_threads(watcher.run(out))
}

/// The work of a round, in its own process: the document on standard output says what became of it.
fn one_round(
    args: &WatchArgs,
    current: &Path,
    terminal: Terminal,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let request = ReconcileRequest {
        program: StackProgram {
            program: &args.program,
            flags: &args.flags,
            current,
            terminal,
        },
        to: match args.to {
            Remedy::Report => None,
            Remedy::World => Some(Direction::World),
        },
        yes: true,
        json: true,
        max_deletes: args.deletions.max_deletes,
    };
    reconcile(request, out)
}

/// Asks once whether objects may be set back in every round.
fn agree(args: &WatchArgs, terminal: Terminal) -> Result<(), Failure> {
    if args.to == Remedy::Report || args.yes {
        return Ok(());
    }
    if !terminal.can_ask {
        return Err(Failure::new(Exit::Usage, no_terminal()));
    }
    let details = || {
        "In each round, objects that differ from what was deployed are set back to what the program asks for, without a \
         question."
            .to_owned()
    };
    require("Set objects back in every round?", details, terminal)
}

/// The report of a round that could not start.
fn unstartable(error: &std::io::Error) -> Failure {
    let report = Report::error(format!("a round cannot be started: {error}"));
    Failure::new(Exit::Failure, report)
}
