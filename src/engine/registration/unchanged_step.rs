//! Steps without a change of the object.

use std::sync::Arc;

use lumi_state::Resource;

use super::resolved_goal::ResolvedGoal;
use crate::event::StepInfo;
use crate::plan::recorded_differences;
use crate::steps::step::StepKind;

/// A step without a change of the object; only its record in the state may change.
pub fn unchanged_step(resolved: &ResolvedGoal, old: &Arc<Resource>) -> StepInfo {
    let mut step = StepInfo::of_goal(StepKind::Same, &resolved.goal, Some(old));
    let changed = recorded_differences(
        &resolved.goal.options,
        &old.options,
        &resolved.renamed_hosts,
    );
    if !changed.is_empty() {
        step.kind = StepKind::Update;
        step.reason = Some(format!("other options: {}", changed.join(", ")));
    }
    step
}
