//! The counts of a run for the history of the stack.

use indexmap::IndexMap;

use lumi_engine::RunSummary;

/// The number of resources per outcome, without zeros.
pub fn counts(summary: &RunSummary) -> IndexMap<String, u64> {
    let counts = [
        ("same", summary.same),
        ("created", summary.created),
        ("updated", summary.updated),
        ("replaced", summary.replaced),
        ("deleted", summary.deleted),
        ("read", summary.read),
        ("imported", summary.imported),
        ("drifted", summary.drifted),
        ("forgotten", summary.forgotten),
        ("failed", summary.failed),
        ("skipped", summary.skipped),
        ("excluded", summary.excluded),
    ];
    counts
        .into_iter()
        .filter(|(_, count)| *count > 0)
        .map(|(name, count)| (name.to_owned(), count as u64))
        .collect()
}
