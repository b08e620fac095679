//! Calls of a served function: the SDK takes them one by one and answers each when it settles.

use std::cell::RefCell;
use std::future::poll_fn;
use std::rc::Rc;
use std::task::{Context, Poll, ready};

use deno_core::error::JsError;
use deno_core::{JsRuntime, OpState, op2, v8};
use rustc_hash::FxHashMap;

use crate::errors::error::ProgramError;
use crate::worker::{ReportWriter, RequestReader, WorkerRequest};

use super::session::Session;

/// Queued and running calls.
pub struct CallQueue {
    requests: RequestReader,
    reports: ReportWriter,
    /// The platform's call numbers by the isolate's own, which are small.
    running: FxHashMap<u32, u64>,
    next: u32,
    releases_memory: bool,
}

impl CallQueue {
    pub fn new(requests: RequestReader, reports: ReportWriter) -> Rc<RefCell<Self>> {
        Rc::new(RefCell::new(Self {
            requests,
            reports,
            running: FxHashMap::default(),
            next: 0,
            releases_memory: false,
        }))
    }

    fn poll_call(&mut self, context: &mut Context<'_>) -> Poll<Option<(u32, String)>> {
        loop {
            match ready!(self.requests.poll_next(context)) {
                Some(WorkerRequest::Call { number, arguments }) => {
                    return Poll::Ready(Some((self.begin(number), arguments)));
                }
                Some(WorkerRequest::Rest) => self.releases_memory = true,
                // Without a debugger there are no such requests.
                Some(
                    WorkerRequest::DebuggerOpened { .. }
                    | WorkerRequest::DebuggerMessage { .. }
                    | WorkerRequest::DebuggerClosed { .. },
                ) => {}
                Some(WorkerRequest::Start(_)) | None => return Poll::Ready(None),
            }
        }
    }

    fn begin(&mut self, number: u64) -> u32 {
        let own = self.next;
        self.next = self.next.wrapping_add(1);
        self.running.insert(own, number);
        own
    }

    fn settle(&mut self, own: u32, result: Result<Option<String>, ProgramError>) {
        if let Some(number) = self.running.remove(&own) {
            self.reports.answer(number, result);
        }
    }

    /// Whether to release memory; true once per request.
    pub fn take_memory_release(&mut self) -> bool {
        std::mem::take(&mut self.releases_memory) && self.running.is_empty()
    }
}

type SharedQueue = Rc<RefCell<CallQueue>>;

/// Returns number and arguments; null when there will be no more calls.
#[op2]
#[serde]
pub async fn op_lumi_next_call(state: Rc<RefCell<OpState>>) -> Option<(u32, String)> {
    let queue = state.borrow().try_borrow::<SharedQueue>().map(Rc::clone)?;
    poll_fn(|context| queue.borrow_mut().poll_call(context)).await
}

#[op2(fast)]
pub fn op_lumi_call_answer(state: &mut OpState, #[smi] number: u32, #[string] json: String) {
    let json = Some(json).filter(|it| !it.is_empty());
    let queue = state.try_borrow::<SharedQueue>();
    if let Some(queue) = queue {
        queue.borrow_mut().settle(number, Ok(json));
    }
}

/// `error` is the value that the function threw.
#[op2(fast, reentrant)]
pub fn op_lumi_call_fail<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    #[smi] number: u32,
    error: v8::Local<'s, v8::Value>,
) {
    let session = Session::of(scope);
    let error = JsError::from_v8_exception(scope, error);
    let error = ProgramError::from_js(&error, &session.borrow());
    let state = JsRuntime::op_state_from(scope);
    let queue = state.borrow().try_borrow::<SharedQueue>().map(Rc::clone);
    if let Some(queue) = queue {
        queue.borrow_mut().settle(number, Err(error));
    }
}
