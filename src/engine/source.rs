//! Where goals come from.

use std::sync::Arc;

use async_trait::async_trait;
use tokio::runtime::Handle;

use lumi_graph::{Goal, Object, Urn, Value};
use lumi_provider::Constructed;
use lumi_state::Resource;

use super::hooks::Hook;
use super::plan::UnseenCode;
use super::request::{Call, Construct, Invoke, RegisterError, Registered};
use super::run::Run;

/// Produces the goals of a run. Each command has its own source.
#[async_trait]
pub trait Source: Send {
    /// Hands every goal to the registrar and waits for what it needs of the answers. What was
    /// registered and not waited for is finished by the engine.
    async fn run(&mut self, registrar: Registrar) -> UnmentionedPolicy;

    /// Called when all goals are finished: waits for remaining work of the source.
    async fn end(&mut self) {}
}

/// What becomes of resources that the source did not mention.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnmentionedPolicy {
    /// The program no longer declares them: they are deleted.
    Delete,
    /// They stay, because the source is not about all resources, or stopped at a hole.
    Keep,
    /// They stay, because the source did not come to its end; the run has failed.
    Failed,
}

/// The engine as a source sees it. Clones are the same run. May be used on any thread: what it is
/// asked for is done on the engine's own, also when the caller has stopped waiting for the answer.
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

    /// Makes a goal come true, and answers when it is. Goals that are registered later wait for those
    /// that they need.
    pub fn register(
        &self,
        goal: Goal,
    ) -> impl Future<Output = Result<Registered, RegisterError>> + Send + use<> {
        // Not in the task: tasks of other threads may run in another order than that of the calls.
        self.run.identities.start(&goal);
        let run = Arc::clone(&self.run);
        self.spawn(async move { run.registration.register(goal).await })
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
        // A task that panicked has no answer; the panic has been reported.
        async move { task.await.unwrap_or(Err(RegisterError::Stopping)) }
    }

    /// Completes a component with its outputs.
    pub fn register_outputs(
        &self,
        urn: &Urn,
        outputs: Object,
    ) -> impl Future<Output = Result<(), RegisterError>> + Send + use<> {
        let written = self.run.complete_component(urn, outputs.clone());
        let (run, urn) = (Arc::clone(&self.run), urn.clone());
        async move {
            written?;
            run.hooks.after_component(&urn, outputs).await
        }
    }

    /// Takes a function of the program that runs before or after steps. It is let go when the run
    /// has done all of them.
    pub fn register_hook(&self, name: String, hook: Arc<dyn Hook>) -> Result<(), RegisterError> {
        let registered = self.run.hooks.register(name, hook);
        registered.map_err(|error| RegisterError::Failed {
            urn: None,
            message: error.to_string(),
        })
    }

    /// Says that code of the program did not run, and may declare more.
    pub fn note_unseen(&self, code: UnseenCode) {
        self.run.report().unseen = Some(code);
    }

    /// The stack's outputs.
    pub fn set_outputs(&self, outputs: Object) {
        self.run.report().outputs = Some(outputs);
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

    /// Has a provider make a component.
    pub fn construct(
        &self,
        construct: Construct,
    ) -> impl Future<Output = Result<Constructed, RegisterError>> + Send + use<> {
        let run = Arc::clone(&self.run);
        self.spawn(async move { run.functions.construct(construct).await })
    }

    /// What became of a resource that was registered in this run.
    pub fn find(&self, urn: &Urn) -> Option<Registered> {
        self.run.find(urn)
    }

    /// What a provider resource is configured with instead of what was recorded of it.
    pub(super) async fn present_config(&self, recorded: &Resource) -> Option<Object> {
        self.run.context.providers.present_config(recorded).await
    }

    /// Looks at all objects.
    pub async fn refresh(&self) {
        self.run.refresh.run().await;
    }

    /// Adopts an existing object; answers the inputs that would make it.
    pub async fn adopt(&self, goal: Goal, id: &str) -> Result<Object, RegisterError> {
        self.run.imports.adopt(goal, id).await
    }

    /// Begins nothing new; what runs comes to its end. Called when the user wants to stop.
    pub fn interrupt(&self) {
        self.run.context.interrupt();
    }

    /// Waits no longer for answers of providers that change nothing.
    pub fn cancel_read_only_calls(&self) {
        self.run.context.read_only_calls.cancel();
    }

    /// Whether anything has failed so far.
    pub fn has_failed(&self) -> bool {
        self.run.context.reporter.has_failed()
    }
}

/// Nothing is wanted: everything is deleted.
pub struct NullSource;

#[async_trait]
impl Source for NullSource {
    async fn run(&mut self, registrar: Registrar) -> UnmentionedPolicy {
        registrar.set_outputs(Object::default());
        UnmentionedPolicy::Delete
    }
}

/// What there is, is wanted: the state is brought up to date.
pub struct RefreshSource;

#[async_trait]
impl Source for RefreshSource {
    async fn run(&mut self, registrar: Registrar) -> UnmentionedPolicy {
        registrar.refresh().await;
        UnmentionedPolicy::Keep
    }
}
