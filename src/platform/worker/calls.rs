//! The calls that run in one process.

use std::collections::HashMap;

use hyper::body::Bytes;
use parking_lot::Mutex;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::sync::oneshot;

use crate::error::CallFailure;
use lumi_host::{BodyMessage, CallContext, HttpAnswer, HttpRequest, WorkerRequest};

use super::body_stream::{BodyStream, PartSender, RequestSender, body_stream};
use super::request_body::{RequestBody, Upload};

/// A call of a function.
pub enum Call {
    /// The elements of a JSON array.
    Arguments(String),
    /// With the body, if it goes to the process in parts.
    Http(HttpRequest, Option<RequestBody>),
}

/// The outcome of a call that has succeeded.
pub enum CallAnswer {
    /// JSON; `None` for undefined.
    Result(Option<String>),
    Http(HttpAnswer),
    /// The body of the answer is a stream.
    Stream(HttpAnswer, BodyStream),
}

pub type Outcome = Result<CallAnswer, CallFailure>;

/// The worker has shut down; returns the call for another worker.
pub struct WorkerGone(pub Call);

/// The receiver of a running call.
enum Waiting {
    Answer(oneshot::Sender<Outcome>),
    Parts(PartSender),
}

impl Waiting {
    /// A call that timed out, or a client that has gone, takes nothing.
    fn fail(self, failure: CallFailure) {
        match self {
            Self::Answer(answered) => drop(answered.send(Err(failure))),
            Self::Parts(parts) => parts.fail(failure),
        }
    }
}

#[derive(Default)]
pub struct RunningCalls(Mutex<State>);

#[derive(Default)]
struct State {
    running: HashMap<u64, Waiting>,
    /// The bodies of requests that go to the process in parts.
    uploads: HashMap<u64, UnboundedSender<BodyMessage>>,
    next: u64,
    /// Whether new calls are refused.
    is_over: bool,
    /// Whether the process ended unexpectedly or could not be started.
    has_died: bool,
}

/// A call that has begun.
pub struct Begun {
    /// The message for the process.
    pub request: WorkerRequest,
    pub outcome: oneshot::Receiver<Outcome>,
    /// The body of the request, if it follows in parts.
    pub upload: Option<Upload>,
}

impl RunningCalls {
    /// Begins a call.
    pub fn begin(&self, context: CallContext, call: Call) -> Result<Begun, WorkerGone> {
        let (waiting, answered) = oneshot::channel();
        let mut state = self.0.lock();
        if state.is_over {
            return Err(WorkerGone(call));
        }
        let number = state.next;
        state.next += 1;
        state.running.insert(number, Waiting::Answer(waiting));
        let (request, upload) = match call {
            Call::Arguments(arguments) => {
                let request = WorkerRequest::Call {
                    number,
                    context,
                    arguments,
                };
                (request, None)
            }
            Call::Http(request, body) => {
                let upload = body.map(|body| {
                    let (taking, taken) = unbounded_channel();
                    state.uploads.insert(number, taking);
                    Upload {
                        number,
                        body,
                        taken,
                    }
                });
                let request = WorkerRequest::Http {
                    number,
                    context,
                    request,
                };
                (request, upload)
            }
        };
        Ok(Begun {
            request,
            outcome: answered,
            upload,
        })
    }

    pub fn settle(&self, number: u64, outcome: Outcome) {
        let waiting = {
            let mut state = self.0.lock();
            state.uploads.remove(&number);
            state.running.remove(&number)
        };
        match (waiting, outcome) {
            // A call that timed out has no receiver.
            (Some(Waiting::Answer(waiting)), outcome) => drop(waiting.send(outcome)),
            (Some(waiting), Err(failure)) => waiting.fail(failure),
            (Some(Waiting::Parts(_)), Ok(_)) | (None, _) => {}
        }
    }

    /// Settles a call with an answer whose body follows in parts.
    pub fn begin_parts(&self, number: u64, answer: HttpAnswer, requests: RequestSender) {
        let mut state = self.0.lock();
        let Some(Waiting::Answer(waiting)) = state.running.remove(&number) else {
            return;
        };
        let (parts, stream) = body_stream(number, requests);
        state.running.insert(number, Waiting::Parts(parts));
        // Without a receiver, the stream is dropped, which its process learns.
        let _ = waiting.send(Ok(CallAnswer::Stream(answer, stream)));
    }

    /// Passes a part of a body on; false if the process has sent more than there is room for.
    pub fn pass_part(&self, number: u64, bytes: Bytes) -> bool {
        match self.0.lock().running.get(&number) {
            Some(Waiting::Parts(parts)) => parts.send(bytes),
            _ => true,
        }
    }

    /// Ends a body in parts.
    pub fn end_parts(&self, number: u64) {
        let mut state = self.0.lock();
        if let Some(Waiting::Parts(parts)) = state.running.get(&number) {
            parts.end();
            state.running.remove(&number);
            state.uploads.remove(&number);
        }
    }

    /// Passes on what a process says about the body of a request.
    pub fn pass_taken(&self, number: u64, message: BodyMessage) {
        let mut state = self.0.lock();
        if message == BodyMessage::Dropped {
            state.uploads.remove(&number);
        } else if let Some(taking) = state.uploads.get(&number) {
            // A body that has ended takes nothing.
            let _ = taking.send(message);
        }
    }

    pub fn is_idle(&self) -> bool {
        self.0.lock().running.is_empty()
    }

    /// Refuses new calls if there are no running ones; returns whether that is so.
    pub fn close_if_idle(&self) -> bool {
        let mut state = self.0.lock();
        state.is_over |= state.running.is_empty();
        state.is_over
    }

    /// Refuses new calls, and fails the running ones.
    pub fn fail_all(&self, failure: &CallFailure, has_died: bool) {
        let mut state = self.0.lock();
        state.is_over = true;
        state.has_died = has_died;
        state.uploads.clear();
        for (_, waiting) in state.running.drain() {
            waiting.fail(failure.clone());
        }
    }

    /// Whether new calls are refused.
    pub fn is_over(&self) -> bool {
        self.0.lock().is_over
    }

    /// Whether the process ended unexpectedly or could not be started.
    pub fn has_died(&self) -> bool {
        self.0.lock().has_died
    }
}
