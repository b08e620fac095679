//! The two ends of the channel between the engine and the isolate of the program.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Weak};
use std::task::{Context, Poll};
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::{mpsc, oneshot};

use crate::Provider;
use lumi_graph::{ResourceType, Urn, Value};

use super::dynamic_provider::DynamicProvider;
use super::request::{DynamicFailure, DynamicMethod, DynamicRequest};

/// The time that an isolate has to end after the channel is closed.
const GRACE: Duration = Duration::from_secs(2);

/// Creates both ends of the channel.
///
/// `has_code` says whether requests include the code that can handle them.
pub fn dynamic_line(has_code: bool) -> (DynamicLine, DynamicRequests) {
    let (sender, receiver) = mpsc::unbounded_channel();
    let sender = Arc::new(sender);
    let (gone, is_gone) = sync_channel(0);
    let is_taken = Arc::new(AtomicBool::new(false));
    let requests = DynamicRequests {
        receiver,
        sender: Arc::downgrade(&sender),
        _gone: gone,
        is_taken: Arc::clone(&is_taken),
        has_code,
    };
    let line = DynamicLine {
        sender: Some(sender),
        is_gone: Mutex::new(is_gone),
        is_taken,
    };
    (line, requests)
}

/// The engine's end. Dropping it releases the isolate and waits for its end, so that no thread runs
/// while the process exits.
pub struct DynamicLine {
    sender: Option<Arc<mpsc::UnboundedSender<DynamicRequest>>>,
    is_gone: Mutex<Receiver<()>>,
    /// Whether an isolate has the other end.
    is_taken: Arc<AtomicBool>,
}

impl DynamicLine {
    /// The provider of the package `dynamic`. It may outlive the channel, and fails from then on.
    pub fn provider(&self) -> Arc<dyn Provider> {
        let sender = self.sender.as_ref().map(Arc::downgrade);
        Arc::new(DynamicProvider::new(sender.unwrap_or_default()))
    }
}

impl Drop for DynamicLine {
    fn drop(&mut self) {
        self.sender = None;
        if !self.is_taken.load(Ordering::SeqCst) {
            return;
        }
        // Nothing is ever sent: this returns when the other end is dropped.
        let is_gone = self.is_gone.get_mut();
        let _ = is_gone.recv_timeout(GRACE);
    }
}

/// The program's end.
pub struct DynamicRequests {
    receiver: mpsc::UnboundedReceiver<DynamicRequest>,
    sender: Weak<mpsc::UnboundedSender<DynamicRequest>>,
    _gone: SyncSender<()>,
    is_taken: Arc<AtomicBool>,
    has_code: bool,
}

impl DynamicRequests {
    /// Sets whether requests include code.
    pub fn bringing_code(self, has_code: bool) -> Self {
        Self { has_code, ..self }
    }

    /// Whether requests include the code that can handle them.
    pub fn has_code(&self) -> bool {
        self.has_code
    }

    /// Calls hooks of the program over the same channel.
    pub fn hook_caller(&self) -> HookCaller {
        HookCaller(Weak::clone(&self.sender))
    }

    /// The next request; `None` after the last one.
    pub fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<Option<DynamicRequest>> {
        self.is_taken.store(true, Ordering::SeqCst);
        self.receiver.poll_recv(context)
    }

    /// Closes the channel: the program has no provider object for present and future requests.
    pub fn refuse(mut self) {
        self.receiver.close();
        while let Ok(request) = self.receiver.try_recv() {
            let _ = request.answer.send(Err(DynamicFailure::NoProvider));
        }
    }
}

/// Calls functions of the program that run before or after steps. It may outlive the channel, and fails from then on.
#[derive(Clone)]
pub struct HookCaller(Weak<mpsc::UnboundedSender<DynamicRequest>>);

impl HookCaller {
    /// Calls a function. The arguments are its name, then the facts about the resource.
    pub async fn call(
        &self,
        urn: Urn,
        resource_type: ResourceType,
        arguments: Vec<Value>,
    ) -> Result<Value, DynamicFailure> {
        let (answer, answered) = oneshot::channel();
        let request = DynamicRequest {
            urn,
            resource_type,
            method: DynamicMethod::Hook,
            arguments,
            code: None,
            answer,
        };
        let sender = self.0.upgrade();
        if sender.is_none_or(|it| it.send(request).is_err()) {
            return Err(DynamicFailure::BrokenOff);
        }
        // Only requests in transit when the program ended are dropped without an answer.
        answered.await.unwrap_or(Err(DynamicFailure::BrokenOff))
    }
}
