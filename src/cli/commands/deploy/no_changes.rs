//! `--expect-no-changes`: fails a command whose plan or run has changes.

use crate::exit::Exit;
use crate::failure::Failure;
use crate::ui::report::Report;
use lumi_state::RunKind;

use super::deployment::Deployment;
use super::single_run::RunResult;

impl Deployment<'_> {
    /// Whether there are changes for `--expect-no-changes` and `--detailed-exitcode`. A refresh is about
    /// drift; in other runs, drift counts by the change that follows from it, as in OpenTofu.
    pub fn has_changes(&self, finished: &RunResult) -> bool {
        let summary = &finished.outcome.summary;
        match self.request.kind() {
            RunKind::Refresh => summary.has_changes(),
            _ => summary.has_changes_besides_drift(),
        }
    }

    /// Fails with `--expect-no-changes` if there are changes.
    pub fn check_changes(&self, finished: &RunResult) -> Result<(), Failure> {
        if !self.request.expect_no_changes || !self.has_changes(finished) {
            return Ok(());
        }
        let report = Report::error("there are changes, and --expect-no-changes was given");
        Err(Failure::new(Exit::Failure, report))
    }
}
