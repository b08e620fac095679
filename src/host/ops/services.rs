//! Calls between an SDK of another ecosystem and the engine in this process, behind `js/pulumi/grpc.ts`.

use std::cell::{Cell, RefCell};
use std::future::poll_fn;
use std::rc::Rc;
use std::sync::Arc;

use deno_core::{JsBuffer, OpState, ToJsBuffer, op2};
use lumi_monitor::{ProgramCall, ProgramServices, ServiceFailure};
use rustc_hash::FxHashMap;
use tokio::sync::{mpsc, oneshot};

type Answer = Result<Vec<u8>, ServiceFailure>;

/// The services of one program, and the engine's calls of its functions that are not answered yet.
pub struct ServiceLine {
    services: Arc<dyn ProgramServices>,
    /// Whether the user wants to see the work of the SDK.
    is_verbose: bool,
    calls: RefCell<Option<mpsc::UnboundedReceiver<ProgramCall>>>,
    running: RefCell<FxHashMap<u32, oneshot::Sender<Answer>>>,
    next: Cell<u32>,
}

impl ServiceLine {
    pub fn new(services: Arc<dyn ProgramServices>, is_verbose: bool) -> Rc<Self> {
        Rc::new(Self {
            is_verbose,
            calls: RefCell::new(services.calls()),
            services,
            running: RefCell::default(),
            next: Cell::new(0),
        })
    }

    fn begin(&self, call: ProgramCall) -> (u32, String, ToJsBuffer) {
        let number = self.next.get();
        self.next.set(number.wrapping_add(1));
        self.running.borrow_mut().insert(number, call.answer);
        (number, call.path.to_owned(), call.request.into())
    }

    fn settle(&self, number: u32, answer: Answer) {
        if let Some(waiting) = self.running.borrow_mut().remove(&number) {
            // The engine may have given up.
            let _ = waiting.send(answer);
        }
    }
}

fn line(state: &OpState) -> Option<Rc<ServiceLine>> {
    state.try_borrow::<Rc<ServiceLine>>().map(Rc::clone)
}

/// Calls a method by its path of gRPC. Returns the code of the failure, which is 0 for none, the encoded answer, and
/// the message of the failure.
#[op2]
#[serde]
pub async fn op_lumi_service_call(
    state: Rc<RefCell<OpState>>,
    #[string] path: String,
    #[buffer] request: JsBuffer,
) -> (u32, Option<ToJsBuffer>, String) {
    let Some(line) = line(&state.borrow()) else {
        return (14, None, "this program has no engine of Pulumi".to_owned());
    };
    match line.services.call(&path, request.to_vec()).await {
        Ok(answer) => (0, Some(answer.into()), String::new()),
        Err(failure) => (failure.code, None, failure.message),
    }
}

/// Returns number, path and encoded request of the engine's next call of a function; null when there will be no more.
#[op2]
#[serde]
pub async fn op_lumi_service_next(
    state: Rc<RefCell<OpState>>,
) -> Option<(u32, String, ToJsBuffer)> {
    let line = line(&state.borrow())?;
    let call = poll_fn(|context| {
        let mut calls = line.calls.borrow_mut();
        match calls.as_mut() {
            Some(calls) => calls.poll_recv(context),
            None => std::task::Poll::Ready(None),
        }
    });
    let call = call.await?;
    Some(line.begin(call))
}

#[op2(fast)]
pub fn op_lumi_service_answer(state: &mut OpState, #[smi] number: u32, #[buffer] answer: &[u8]) {
    if let Some(line) = line(state) {
        line.settle(number, Ok(answer.to_vec()));
    }
}

#[op2(fast)]
pub fn op_lumi_service_fail(
    state: &mut OpState,
    #[smi] number: u32,
    #[smi] code: u32,
    #[string] message: String,
) {
    if let Some(line) = line(state) {
        line.settle(number, Err(ServiceFailure { code, message }));
    }
}

/// Returns 0 for a program without services, 1 for one with services, as one of Pulumi has, and 2 if the user wants to see
/// the work of the SDK, too.
#[op2(fast)]
#[smi]
pub fn op_lumi_services(state: &mut OpState) -> u32 {
    line(state).map_or(0, |it| 1 + u32::from(it.is_verbose))
}
