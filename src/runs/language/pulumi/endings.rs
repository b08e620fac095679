//! The endings of programs that the SDK runs.

use std::fmt::Display;
use std::time::Duration;

use crate::program_end::{FailureCause, ProgramEnd, ProgramFailure};
use lumi_pulumi::PulumiMonitorServer;
use lumi_terminal::ui::report::Report;

/// Exit code of a program that failed and has reported the reason.
const REPORTED: i32 = 32;

/// The result of a program, from the exit code and its outputs. `how` describes the ending if nothing was reported.
pub fn ended(monitor: &PulumiMonitorServer, code: Option<i32>, how: &dyn Display) -> ProgramEnd {
    let end = outcome(code, how, monitor.has_failed());
    if !matches!(&end, ProgramEnd::Failed(it) if it.cause == FailureCause::Program) {
        monitor.finish();
    }
    end
}

/// The result of the program, from the exit code.
fn outcome(code: Option<i32>, how: &dyn Display, has_failed: bool) -> ProgramEnd {
    let cause = match has_failed {
        true => FailureCause::Resource,
        false => FailureCause::Program,
    };
    match code {
        Some(0) if !has_failed => ProgramEnd::Finished(None),
        Some(0 | REPORTED) => reported_failure(cause),
        Some(_) if has_failed => reported_failure(cause),
        _ => failed(format!("the program ended with {how}")),
    }
}

/// A failure that was already reported.
fn reported_failure(cause: FailureCause) -> ProgramEnd {
    ProgramEnd::Failed(Box::new(ProgramFailure::new(cause, None)))
}

pub fn failed(message: String) -> ProgramEnd {
    ProgramEnd::failed(FailureCause::Program, Report::error(message))
}

pub fn stopped() -> ProgramEnd {
    ProgramEnd::failed(FailureCause::Cancelled, Report::error("interrupted"))
}

pub fn too_long(limit: Duration) -> ProgramEnd {
    let message = format!("the program did not end within {limit:?} and was stopped");
    let help = "give it more time with --timeout, or look for what keeps it running: a timer, a \
                server or a connection that is never closed";
    ProgramEnd::failed(FailureCause::Program, Report::error(message).help(help))
}
