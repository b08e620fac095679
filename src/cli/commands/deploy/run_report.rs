//! The end of a run's program, as the user reads it.

use lumi_engine::{RunOutcome, RunSummary};
use lumi_runs::program_end::{FailureCause, ProgramEnd};
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::output::run_display::RunDisplay;

use super::deployment::Deployment;

impl Deployment<'_> {
    /// Reports the end of the program, unless the engine has done so.
    pub(super) fn report_end(
        &self,
        display: &RunDisplay,
        outcome: &RunOutcome,
        ending: Option<&ProgramEnd>,
    ) -> Result<Exit, Failure> {
        display.tell_failures();
        let mut exit = if outcome.has_failed {
            Exit::Failure
        } else {
            Exit::Success
        };
        // A failed callback is not a step: only the program reports it.
        let RunSummary {
            failed, skipped, ..
        } = outcome.summary;
        let is_explained = failed + skipped > 0 || outcome.is_broken || outcome.is_interrupted;
        match ending {
            Some(ProgramEnd::Stopped(note)) => display.report(note)?,
            // The engine stopped, and with it everything that the program waited for.
            Some(ProgramEnd::Failed(failure))
                if is_explained
                    && matches!(
                        failure.cause,
                        FailureCause::Resource | FailureCause::Stalled
                    ) => {}
            Some(ProgramEnd::Failed(failure)) => {
                for report in failure.reports() {
                    display.report(report)?;
                }
                display.count_failed(failure.failed_calls);
                exit = failure.cause.exit();
            }
            Some(ProgramEnd::Finished(Some(unseen))) => {
                let undecided = outcome.undecided.as_slice();
                display.report(&unseen.report.clone().with_undecided(undecided))?;
            }
            Some(ProgramEnd::Finished(None)) | None => {}
        }
        if outcome.is_interrupted {
            exit = Exit::Stopped;
        }
        Ok(exit)
    }
}
