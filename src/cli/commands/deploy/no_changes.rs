//! `--expect-no-changes`: fails a command whose plan or run has changes.

use crate::exit::Exit;
use crate::failure::Failure;
use crate::ui::report::Report;

use super::deployment::Deployment;
use super::single_run::RunResult;

impl Deployment<'_> {
    /// Fails with `--expect-no-changes` if there are changes.
    pub fn check_changes(&self, finished: &RunResult) -> Result<(), Failure> {
        if !self.request.expect_no_changes || !finished.outcome.summary.has_changes() {
            return Ok(());
        }
        let report = Report::error("there are changes, and --expect-no-changes was given");
        Err(Failure::new(Exit::Failure, report))
    }
}
