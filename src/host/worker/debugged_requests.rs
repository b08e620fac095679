//! Requests of a worker whose function is debugged.
//!
//! A thread reads the pipe, because the event loop stands still while the function is paused. It
//! puts messages of debuggers into the mailbox of the isolate, and passes on all others.

use std::fs::File;
use std::io::{self, Read as _};
use std::sync::Arc;
use std::thread;

use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::inspector::{InspectorTarget, Mailbox, SessionSender};

use super::frame::Decoder;
use super::message::{Report, WorkerRequest};
use super::pipes::{PIECE, ReportWriter};

/// Starts the thread. `decoder` holds bytes received after the first request.
pub fn read_debugged(
    pipe: File,
    decoder: Decoder,
    mailbox: Arc<Mailbox>,
    reports: ReportWriter,
) -> io::Result<UnboundedReceiver<WorkerRequest>> {
    let (requests, requested) = unbounded_channel();
    let thread = RequestThread {
        pipe,
        decoder,
        requests,
        mailbox,
        reports,
    };
    thread::Builder::new()
        .name("requests".into())
        .spawn(move || thread.run())?;
    Ok(requested)
}

struct RequestThread {
    pipe: File,
    decoder: Decoder,
    requests: UnboundedSender<WorkerRequest>,
    mailbox: Arc<Mailbox>,
    reports: ReportWriter,
}

impl RequestThread {
    /// Reads until the pipe is closed or its bytes are invalid.
    fn run(mut self) {
        let mut piece = vec![0; PIECE];
        loop {
            while let Ok(Some(frame)) = self.decoder.take() {
                let Ok(request) = WorkerRequest::read(frame) else {
                    return;
                };
                if !self.pass(request) {
                    return;
                }
            }
            match self.pipe.read(&mut piece) {
                Ok(0) | Err(_) => return,
                Ok(length) => self.decoder.feed(&piece[..length]),
            }
        }
    }

    /// Whether the worker takes more requests.
    fn pass(&self, request: WorkerRequest) -> bool {
        match request {
            WorkerRequest::DebuggerOpened { session } => {
                let reports = self.reports.clone();
                let sender = SessionSender::new(move |text| {
                    reports.send(Report::DebuggerMessage { session, text });
                });
                self.mailbox.open(session, sender);
            }
            WorkerRequest::DebuggerMessage { session, text } => self.mailbox.message(session, text),
            WorkerRequest::DebuggerClosed { session } => {
                InspectorTarget::close(&*self.mailbox, session);
            }
            request @ (WorkerRequest::Start(_)
            | WorkerRequest::Call { .. }
            | WorkerRequest::Http { .. }
            | WorkerRequest::Body { .. }
            | WorkerRequest::Rest) => return self.requests.send(request).is_ok(),
        }
        true
    }
}
