//! The monitor of previews and deployments: hands everything to the engine.

use std::future::ready;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

use lumi_engine::{
    Call, Construct, Constructed, Hook, Invoke, RegisterError, Registered, Registrar,
};
use lumi_graph::{Goal, Object, Urn, Value};

use super::{Answer, MonitorError, ResourceMonitor};

/// Answers when the engine has made a goal come true, or knows what would be.
///
/// The engine is asked in the order of the calls, when the call is made: a child is registered after its
/// parent, however the answers are polled. A program may be started before the engine asks for its
/// goals, because the engine needs its providers: then the calls wait for
/// [`connect`](Self::connect).
#[derive(Default)]
pub struct EngineMonitor {
    line: Mutex<Line>,
}

#[derive(Default)]
struct Line {
    engine: Option<Registrar>,
    /// Calls before there was an engine, in their order.
    waiting: Vec<WaitingCall>,
    /// Outputs that were set before there was an engine.
    early_outputs: Option<Object>,
}

type WaitingCall = Box<dyn FnOnce(&Registrar) + Send>;

impl EngineMonitor {
    /// The engine takes goals from now on.
    pub fn connect(&self, engine: Registrar) {
        let mut line = self.line();
        for call in line.waiting.drain(..) {
            call(&engine);
        }
        if let Some(outputs) = line.early_outputs.take() {
            engine.set_outputs(outputs);
        }
        line.engine = Some(engine);
    }

    fn line(&self) -> MutexGuard<'_, Line> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn ask<T, F>(&self, ask: impl FnOnce(&Registrar) -> F + Send + 'static) -> Answer<T>
    where
        F: Future<Output = Result<T, RegisterError>> + Send + 'static,
    {
        let mut line = self.line();
        if let Some(engine) = &line.engine {
            let asked = ask(engine);
            return Box::pin(async move { Ok(asked.await?) });
        }
        let (sender, asked) = oneshot::channel();
        line.waiting.push(Box::new(move |engine| {
            // The program may have stopped waiting; the engine is asked all the same.
            let _ = sender.send(ask(engine));
        }));
        Box::pin(async move {
            // The monitor is only dropped when the program has ended.
            let asked = asked.await.map_err(|_| MonitorError::Stopping)?;
            Ok(asked.await?)
        })
    }
}

impl ResourceMonitor for EngineMonitor {
    fn register(&self, goal: Goal) -> Answer<Registered> {
        self.ask(move |engine| engine.register(goal))
    }

    fn register_outputs(&self, urn: Urn, outputs: Object) -> Answer<()> {
        self.ask(move |engine| engine.register_outputs(&urn, outputs))
    }

    fn register_hook(&self, name: String, hook: Arc<dyn Hook>) -> Answer<()> {
        self.ask(move |engine| ready(engine.register_hook(name, hook)))
    }

    fn invoke(&self, invoke: Invoke) -> Answer<Value> {
        self.ask(move |engine| engine.invoke(invoke))
    }

    fn call(&self, call: Call) -> Answer<Value> {
        self.ask(move |engine| engine.call(call))
    }

    fn construct(&self, construct: Construct) -> Answer<Constructed> {
        self.ask(move |engine| engine.construct(construct))
    }

    fn find(&self, urn: &Urn) -> Option<Registered> {
        self.line().engine.as_ref()?.find(urn)
    }

    fn set_outputs(&self, outputs: Object) {
        let mut line = self.line();
        match &line.engine {
            Some(engine) => engine.set_outputs(outputs),
            None => line.early_outputs = Some(outputs),
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
