//! Calls of a function that is kept ready: the SDK takes them one after the other, and answers each
//! when it has settled.

use std::cell::RefCell;
use std::future::poll_fn;
use std::rc::Rc;

use deno_core::error::JsError;
use deno_core::{JsRuntime, OpState, op2, v8};
use rustc_hash::FxHashMap;
use tokio::sync::{mpsc, oneshot};

use crate::error::ProgramError;

use super::session::Session;

/// One call; `arguments` is an array of JSON.
pub struct Call {
    pub arguments: String,
    pub answer: Answer,
}

/// JSON of the result, `None` for undefined.
type Answer = oneshot::Sender<Result<Option<String>, ProgramError>>;

/// Calls that wait, and those that run.
pub struct CallLine {
    waiting: mpsc::UnboundedReceiver<Call>,
    running: FxHashMap<u32, Answer>,
    next: u32,
}

impl CallLine {
    pub fn new(waiting: mpsc::UnboundedReceiver<Call>) -> Rc<RefCell<Self>> {
        Rc::new(RefCell::new(Self {
            waiting,
            running: FxHashMap::default(),
            next: 0,
        }))
    }

    fn begin(&mut self, call: Call) -> (u32, String) {
        let number = self.next;
        self.next = self.next.wrapping_add(1);
        self.running.insert(number, call.answer);
        (number, call.arguments)
    }

    fn settle(&mut self, number: u32, result: Result<Option<String>, ProgramError>) {
        if let Some(answer) = self.running.remove(&number) {
            // The receiver is gone when the call took too long.
            let _ = answer.send(result);
        }
    }
}

type SharedLine = Rc<RefCell<CallLine>>;

/// Number and arguments; null when no more calls can come.
#[op2]
#[serde]
pub async fn op_lumi_next_call(state: Rc<RefCell<OpState>>) -> Option<(u32, String)> {
    let line = state.borrow().try_borrow::<SharedLine>().map(Rc::clone)?;
    let call = poll_fn(|context| line.borrow_mut().waiting.poll_recv(context)).await?;
    Some(line.borrow_mut().begin(call))
}

#[op2(fast)]
pub fn op_lumi_call_answer(state: &mut OpState, #[smi] number: u32, #[string] json: String) {
    let json = Some(json).filter(|it| !it.is_empty());
    let line = state.try_borrow::<SharedLine>();
    if let Some(line) = line {
        line.borrow_mut().settle(number, Ok(json));
    }
}

/// `error` is whatever the function threw.
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
    let line = state.borrow().try_borrow::<SharedLine>().map(Rc::clone);
    if let Some(line) = line {
        line.borrow_mut().settle(number, Err(error));
    }
}
