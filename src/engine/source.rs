//! Sources of goals.

use std::sync::Arc;

use async_trait::async_trait;
use tokio::runtime::Handle;

use lumi_graph::{Goal, Object, Parameterization, ResourceType, Urn, Value};
use lumi_provider::{Constructed, Created, ListedObject, ReadState};
use lumi_state::Resource;

use super::plan::UnseenCode;
use super::registration::foreign_objects::{ForeignObject, TakenObject};
use super::request::{Call, Construct, Invoke, RegisterError, Registered};
use super::run::Run;
use super::steps::hooks::Hook;

/// Produces the goals of a run. Each command has its own source.
#[async_trait]
pub trait Source: Send {
    /// Registers every goal and waits for the results that it needs. The engine completes goals
    /// whose results are not awaited.
    async fn run(&mut self, registrar: Registrar) -> UnmentionedPolicy;

    /// Called when all goals are finished: waits for remaining work of the source.
    async fn end(&mut self) {}
}

/// The treatment of resources that the source did not declare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnmentionedPolicy {
    /// They are deleted: the program no longer declares them.
    Delete,
    /// They stay, because the source does not declare all resources, or stopped at a hole.
    Keep,
    /// They stay, because the source failed; so has the run.
    Failed,
}

/// The engine's interface for sources. Clones refer to the same run. May be used on any thread:
/// requests run on the engine's own, even if the caller stops waiting for the result.
#[derive(Clone)]
pub struct Registrar {
    run: Arc<Run>,
    runtime: Handle,
}

impl Registrar {
    /// Must be called on the engine's runtime.
    pub(super) fn new(run: &Arc<Run>) -> Self {
        Self {
            run: Arc::clone(run),
            runtime: Handle::current(),
        }
    }

    /// Registers a goal; completes when its steps have finished. Goals that are registered later
    /// wait for their dependencies.
    pub fn register(
        &self,
        mut goal: Goal,
    ) -> impl Future<Output = Result<Registered, RegisterError>> + Send + use<> {
        self.run.context.providers.complete(&mut goal);
        self.run.goal_log.add(&goal);
        // Synchronously, because tasks may start in another order than that of the calls.
        self.run.identities.start(&goal);
        let run = Arc::clone(&self.run);
        // Boxed when the task begins: the future is 7 KB, and a program may register 100,000
        // resources before the first begins.
        self.spawn(async move { Box::pin(run.registration.register(goal)).await })
    }

    /// Takes note of a resource that is declared and cannot be registered, because the resource named
    /// `cause` failed: what the state has of it stays.
    pub fn abandon(&self, goal: Goal, cause: Option<String>) {
        self.run.goal_log.stop();
        self.run.identities.start(&goal);
        self.run.registration.abandon(&goal, cause);
    }

    /// Offers the object that a resource had when the run that is gone back to had ended, in case the
    /// resource has none.
    pub fn offer_recorded(&self, urn: &Urn, object: Created) {
        self.run.context.recorded_objects.add(urn.clone(), object);
    }

    fn spawn<T, F>(
        &self,
        task: F,
    ) -> impl Future<Output = Result<T, RegisterError>> + Send + use<T, F>
    where
        T: Send + 'static,
        F: Future<Output = Result<T, RegisterError>> + Send + 'static,
    {
        let busy = self.run.track_task();
        let task = self.runtime.spawn(async move {
            let answer = task.await;
            drop(busy);
            answer
        });
        // A task that panicked has no result; the panic has been reported.
        async move { task.await.unwrap_or(Err(RegisterError::Stopping)) }
    }

    /// Completes a component with its outputs, once it is registered: a program need not wait for that.
    pub fn register_outputs(
        &self,
        urn: &Urn,
        outputs: Object,
    ) -> impl Future<Output = Result<(), RegisterError>> + Send + use<> {
        let (run, urn) = (Arc::clone(&self.run), urn.clone());
        run.goal_log.add_outputs(&urn, &outputs);
        self.spawn(async move {
            // Of one that failed, the engine knows no more than before.
            let _ = run.registrations.await_all([&urn].into_iter()).await;
            run.complete_component(&urn, outputs.clone())?;
            run.hooks.after_component(&urn, outputs).await
        })
    }

    /// Registers a function of the program that runs before or after steps. It is dropped when the
    /// run has finished all steps.
    pub fn register_hook(&self, name: String, hook: Arc<dyn Hook>) -> Result<(), RegisterError> {
        // A function of the program is called in the deployment, which needs the program for it.
        self.run.goal_log.stop();
        let registered = self.run.hooks.register(name, hook);
        registered.map_err(|error| RegisterError::Failed {
            urn: None,
            message: error.to_string(),
        })
    }

    /// Records that callbacks of the program were skipped, which may declare more resources.
    pub fn note_unseen(&self, code: UnseenCode) {
        let mut report = self.run.report();
        let unseen = report.unseen.get_or_insert_default();
        unseen.origins.extend(code.origins);
        unseen.any |= code.any;
    }

    /// Records that a deployment may register other goals than this plan.
    pub fn note_unrepeatable(&self) {
        self.run.context.preview_state.note_unrepeatable();
    }

    /// Records that the program has used the planned outputs of a change, so that a deployment may register other
    /// goals.
    pub fn note_planned_outputs(&self) {
        self.run.goal_log.stop();
    }

    /// Takes note of the texts in the stack's outputs that the program opened: they are no secrets.
    pub fn note_opened(&self, texts: Vec<String>) {
        self.run.report().opened = texts.into_iter().collect();
    }

    /// Sets the stack's outputs.
    pub fn set_outputs(&self, outputs: Object) {
        self.run.report().outputs = Some(outputs);
    }

    /// Forgets the stack's outputs that were set: those of the state stay.
    pub fn discard_outputs(&self) {
        self.run.report().outputs = None;
    }

    /// Takes note of a package in a version, which consists of a plugin and parameters.
    pub fn register_package(&self, package: &str, version: &str, by: &Parameterization) {
        let providers = &self.run.context.providers;
        providers.add_parameterized(package, version, by);
    }

    pub fn invoke(
        &self,
        invoke: Invoke,
    ) -> impl Future<Output = Result<Value, RegisterError>> + Send + use<> {
        let run = Arc::clone(&self.run);
        self.spawn(async move { run.functions.invoke(invoke).await })
    }

    pub fn call(
        &self,
        call: Call,
    ) -> impl Future<Output = Result<Value, RegisterError>> + Send + use<> {
        let run = Arc::clone(&self.run);
        self.spawn(async move { run.functions.call(call).await })
    }

    /// Constructs a component by its provider.
    pub fn construct(
        &self,
        construct: Construct,
    ) -> impl Future<Output = Result<Constructed, RegisterError>> + Send + use<> {
        let run = Arc::clone(&self.run);
        self.spawn(async move { run.functions.construct(construct).await })
    }

    /// The result of a resource registered in this run.
    pub fn find(&self, urn: &Urn) -> Option<Registered> {
        self.run.find(urn)
    }

    /// Whether the stack had a resource with one of these names before the run.
    pub fn had_resource(&self, names: &[Urn]) -> bool {
        let old = self.run.context.old();
        names.iter().any(|it| old.find(it).is_some())
    }

    /// The current configuration of a provider resource instead of the recorded one.
    pub(super) async fn present_config(&self, recorded: &Resource) -> Option<Object> {
        self.run.context.providers.present_config(recorded).await
    }

    /// Reads all objects and updates the state.
    pub async fn refresh(&self) {
        self.run.refresh.run().await;
    }

    /// Adopts an existing object; returns its inputs.
    pub async fn adopt(&self, goal: Goal, id: &str) -> Result<Object, RegisterError> {
        self.run.imports.adopt(goal, id).await
    }

    /// Lists the objects of a type. Nothing is recorded.
    pub async fn list(
        &self,
        resource_type: ResourceType,
        place: Option<String>,
    ) -> Result<Vec<ListedObject>, RegisterError> {
        self.run.listings.list(resource_type, place).await
    }

    /// Reads an object as for an import; `None` if it is gone. Nothing is recorded.
    pub async fn look(&self, urn: Urn, id: String) -> Result<Option<ReadState>, RegisterError> {
        self.run.listings.read(urn, id).await
    }

    /// Takes over all objects of another tool's state, or none.
    pub async fn take_over(
        &self,
        objects: Vec<ForeignObject>,
    ) -> Result<Vec<TakenObject>, RegisterError> {
        self.run.foreign_objects.take_over(objects).await
    }

    /// Starts nothing new; running steps finish. Called when the user wants to stop.
    pub fn interrupt(&self) {
        let context = &self.run.context;
        if context.interrupt() {
            context.announce_interrupt();
        }
    }

    /// Stops waiting for provider calls without effects.
    pub fn cancel_read_only_calls(&self) {
        self.run.context.read_only_calls.cancel();
    }

    /// Whether there was a failure so far.
    pub fn has_failed(&self) -> bool {
        self.run.context.reporter.has_failed()
    }
}

/// Declares nothing: everything is deleted.
pub struct NullSource;

#[async_trait]
impl Source for NullSource {
    async fn run(&mut self, registrar: Registrar) -> UnmentionedPolicy {
        registrar.set_outputs(Object::default());
        UnmentionedPolicy::Delete
    }
}

/// Declares what exists: the state is refreshed.
pub struct RefreshSource;

#[async_trait]
impl Source for RefreshSource {
    async fn run(&mut self, registrar: Registrar) -> UnmentionedPolicy {
        registrar.refresh().await;
        UnmentionedPolicy::Keep
    }
}
