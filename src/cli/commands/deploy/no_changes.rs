//! `--expect-no-changes` and `--max-deletes`: fail a command whose plan or run has changes, or too many deletions.

use lumi_engine::StepKind;
use lumi_state::RunKind;
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::ui::report::Report;
use lumi_terminal::ui::wording::counted;

use super::deployment::Deployment;
use super::single_run::RunResult;

/// Number of resources that the error names.
const MAX_NAMED: usize = 20;

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

    /// Fails with `--expect-no-changes` if there are changes, and with `--max-deletes` if there are more deletions.
    pub fn check_changes(&self, finished: &RunResult) -> Result<(), Failure> {
        if self.request.expect_no_changes && self.has_changes(finished) {
            let report = Report::error("there are changes, and --expect-no-changes was given");
            return Err(Failure::new(Exit::Failure, report));
        }
        match self.request.max_deletes {
            Some(limit) => check_deletions(limit, finished),
            None => Ok(()),
        }
    }
}

/// Replacements count, because they delete the old object.
fn check_deletions(limit: usize, finished: &RunResult) -> Result<(), Failure> {
    let summary = &finished.outcome.summary;
    let count = summary.deleted + summary.replaced;
    if count <= limit {
        return Ok(());
    }
    let resources = counted(count, "resource");
    let message = format!("this deletes or replaces {resources}, and --max-deletes allows {limit}");
    let mut report = Report::error(message)
        .help("nothing was done; look at the plan, and raise the limit if this is what you want");
    let steps = finished.model.steps().filter_map(|it| {
        let verb = match it.kind {
            StepKind::Delete => "delete",
            StepKind::CreateReplacement => "replace",
            _ => return None,
        };
        Some(format!("{verb} {}", it.urn))
    });
    let mut named: Vec<String> = steps.collect();
    let more = named.len().saturating_sub(MAX_NAMED);
    named.truncate(MAX_NAMED);
    report.details = named;
    if more > 0 {
        report.details.push(format!("… {more} more"));
    }
    Err(Failure::new(Exit::Failure, report))
}
