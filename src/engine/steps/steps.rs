//! The steps of custom resources, with hooks before and after them.

use std::sync::Arc;

use lumi_graph::{Object, ResourceKind};
use lumi_provider::Provider;
use lumi_state::{Resource, Stage};

use super::hooks::{HookRequest, HookedStep};
use super::object_steps::ObjectSteps;
use super::resource_records::ResourceRecords;
use super::step::StepKind;
use super::step_hooks::StepHooks;
use crate::deletion::replacement_deletions::ReplacementDeletions;
use crate::deletion::replacements::{CascadeRoot, Replacements};
use crate::event::{StepFailure, StepInfo};
use crate::plan::{ChangeReason, DeletionCause, ReplacementOrder, input_changes};
use crate::registration::resolved_goal::ResolvedGoal;
use crate::registration::unchanged_step::unchanged_step;
use crate::request::{RegisterError, Registered, RegisteredOutputs};
use crate::run_context::RunContext;

/// Runs the steps of custom resources.
pub struct Steps {
    pub context: Arc<RunContext>,
    pub objects: ObjectSteps,
    pub records: Arc<ResourceRecords>,
    pub hooks: Arc<StepHooks>,
    pub replacements: Arc<Replacements>,
    pub deletions: ReplacementDeletions,
}

impl Steps {
    pub fn same(
        &self,
        resolved: &ResolvedGoal,
        old: &Arc<Resource>,
        inputs: Arc<Object>,
    ) -> Result<Registered, RegisterError> {
        let step = unchanged_step(resolved, old).with_inputs(&inputs);
        self.context.check_plan(&step)?;
        let outputs = self.outputs_of_same(resolved, old, &inputs);
        let resource = self
            .records
            .resource_of(resolved, Some(old), inputs, outputs);
        let registered = Registered::deployed(&resource);
        self.records.put_if_changed(resource, Some(old))?;
        self.context.reporter.end_recorded(step);
        Ok(registered)
    }

    /// The outputs of an unchanged object with its secrets marked, as a plan of this deployment has found them.
    fn outputs_of_same(
        &self,
        resolved: &ResolvedGoal,
        old: &Resource,
        inputs: &Object,
    ) -> Arc<Object> {
        let found = resolved.unchanged.as_ref();
        if let Some(outputs) = found.and_then(|it| it.outputs.clone()) {
            self.context.note_secrets(&outputs);
            return outputs;
        }
        let mut outputs = Object::clone(&old.outputs);
        let additional = resolved.goal.options.additional_secret_outputs();
        self.context.mark_secrets(&mut outputs, inputs, additional);
        let outputs = Arc::new(outputs);
        if let (true, Some(kept)) = (
            self.context.options.preview,
            &self.context.options.unchanged,
        ) {
            kept.note_outputs(old.serial, &outputs);
        }
        outputs
    }

    /// Creates a new object; `old` is the resource that it replaces.
    pub async fn create(
        &self,
        resolved: &ResolvedGoal,
        provider: &Arc<dyn Provider>,
        inputs: Arc<Object>,
        old: Option<&Arc<Resource>>,
    ) -> Result<Registered, RegisterError> {
        let kind = match old {
            Some(it) if !it.external => StepKind::CreateReplacement,
            _ => StepKind::Create,
        };
        let mut step = StepInfo::of_goal(kind, &resolved.goal, old).with_inputs(&inputs);
        let is_needed = self.context.options.selection.is_needed(&resolved.goal.urn);
        step.reason = is_needed.then(|| "a target needs it".to_owned());
        if let Some(old) = old.filter(|it| it.stage == Stage::AwaitingReplacement) {
            step.changes = input_changes(&old.inputs, &inputs);
            let root = self.replacements.root_of(old.serial);
            step.reason = Some(match &root {
                Some(root) => format!("{}, which it depends on, is deleted first", root.urn.name()),
                None => "its old object is already deleted".to_owned(),
            });
            if let Some(root) = root {
                self.refuse_broken_order(resolved, &step, &root)?;
            }
        }
        self.create_as(step, resolved, provider, inputs, old).await
    }

    /// Fails the plan of a resource that is to be created first, if it is deleted with one that the
    /// program could have created first as well. A deployment that goes on without a plan gains
    /// nothing from a failure: the old object is gone.
    fn refuse_broken_order(
        &self,
        resolved: &ResolvedGoal,
        step: &StepInfo,
        root: &CascadeRoot,
    ) -> Result<(), RegisterError> {
        let is_chosen = resolved.goal.options.delete_before_replace() == Some(false);
        if !is_chosen || !self.context.options.preview {
            return Ok(());
        }
        let name = root.urn.name();
        let place = root.source.as_ref();
        let place = place.map_or_else(String::new, |it| format!(" ({it})"));
        let message = match root.cause {
            DeletionCause::Provider => return Ok(()),
            DeletionCause::Option => format!(
                "it sets `deleteBeforeReplace: false`, but {name}{place}, which it depends on, sets \
                 `deleteBeforeReplace: true` and is deleted first; remove one of the two"
            ),
            DeletionCause::Convention => format!(
                "it sets `deleteBeforeReplace: false`, which the stack does not know yet, so \
                 {name}{place}, which it depends on, is deleted first; set the option on {name}, too, \
                 or deploy it before this change"
            ),
        };
        Err(self
            .context
            .fail(step.clone(), None, StepFailure::new(message)))
    }

    pub async fn create_as(
        &self,
        step: StepInfo,
        resolved: &ResolvedGoal,
        provider: &Arc<dyn Provider>,
        inputs: Arc<Object>,
        old: Option<&Arc<Resource>>,
    ) -> Result<Registered, RegisterError> {
        self.context.check_plan(&step)?;
        let (urn, source) = (&resolved.goal.urn, resolved.goal.source.as_ref());
        self.deletions
            .delete_conflicting_leftovers(urn, &inputs, old, source)
            .await?;
        let names = resolved.goal.options.hooks();
        let request = self.hooks.create_request(&step);
        self.hooks
            .before(names, HookedStep::Create, &request, &step)
            .await?;
        let created = self.objects.create(step, resolved, provider, inputs, old);
        let registered = created.await?;
        if let Some(old) = old.filter(|it| it.stage == Stage::Live) {
            self.replacements.add(old.serial);
        }
        let request = after(request, &registered);
        self.hooks
            .after(names, HookedStep::Create, &request)
            .await?;
        Ok(registered)
    }

    pub async fn update(
        &self,
        resolved: &ResolvedGoal,
        provider: &Arc<dyn Provider>,
        old: &Arc<Resource>,
        inputs: Arc<Object>,
        why: ChangeReason,
    ) -> Result<Registered, RegisterError> {
        let step = StepInfo::of_goal(StepKind::Update, &resolved.goal, Some(old));
        let mut step = step.with_inputs(&inputs);
        step.changes = why.changes;
        step.reason = why.reason;
        self.context.check_plan(&step)?;
        let names = resolved.goal.options.hooks();
        let mut request = self.hooks.request(&step);
        request.old_outputs = Some(Arc::clone(&old.outputs));
        self.hooks
            .before(names, HookedStep::Update, &request, &step)
            .await?;
        let updated = self.objects.update(step, resolved, provider, old, inputs);
        let registered = updated.await?;
        let request = after(request, &registered);
        self.hooks
            .after(names, HookedStep::Update, &request)
            .await?;
        Ok(registered)
    }

    /// Replaces an object, in the order that its provider requires.
    pub async fn replace(
        &self,
        resolved: &ResolvedGoal,
        provider: &Arc<dyn Provider>,
        old: &Arc<Resource>,
        inputs: Arc<Object>,
        why: ChangeReason,
        order: ReplacementOrder,
    ) -> Result<Registered, RegisterError> {
        let mut step = StepInfo::of_goal(StepKind::CreateReplacement, &resolved.goal, Some(old))
            .with_inputs(&inputs);
        step.changes = why.changes;
        step.reason = why.reason;
        self.context.check_plan(&step)?;
        self.replacements
            .refuse_if_protected(&resolved.goal.options, old, &step)?;
        let old = match order {
            ReplacementOrder::DeleteFirst(cause) if old.kind == ResourceKind::Custom => {
                let source = resolved.goal.source.as_ref();
                self.deletions.delete_first(old, cause, source).await?;
                self.context.current(old.serial)
            }
            _ => Some(Arc::clone(old)),
        };
        self.create_as(step, resolved, provider, inputs, old.as_ref())
            .await
    }
}

fn after(mut request: HookRequest, registered: &Registered) -> HookRequest {
    let id = registered.id.as_ref().and_then(|it| it.as_str());
    request.id = id.map(str::to_owned);
    request.outputs = match &registered.outputs {
        RegisteredOutputs::Planned(it) | RegisteredOutputs::Deployed(it) => {
            Some(Arc::new(it.clone()))
        }
        RegisteredOutputs::EchoInputs => request.inputs.clone(),
    };
    request
}
