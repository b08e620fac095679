//! Runs the program's hooks around the steps of a run.

use std::sync::Arc;

use parking_lot::Mutex;
use rustc_hash::FxHashMap;

use lumi_graph::{HookNames, Object, Urn};
use lumi_provider::ProviderError;
use lumi_state::Resource;

use super::hooks::{Hook, HookError, HookRequest, HookedStep, Hooks};
use crate::event::{Severity, StepFailure, StepInfo};
use crate::request::RegisterError;
use crate::run_context::RunContext;

/// A step of a component whose hooks are pending.
type OpenStep = (HookNames, HookedStep, HookRequest);

/// Runs the hooks of resources and reports failures.
pub struct StepHooks {
    context: Arc<RunContext>,
    hooks: Hooks,
    /// Components whose hooks run when they are complete.
    components: Mutex<FxHashMap<Urn, OpenStep>>,
}

impl StepHooks {
    pub fn new(context: &Arc<RunContext>) -> Self {
        Self {
            context: Arc::clone(context),
            hooks: Hooks::default(),
            components: Mutex::default(),
        }
    }

    /// Registers a function of the program.
    pub fn register(&self, name: String, hook: Arc<dyn Hook>) -> Result<(), HookError> {
        self.hooks.register(name, hook)
    }

    /// Drops all functions: none is called any more.
    pub fn release(&self) {
        self.hooks.release();
    }

    /// The request for hooks before a step.
    pub fn request(&self, info: &StepInfo) -> HookRequest {
        HookRequest {
            id: info.id.clone(),
            inputs: info.new.clone(),
            old_inputs: info.old.clone(),
            ..HookRequest::new(&info.urn, self.context.options.preview)
        }
    }

    /// The request for hooks before a create, without the old object that it replaces.
    pub fn create_request(&self, info: &StepInfo) -> HookRequest {
        HookRequest {
            inputs: info.new.clone(),
            ..HookRequest::new(&info.urn, self.context.options.preview)
        }
    }

    /// The request for hooks around the delete of a resource.
    pub fn delete_request(&self, resource: &Resource) -> HookRequest {
        HookRequest {
            id: resource.id.clone(),
            old_inputs: Some(Arc::clone(&resource.inputs)),
            old_outputs: Some(Arc::clone(&resource.outputs)),
            ..HookRequest::new(&resource.urn, self.context.options.preview)
        }
    }

    /// Runs the hooks before a step; a failed hook prevents the step.
    pub async fn before(
        &self,
        names: &HookNames,
        step: HookedStep,
        request: &HookRequest,
        info: &StepInfo,
    ) -> Result<(), RegisterError> {
        match self.hooks.before(names, step, request).await {
            Ok(warnings) => {
                self.warn_of_hooks(&info.urn, warnings);
                Ok(())
            }
            Err(error) => {
                let failure = StepFailure::new(format!("{error}; nothing was done"));
                Err(self.context.fail(info.clone(), None, failure))
            }
        }
    }

    /// Runs the hooks after a step. The step is done and recorded; a failed hook fails the run, and
    /// dependents of the resource are skipped.
    pub async fn after(
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
        let message = format!("{error}; its {} was completed", step.as_str());
        self.context
            .reporter
            .diagnostic(Severity::Error, Some(urn), message.clone(), None);
        self.context.stop_after_failure();
        let urn = Some(urn.clone());
        RegisterError::Failed { urn, message }
    }

    fn warn_of_hooks(&self, urn: &Urn, warnings: Vec<String>) {
        for message in warnings {
            self.context
                .reporter
                .diagnostic(Severity::Warning, Some(urn), message, None);
        }
    }

    /// Runs the hooks after a component is complete, when its outputs are known.
    pub async fn after_component(&self, urn: &Urn, outputs: Object) -> Result<(), RegisterError> {
        let Some((names, step, mut request)) = self.components.lock().remove(urn) else {
            return Ok(());
        };
        request.outputs = Some(Arc::new(outputs));
        self.after(&names, step, &request).await
    }

    /// Defers the hooks after a step of a component until it is complete.
    pub fn await_component(&self, names: &HookNames, step: HookedStep, request: HookRequest) {
        if !names.is_empty() {
            let urn = request.urn.clone();
            self.components
                .lock()
                .insert(urn, (names.clone(), step, request));
        }
    }

    /// Runs a step, and retries it while it fails and a hook requests that.
    pub async fn retried<T, F>(
        &self,
        names: &HookNames,
        step: HookedStep,
        request: &HookRequest,
        attempt: impl FnMut() -> F,
    ) -> Result<T, ProviderError>
    where
        F: Future<Output = Result<T, ProviderError>>,
    {
        self.hooks.retried(names, step, request, attempt).await
    }
}
