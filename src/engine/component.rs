//! Components: resources without an object.

use std::sync::Arc;

use lumi_graph::{Object, ResourceKind};

use super::hooks::{HookNames, HookedStep};
use super::plan::CreatedResource;
use super::registration::{ResolvedGoal, step_info, with_inputs};
use super::request::{Registered, RegisteredOutputs};
use super::run::{RegisterError, Run};
use super::step::StepKind;
use super::steps::kept;

impl Run {
    pub(super) async fn component(
        &self,
        resolved: &ResolvedGoal,
    ) -> Result<Registered, RegisterError> {
        let ResolvedGoal { goal, old, .. } = resolved;
        let old = old.as_ref().filter(|it| it.kind == ResourceKind::Component);
        let inputs = Arc::new(goal.inputs.clone());
        let outputs = old.map_or_else(Arc::default, |it| Arc::clone(&it.outputs));
        let step = match old {
            None => step_info(StepKind::Create, goal, old),
            Some(old) if old.inputs != inputs => step_info(StepKind::Update, goal, Some(old)),
            Some(old) => kept(resolved, old),
        };
        if step.kind == StepKind::Create {
            self.run_state().created.push(CreatedResource {
                urn: goal.urn.clone(),
                parent: goal.parent.clone(),
                inputs: Arc::clone(&inputs),
            });
        }
        let note = with_inputs(step, &inputs);
        self.check_plan(&note)
            .map_err(|it| self.fail(note.clone(), None, it))?;
        let hooked = match note.kind {
            StepKind::Create => Some(HookedStep::Create),
            StepKind::Update => Some(HookedStep::Update),
            _ => None,
        };
        if let Some(step) = hooked {
            let names = &resolved.options.hooks;
            let request = self.hook_request(&note);
            self.hooks_before(names, step, &request, &note).await?;
            if *names != HookNames::default() {
                let hooked = (names.clone(), step, request);
                let mut run_state = self.run_state();
                run_state.hooked_components.insert(goal.urn.clone(), hooked);
            }
        }
        if let Some(former) = resolved.old.as_ref().filter(|_| old.is_none()) {
            self.mark_displaced(former, &note, "a component")?;
        }
        let resource = self.resource_of(resolved, old, inputs, outputs);
        self.put_if_changed(resource, old)?;
        self.reporter.end(note, None);
        Ok(Registered {
            id: None,
            outputs: RegisteredOutputs::Planned(Object::default()),
        })
    }
}
