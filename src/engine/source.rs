//! Where goals come from.

use std::sync::Arc;

use async_trait::async_trait;
use tokio::runtime::Handle;

use crate::graph::{Goal, Object, Urn, Value};
use crate::provider::{
    CallRequest, Constructed, InvokeRequest, ProviderError, has_secret, reveal_value,
};

use super::request::{Call, Construct, Invoke, Registered};
use super::run::{RegisterError, Run};

/// Tells a run what is wanted. Preview, up, destroy, refresh and import differ in this.
#[async_trait]
pub trait Source: Send {
    /// Hands every goal to the registrar and waits for what it needs of the answers. What was
    /// registered and not waited for is finished by the engine.
    async fn run(&mut self, registrar: Registrar) -> Rest;
}

/// What becomes of resources that the source did not mention.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rest {
    /// Nobody wants them: they are deleted.
    Delete,
    /// They stay, because the source is not about all resources, or stopped at a hole.
    Keep,
    /// They stay, because the source did not come to its end; the run has failed.
    Failed,
}

/// The engine as a source sees it. Clones are the same run. May be used on any thread: what it is
/// asked for is done on the engine's own, also when nobody waits for the answer any more.
#[derive(Clone)]
pub struct Registrar {
    run: Arc<Run>,
    runtime: Handle,
}

impl Registrar {
    /// To be called on the engine's runtime.
    pub(super) fn new(run: &Arc<Run>) -> Self {
        Self {
            run: Arc::clone(run),
            runtime: Handle::current(),
        }
    }

    /// Makes a goal come true, and answers when it is.
    pub fn register(
        &self,
        goal: Goal,
    ) -> impl Future<Output = Result<Registered, RegisterError>> + Send + 'static {
        let run = Arc::clone(&self.run);
        self.spawn(async move { run.register(goal).await })
    }

    fn spawn<T: Send + 'static>(
        &self,
        task: impl Future<Output = Result<T, RegisterError>> + Send + 'static,
    ) -> impl Future<Output = Result<T, RegisterError>> + Send + 'static {
        let busy = self.run.busy();
        let task = self.runtime.spawn(async move {
            let answer = task.await;
            drop(busy);
            answer
        });
        // A task that panicked has no answer; the panic has been reported.
        async move { task.await.unwrap_or(Err(RegisterError::Stopping)) }
    }

    /// Completes a component with its outputs.
    pub fn register_outputs(&self, urn: &Urn, outputs: Object) -> Result<(), RegisterError> {
        self.run.complete_component(urn, outputs)
    }

    /// The stack's outputs.
    pub fn set_outputs(&self, outputs: Object) {
        self.run.board().outputs = Some(outputs);
    }

    pub fn invoke(
        &self,
        invoke: Invoke,
    ) -> impl Future<Output = Result<Value, RegisterError>> + Send + 'static {
        let run = Arc::clone(&self.run);
        self.spawn(async move { run.invoke(invoke).await })
    }

    pub fn call(
        &self,
        call: Call,
    ) -> impl Future<Output = Result<Value, RegisterError>> + Send + 'static {
        let run = Arc::clone(&self.run);
        self.spawn(async move { run.call(call).await })
    }

    /// Has a provider make a component.
    pub fn construct(
        &self,
        construct: Construct,
    ) -> impl Future<Output = Result<Constructed, RegisterError>> + Send + 'static {
        let run = Arc::clone(&self.run);
        self.spawn(async move { run.construct(construct).await })
    }

    /// Looks at all objects.
    pub async fn refresh(&self) {
        self.run.refresh().await;
    }

    /// Adopts an existing object; answers the inputs that would make it.
    pub async fn adopt(&self, goal: Goal, id: &str) -> Result<Object, RegisterError> {
        self.run.adopt(goal, id).await
    }

    /// Begins nothing new; what runs comes to its end. Called when the user wants to stop.
    pub fn interrupt(&self) {
        self.run.interrupt();
    }

    /// Whether anything has failed so far.
    pub fn has_failed(&self) -> bool {
        self.run.board().has_failed
    }
}

/// Nothing is wanted: everything is deleted.
pub struct NullSource;

#[async_trait]
impl Source for NullSource {
    async fn run(&mut self, registrar: Registrar) -> Rest {
        registrar.set_outputs(Object::default());
        Rest::Delete
    }
}

/// What there is, is wanted: the state is brought up to date.
pub struct RefreshSource;

#[async_trait]
impl Source for RefreshSource {
    async fn run(&mut self, registrar: Registrar) -> Rest {
        registrar.refresh().await;
        Rest::Keep
    }
}

impl Run {
    fn complete_component(&self, urn: &Urn, outputs: Object) -> Result<(), RegisterError> {
        if self.options.preview {
            let mut board = self.board();
            let found = board
                .planned
                .iter_mut()
                .rev()
                .find(|(_, it)| it.urn == *urn);
            if let Some((_, vertex)) = found {
                vertex.outputs = Arc::new(outputs);
            }
            return Ok(());
        }
        let component = self.ledger.with(|state| {
            let mut all = state.resources.values().rev();
            all.find(|it| it.urn == *urn && it.stage == crate::state::Stage::Live)
                .cloned()
        });
        let Some(component) = component.filter(|it| *it.outputs != outputs) else {
            return Ok(());
        };
        let completed = crate::state::Resource {
            outputs: Arc::new(outputs),
            ..crate::state::Resource::clone(&component)
        };
        let record = crate::state::Record::Put(Box::new(completed));
        let written = self.ledger.note(&record);
        written.map_err(|error| self.break_off(error))
    }

    async fn invoke(&self, invoke: Invoke) -> Result<Value, RegisterError> {
        if invoke.arguments.values().any(Value::contains_unknown) {
            return Ok(Value::Unknown);
        }
        let failed = |error: ProviderError| RegisterError::Failed {
            urn: None,
            message: format!("`{}`: {error}", invoke.token),
        };
        let configured = match &invoke.provider {
            Some(urn) => {
                let package = urn.resource_type().rsplit(':').next().unwrap_or_default();
                let inputs = self.provider_inputs(urn);
                self.providers.of_resource(urn, package, &inputs).await
            }
            None => {
                let package = invoke.token.split(':').next().unwrap_or_default();
                self.providers.of_package(package).await
            }
        };
        let configured = configured.map_err(failed)?;
        let Some(provider) = configured.provider() else {
            return Ok(Value::Unknown);
        };
        let is_secret = has_secret(&invoke.arguments);
        let request = InvokeRequest {
            token: invoke.token.clone(),
            arguments: invoke.arguments.clone(),
            preview: self.options.preview,
        };
        let answer = provider.invoke(request).await.map_err(failed)?;
        Ok(marked(answer, is_secret))
    }

    async fn call(&self, call: Call) -> Result<Value, RegisterError> {
        if call.arguments.values().any(Value::contains_unknown) {
            return Ok(Value::Unknown);
        }
        let failed = |error: ProviderError| RegisterError::Failed {
            urn: Some(call.target.clone()),
            message: format!("`{}`: {error}", call.token),
        };
        let target = self.ledger.with(|state| {
            let mut all = state.resources.values().rev();
            all.find(|it| it.urn == call.target).cloned()
        });
        let Some(target) = target else {
            // In a preview it does not exist yet.
            return Ok(Value::Unknown);
        };
        let configured = self.provider_in_state(&target).await.map_err(failed)?;
        let Some(provider) = configured.provider() else {
            return Ok(Value::Unknown);
        };
        let is_secret = has_secret(&call.arguments);
        let request = CallRequest {
            token: call.token.clone(),
            target: call.target.clone(),
            id: target.id.clone(),
            arguments: call.arguments.clone(),
            dependencies: call.dependencies.clone(),
            preview: self.options.preview,
        };
        let answer = provider.call(request).await.map_err(failed)?;
        Ok(marked(answer, is_secret))
    }
}

/// What comes of secret arguments is secret as a whole.
fn marked(answer: Value, is_secret: bool) -> Value {
    match is_secret {
        true => Value::secret(reveal_value(&answer)),
        false => answer,
    }
}
