//! Steps of resources with a goal.

use std::sync::Arc;

use lumi_graph::{Goal, Object, ResourceKind};
use lumi_state::Resource;

use super::resolved_goal::ResolvedGoal;
use crate::event::StepInfo;
use crate::plan::recorded_differences;
use crate::steps::step::StepKind;

/// The step of a goal's resource.
pub fn goal_step(kind: StepKind, goal: &Goal, old: Option<&Arc<Resource>>) -> StepInfo {
    StepInfo {
        kind,
        urn: goal.urn.clone(),
        is_component: goal.kind == ResourceKind::Component,
        parent: goal.parent.clone(),
        order: Some(goal.order),
        source: goal.source.clone(),
        id: old.and_then(|it| it.id.clone()),
        old: old.map(|it| Arc::clone(&it.inputs)),
        new: None,
        changes: Vec::new(),
        reason: None,
    }
}

pub fn with_inputs(mut step: StepInfo, inputs: &Arc<Object>) -> StepInfo {
    step.new = Some(Arc::clone(inputs));
    step
}

/// A step without a change of the object; only its record in the state may change.
pub fn unchanged_step(resolved: &ResolvedGoal, old: &Arc<Resource>) -> StepInfo {
    let mut step = goal_step(StepKind::Same, &resolved.goal, Some(old));
    let changed = recorded_differences(&resolved.goal.options, &old.options);
    if !changed.is_empty() {
        step.kind = StepKind::Update;
        step.reason = Some(format!("other options: {}", changed.join(", ")));
    }
    step
}
