//! Debuggers of a function: the platform's side of their connections.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::mpsc::WeakUnboundedSender;

use lumi_host::{
    InspectionStart, InspectorServer, InspectorTarget, Registration, SessionSender,
    WorkerDebugging, WorkerRequest,
};

/// How debuggers attach to workers.
#[derive(Clone)]
pub struct WorkerInspection {
    pub server: Arc<InspectorServer>,
    pub start: InspectionStart,
}

impl WorkerInspection {
    /// The debuggers that a worker knows.
    pub fn of_worker(&self) -> WorkerDebugging {
        WorkerDebugging {
            start: self.start,
            port: self.server.port(),
        }
    }
}

/// Passes messages between debuggers and one worker, which has no connection of its own.
pub struct DebuggerRelay {
    requests: WeakUnboundedSender<WorkerRequest>,
    sessions: Mutex<HashMap<u64, SessionSender>>,
}

impl DebuggerRelay {
    pub fn new(requests: WeakUnboundedSender<WorkerRequest>) -> Arc<Self> {
        let sessions = Mutex::default();
        Arc::new(Self { requests, sessions })
    }

    /// Makes the worker of the function `name` a target, until the registration is dropped.
    pub fn register(
        self: &Arc<Self>,
        inspection: &WorkerInspection,
        entry: &Path,
        name: &str,
    ) -> Registration {
        InspectorServer::register(&inspection.server, entry, Some(name), Arc::clone(self) as _)
    }

    /// Passes JSON of the worker to a debugger.
    pub fn pass(&self, session: u64, text: String) {
        if let Some(sender) = self.sessions.lock().get(&session) {
            sender.send(text);
        }
    }

    fn request(&self, request: WorkerRequest) {
        if let Some(requests) = self.requests.upgrade() {
            // A worker that has ended takes no requests.
            let _ = requests.send(request);
        }
    }
}

impl InspectorTarget for DebuggerRelay {
    fn open(&self, session: u64, sender: SessionSender) {
        self.sessions.lock().insert(session, sender);
        self.request(WorkerRequest::DebuggerOpened { session });
    }

    fn message(&self, session: u64, text: String) {
        self.request(WorkerRequest::DebuggerMessage { session, text });
    }

    fn close(&self, session: u64) {
        self.sessions.lock().remove(&session);
        self.request(WorkerRequest::DebuggerClosed { session });
    }
}
