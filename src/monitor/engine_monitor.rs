//! The monitor of previews and deployments: forwards everything to the engine.

use std::future::ready;
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::oneshot;

use lumi_engine::{
    Call, Construct, Constructed, Hook, Invoke, RegisterError, Registered, Registrar, UnseenCode,
};
use lumi_graph::{Goal, Object, Parameterization, Urn, Value};

use super::{Answer, MonitorError, ResourceMonitor};

/// Resolves each call once the engine has completed or planned the goal.
///
/// The engine is called synchronously, in the order of the calls: a child is registered after its
/// parent, in whatever order the futures are polled. A program may start before the engine accepts
/// goals, because the engine needs its providers: until [`connect`](Self::connect), calls are
/// queued.
#[derive(Default)]
pub struct EngineMonitor {
    line: Mutex<Line>,
    /// Whether the program continues after resources have failed.
    continues_on_error: bool,
}

#[derive(Default)]
struct Line {
    engine: Option<Registrar>,
    /// Calls queued before the engine was connected, in order.
    waiting: Vec<WaitingCall>,
    /// Outputs set before the engine was connected.
    early_outputs: Option<Object>,
    /// The texts in them that the program opened.
    early_opened: Vec<String>,
}

type WaitingCall = Box<dyn FnOnce(&Registrar) + Send>;

impl EngineMonitor {
    /// The monitor of a program that continues to its end after resources have failed.
    pub fn continuing_on_error() -> Self {
        Self {
            continues_on_error: true,
            ..Self::default()
        }
    }

    /// Connects the engine, which takes goals from now on.
    pub fn connect(&self, engine: Registrar) {
        let mut line = self.line.lock();
        for call in line.waiting.drain(..) {
            call(&engine);
        }
        if let Some(outputs) = line.early_outputs.take() {
            engine.note_opened(std::mem::take(&mut line.early_opened));
            engine.set_outputs(outputs);
        }
        line.engine = Some(engine);
    }

    /// Calls the engine, now or once it is connected.
    fn tell(&self, tell: impl FnOnce(&Registrar) + Send + 'static) {
        let mut line = self.line.lock();
        match &line.engine {
            Some(engine) => tell(engine),
            None => line.waiting.push(Box::new(tell)),
        }
    }

    fn ask<T, F>(&self, ask: impl FnOnce(&Registrar) -> F + Send + 'static) -> Answer<T>
    where
        F: Future<Output = Result<T, RegisterError>> + Send + 'static,
    {
        let mut line = self.line.lock();
        if let Some(engine) = &line.engine {
            let answer = ask(engine);
            return Box::pin(async move { Ok(answer.await?) });
        }
        let (sender, receiver) = oneshot::channel();
        line.waiting.push(Box::new(move |engine| {
            // The receiver may have been dropped; the engine is called nevertheless.
            let _ = sender.send(ask(engine));
        }));
        Box::pin(async move {
            // The monitor is dropped only after the program has ended.
            let answer = receiver.await.map_err(|_| MonitorError::Stopping)?;
            Ok(answer.await?)
        })
    }
}

impl ResourceMonitor for EngineMonitor {
    fn register(&self, goal: Goal) -> Answer<Registered> {
        self.ask(move |engine| engine.register(goal))
    }

    fn continues_on_error(&self) -> bool {
        self.continues_on_error
    }

    fn abandon(&self, goal: Goal, cause: Option<String>) {
        self.tell(move |engine| engine.abandon(goal, cause));
    }

    fn note_unseen(&self, code: UnseenCode) {
        self.tell(move |engine| engine.note_unseen(code));
    }

    fn register_outputs(&self, urn: Urn, outputs: Object) -> Answer<()> {
        self.ask(move |engine| engine.register_outputs(&urn, outputs))
    }

    fn register_hook(&self, name: String, hook: Arc<dyn Hook>) -> Answer<()> {
        self.ask(move |engine| ready(engine.register_hook(name, hook)))
    }

    fn register_package(&self, package: String, version: String, by: Parameterization) {
        self.tell(move |engine| engine.register_package(&package, &version, &by));
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
        self.line.lock().engine.as_ref()?.find(urn)
    }

    fn had_resource(&self, names: Vec<Urn>) -> Answer<bool> {
        self.ask(move |engine| ready(Ok(engine.had_resource(&names))))
    }

    fn note_unrepeatable(&self) {
        self.tell(|engine| engine.note_unrepeatable());
    }

    fn note_planned_outputs(&self) {
        self.tell(|engine| engine.note_planned_outputs());
    }

    fn note_opened(&self, texts: Vec<String>) {
        let mut line = self.line.lock();
        match &line.engine {
            Some(engine) => engine.note_opened(texts),
            None => line.early_opened = texts,
        }
    }

    fn set_outputs(&self, outputs: Object) {
        let mut line = self.line.lock();
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
