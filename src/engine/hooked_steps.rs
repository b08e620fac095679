//! Steps with the functions of the program that run before and after them.

use std::sync::Arc;

use lumi_graph::{Object, Urn};
use lumi_provider::Provider;
use lumi_state::{Resource, Stage};

use super::event::{Severity, StepFailure, StepInfo};
use super::hooks::{HookError, HookNames, HookRequest, HookedStep};
use super::plan::ChangeReason;
use super::registration::{ResolvedGoal, step_info, with_inputs};
use super::request::{Registered, RegisteredOutputs};
use super::run::{RegisterError, Run};
use super::step::StepKind;

impl Run {
    pub(super) async fn create_as(
        self: &Arc<Self>,
        note: StepInfo,
        resolved: &ResolvedGoal,
        provider: &Arc<dyn Provider>,
        inputs: Arc<Object>,
        old: Option<&Arc<Resource>>,
    ) -> Result<Registered, RegisterError> {
        self.check_plan(&note)
            .map_err(|it| self.fail(note.clone(), None, it))?;
        let hooks = &resolved.options.hooks;
        let request = self.create_hook_request(&note);
        self.hooks_before(hooks, HookedStep::Create, &request, &note)
            .await?;
        let created = self.create_object(note, resolved, provider, inputs, old);
        let registered = created.await?;
        if let Some(old) = old.filter(|it| it.stage == Stage::Live) {
            self.run_state().replaced.push(old.serial);
        }
        let request = after(request, &registered);
        self.hooks_after(hooks, HookedStep::Create, &request)
            .await?;
        Ok(registered)
    }

    pub(super) async fn update(
        &self,
        resolved: &ResolvedGoal,
        provider: &Arc<dyn Provider>,
        old: &Arc<Resource>,
        inputs: Arc<Object>,
        why: ChangeReason,
    ) -> Result<Registered, RegisterError> {
        let note = step_info(StepKind::Update, &resolved.goal, Some(old));
        let mut note = with_inputs(note, &inputs);
        note.changes = why.changes;
        note.reason = why.reason;
        self.check_plan(&note)
            .map_err(|it| self.fail(note.clone(), None, it))?;
        let hooks = &resolved.options.hooks;
        let mut request = self.hook_request(&note);
        request.old_outputs = Some(Arc::clone(&old.outputs));
        self.hooks_before(hooks, HookedStep::Update, &request, &note)
            .await?;
        let updated = self.update_object(note, resolved, provider, old, inputs);
        let registered = updated.await?;
        let request = after(request, &registered);
        self.hooks_after(hooks, HookedStep::Update, &request)
            .await?;
        Ok(registered)
    }

    /// What hooks are told of a step before it.
    pub(super) fn hook_request(&self, note: &StepInfo) -> HookRequest {
        HookRequest {
            id: note.id.clone(),
            inputs: note.new.clone(),
            old_inputs: note.old.clone(),
            ..HookRequest::new(&note.urn, self.options.preview)
        }
    }

    /// What hooks are told before a create: a new object has nothing to do with one that it replaces.
    pub(super) fn create_hook_request(&self, note: &StepInfo) -> HookRequest {
        HookRequest {
            inputs: note.new.clone(),
            ..HookRequest::new(&note.urn, self.options.preview)
        }
    }

    /// What hooks are told of the delete of a resource.
    pub(super) fn delete_request(&self, resource: &Resource) -> HookRequest {
        HookRequest {
            id: resource.id.clone(),
            old_inputs: Some(Arc::clone(&resource.inputs)),
            old_outputs: Some(Arc::clone(&resource.outputs)),
            ..HookRequest::new(&resource.urn, self.options.preview)
        }
    }

    /// Runs the hooks before a step; one that fails keeps the step from being done.
    pub(super) async fn hooks_before(
        &self,
        names: &HookNames,
        step: HookedStep,
        request: &HookRequest,
        note: &StepInfo,
    ) -> Result<(), RegisterError> {
        match self.hooks.before(names, step, request).await {
            Ok(warnings) => {
                self.warn_of_hooks(&note.urn, warnings);
                Ok(())
            }
            Err(error) => {
                let failure = StepFailure {
                    message: format!("{error}; nothing was done"),
                    unknown_outcome: false,
                };
                Err(self.fail(note.clone(), None, failure))
            }
        }
    }

    /// Runs the hooks after a step. The step is done and recorded; a hook that fails fails the run,
    /// and what depends on the resource is not tried.
    pub(super) async fn hooks_after(
        &self,
        names: &HookNames,
        step: HookedStep,
        request: &HookRequest,
    ) -> Result<(), RegisterError> {
        match self.hooks.after(names, step, request).await {
            Ok(warnings) => {
                self.warn_of_hooks(&request.urn, warnings);
                Ok(())
            }
            Err(error) => Err(self.hook_failed(&request.urn, step, &error)),
        }
    }

    fn hook_failed(&self, urn: &Urn, step: HookedStep, error: &HookError) -> RegisterError {
        let message = format!("{error}; its {} is done", step.as_str());
        self.reporter
            .diagnostic(Severity::Error, Some(urn), message.clone(), None);
        if !self.options.continue_on_error && !self.options.preview {
            self.stop();
        }
        let urn = Some(urn.clone());
        RegisterError::Failed { urn, message }
    }

    fn warn_of_hooks(&self, urn: &Urn, warnings: Vec<String>) {
        for message in warnings {
            self.reporter
                .diagnostic(Severity::Warning, Some(urn), message, None);
        }
    }

    /// Runs the hooks after a component is complete, which is when its outputs are known.
    pub(super) async fn hooks_after_component(
        &self,
        urn: &Urn,
        outputs: Object,
    ) -> Result<(), RegisterError> {
        let Some((names, step, mut request)) = self.run_state().hooked_components.remove(urn)
        else {
            return Ok(());
        };
        request.outputs = Some(Arc::new(outputs));
        self.hooks_after(&names, step, &request).await
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
