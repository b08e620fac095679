//! `lumi logs` and `lumi trace`: the telemetry of functions on this machine, while their platform runs and after it.
//!
//! | module | |
//! |---|---|
//! | `logs` | `lumi logs`: the records of functions' logs |
//! | `platform_folder` | the folder of the platform of a stack |
//! | `since` | points in time: a duration before now, or a date |
//! | `trace` | `lumi trace`: recent traces, or one as a tree |

mod logs;
mod platform_folder;
mod since;
mod trace;

use lumi_platform::telemetry::{Record, TelemetryReader};
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::output::terminal::Terminal;
use lumi_terminal::ui::report::{Report, escaped};

pub use logs::{LogsArgs, run as run_logs};
pub use platform_folder::{PlatformFlags, no_platform, platform_folder};
pub use trace::{TraceArgs, run as run_trace};

/// The records that are there now.
fn read(reader: &mut TelemetryReader, terminal: Terminal) -> Result<Vec<Record>, Failure> {
    let read = reader.read().map_err(|error| {
        Failure::error(format!(
            "the telemetry of the platform cannot be read: {error}"
        ))
    })?;
    if read.damaged > 0 {
        let message = format!(
            "{} lines of the telemetry are damaged, and left out",
            read.damaged
        );
        terminal.report(&Report::warning(message));
    }
    Ok(read.records)
}

/// The failure of a trace that has no records.
fn no_trace(id: &str) -> Failure {
    let report = Report::error(format!("there is no trace {}", escaped(id))).help(
        "`lumi trace` lists recent traces; old ones are removed when there are too many, and traces that are not sampled are not \
         recorded",
    );
    Failure::new(Exit::Failure, report)
}
