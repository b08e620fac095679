//! The monitor of previews and deployments: hands everything to the engine.

use std::sync::{Mutex, PoisonError};

use tokio::sync::watch;

use lumi_engine::{Call, Construct, Constructed, Invoke, RegisterError, Registered, Registrar};
use lumi_graph::{Goal, Object, Urn, Value};

use super::{Answer, MonitorError, ResourceMonitor};

/// Answers when the engine has made a goal come true, or knows what would be.
///
/// A program may be started before the engine asks for its goals, because the engine needs its
/// providers: until [`connect`](Self::connect) is called it has to wait for all answers.
pub struct EngineMonitor {
    engine: watch::Sender<Option<Registrar>>,
    /// Outputs that were set before there was anybody to give them to.
    early_outputs: Mutex<Option<Object>>,
}

impl Default for EngineMonitor {
    fn default() -> Self {
        Self {
            engine: watch::Sender::new(None),
            early_outputs: Mutex::default(),
        }
    }
}

impl EngineMonitor {
    /// The engine takes goals from now on.
    pub fn connect(&self, engine: Registrar) {
        let mut early = self.early_outputs();
        if let Some(outputs) = early.take() {
            engine.set_outputs(outputs);
        }
        self.engine.send_replace(Some(engine));
    }

    fn early_outputs(&self) -> std::sync::MutexGuard<'_, Option<Object>> {
        self.early_outputs
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    fn ask<T, F>(&self, ask: impl FnOnce(Registrar) -> F + Send + 'static) -> Answer<T>
    where
        F: Future<Output = Result<T, RegisterError>> + Send,
    {
        let mut engine = self.engine.subscribe();
        Box::pin(async move {
            let connected = engine.wait_for(Option::is_some).await;
            let engine = connected.ok().and_then(|it| it.clone());
            // The monitor is only dropped when the program has ended.
            let engine = engine.ok_or(MonitorError::Stopping)?;
            Ok(ask(engine).await?)
        })
    }
}

impl ResourceMonitor for EngineMonitor {
    fn register(&self, goal: Goal) -> Answer<Registered> {
        self.ask(|engine| async move { engine.register(goal).await })
    }

    fn register_outputs(&self, urn: Urn, outputs: Object) -> Answer<()> {
        self.ask(|engine| async move { engine.register_outputs(&urn, outputs) })
    }

    fn invoke(&self, invoke: Invoke) -> Answer<Value> {
        self.ask(|engine| async move { engine.invoke(invoke).await })
    }

    fn call(&self, call: Call) -> Answer<Value> {
        self.ask(|engine| async move { engine.call(call).await })
    }

    fn construct(&self, construct: Construct) -> Answer<Constructed> {
        self.ask(|engine| async move { engine.construct(construct).await })
    }

    fn find(&self, urn: &Urn) -> Option<Registered> {
        let engine = self.engine.borrow();
        engine.as_ref()?.find(urn)
    }

    fn set_outputs(&self, outputs: Object) {
        let mut early = self.early_outputs();
        match &*self.engine.borrow() {
            Some(engine) => engine.set_outputs(outputs),
            None => *early = Some(outputs),
        }
    }
}

impl From<RegisterError> for MonitorError {
    fn from(error: RegisterError) -> Self {
        match error {
            RegisterError::Failed { urn, message } => Self::Failed { urn, message },
            RegisterError::Stopping => Self::Stopping,
        }
    }
}
