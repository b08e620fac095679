//! Compares the steps of a run with a saved plan.

use parking_lot::Mutex;

use rustc_hash::FxHashMap;

use lumi_graph::{Goal, Urn};

use super::saved_plan::{PlannedStep, SavedPlan};
use crate::event::{StepFailure, StepInfo};

/// The saved plan of a run. Without one every step is allowed.
pub struct PlanCheck {
    plan: Option<SavedPlan>,
    /// The option `declaredAfter` of each registered resource.
    causes: Mutex<FxHashMap<Urn, Vec<Urn>>>,
}

impl PlanCheck {
    pub fn new(plan: Option<SavedPlan>) -> Self {
        Self {
            plan,
            causes: Mutex::default(),
        }
    }

    /// Records a registration.
    pub fn note_registered(&self, goal: &Goal) {
        if self.plan.is_some() {
            let causes = goal.options.declared_after().to_vec();
            self.causes.lock().insert(goal.urn.clone(), causes);
        }
    }

    /// Fails if the plan does not allow the step.
    pub fn check(&self, step: &StepInfo) -> Result<(), StepFailure> {
        let Some(plan) = &self.plan else {
            return Ok(());
        };
        let step = PlannedStep::from(step);
        let causes = self.causes.lock();
        let causes = causes.get(&step.urn).map(Vec::as_slice);
        if plan.includes_unseen(&step.urn, causes) {
            return Ok(());
        }
        plan.allows(&step).map_err(|difference| {
            StepFailure::new(format!(
                "this differs from the plan: {difference}; nothing was done; make a new plan"
            ))
        })
    }

    /// Whether a resource without a goal may be deleted. An incomplete plan allows only the
    /// deletions that it lists or announces.
    pub fn allows_deletion(&self, urn: &Urn) -> bool {
        let open = self.plan.as_ref().filter(|it| it.is_open());
        open.is_none_or(|plan| plan.steps.contains_key(urn) || plan.includes_unseen(urn, None))
    }
}
