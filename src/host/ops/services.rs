//! Calls between an SDK of another ecosystem and the engine, behind `js/pulumi/grpc.ts`.

use std::cell::{Cell, RefCell};
use std::future::poll_fn;
use std::rc::Rc;
use std::sync::Arc;

use deno_core::{OpState, ToJsBuffer, op2};
use lumi_monitor::{ProgramCall, ProgramServices, RequestStream, ServiceFailure};
use rustc_hash::FxHashMap;
use tokio::sync::{mpsc, oneshot};

type Answer = Result<Vec<u8>, ServiceFailure>;

/// Number, port of the server, path and encoded request of a call.
type BegunCall = (u32, u32, String, ToJsBuffer);

/// The code of a failure, which is 0 for none, the encoded answer, the message of the failure and its encoded details.
type CallResult = (u32, Option<ToJsBuffer>, String, Option<ToJsBuffer>);

/// The services of one program, and the engine's calls of its functions that are not answered yet.
pub struct ServiceLine {
    services: Arc<dyn ProgramServices>,
    /// Whether the user wants to see the work of the SDK.
    is_verbose: bool,
    calls: RefCell<Option<mpsc::UnboundedReceiver<ProgramCall>>>,
    running: RefCell<FxHashMap<u32, oneshot::Sender<Answer>>>,
    /// Requests of calls that take a stream of them.
    streams: RefCell<FxHashMap<u32, RequestStream>>,
    next: Cell<u32>,
}

impl ServiceLine {
    pub fn new(services: Arc<dyn ProgramServices>, is_verbose: bool) -> Rc<Self> {
        Rc::new(Self {
            is_verbose,
            calls: RefCell::new(services.calls()),
            services,
            running: RefCell::default(),
            streams: RefCell::default(),
            next: Cell::new(0),
        })
    }

    fn begin(&self, call: ProgramCall) -> BegunCall {
        let number = self.next.get();
        self.next.set(number.wrapping_add(1));
        self.running.borrow_mut().insert(number, call.answer);
        if let Some(stream) = call.stream {
            self.streams.borrow_mut().insert(number, stream);
        }
        let path = call.path.into_owned();
        (number, call.port, path, call.request.into())
    }

    /// The next request of a stream; `None` at its end, and for a call that is answered.
    async fn request(&self, number: u32) -> Option<Answer> {
        let mut stream = self.streams.borrow_mut().remove(&number)?;
        let request = stream.recv().await?;
        if self.running.borrow().contains_key(&number) {
            self.streams.borrow_mut().insert(number, stream);
        }
        Some(request)
    }

    fn settle(&self, number: u32, answer: Answer) {
        self.streams.borrow_mut().remove(&number);
        if let Some(waiting) = self.running.borrow_mut().remove(&number) {
            // The engine may have given up.
            let _ = waiting.send(answer);
        }
    }
}

fn line(state: &OpState) -> Option<Rc<ServiceLine>> {
    state.try_borrow::<Rc<ServiceLine>>().map(Rc::clone)
}

/// Calls a method of the server at an address by its path of gRPC.
#[op2(async(deferred), fast)]
#[serde]
pub async fn op_lumi_service_call(
    state: Rc<RefCell<OpState>>,
    #[string] address: String,
    #[string] path: String,
    #[buffer(copy)] request: Vec<u8>,
) -> CallResult {
    let Some(line) = line(&state.borrow()) else {
        let message = "this program has no engine of Pulumi".to_owned();
        return (14, None, message, None);
    };
    call_result(line.services.call(&address, &path, request).await)
}

fn call_result(answer: Answer) -> CallResult {
    match answer {
        Ok(answer) => (0, Some(answer.into()), String::new(), None),
        Err(failure) => {
            let details = (!failure.details.is_empty()).then(|| failure.details.into());
            (failure.code, None, failure.message, details)
        }
    }
}

/// Returns the next call of a function or a server of the program; null when there will be no more.
#[op2]
#[serde]
pub async fn op_lumi_service_next(state: Rc<RefCell<OpState>>) -> Option<BegunCall> {
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

/// Returns the next request of a call that takes a stream of them; an answer without bytes is the end.
#[op2]
#[serde]
pub async fn op_lumi_service_request(
    state: Rc<RefCell<OpState>>,
    #[smi] number: u32,
) -> CallResult {
    let line = line(&state.borrow());
    let request = match line {
        Some(line) => line.request(number).await,
        None => None,
    };
    request.map_or((0, None, String::new(), None), call_result)
}

/// Opens a port for a server of the program, whose methods at the given paths take streams of requests. Returns the port, or
/// the reason why there is none.
#[op2]
#[serde]
pub async fn op_lumi_service_listen(
    state: Rc<RefCell<OpState>>,
    #[serde] streaming: Vec<String>,
) -> (u16, String) {
    let Some(line) = line(&state.borrow()) else {
        return (0, "this program has no engine of Pulumi".to_owned());
    };
    match line.services.listen(streaming).await {
        Ok(port) => (port, String::new()),
        Err(error) => (0, error.to_string()),
    }
}

/// Closes the port of a server of the program.
#[op2(fast)]
pub fn op_lumi_service_close(state: &mut OpState, #[smi] port: u32) {
    if let (Some(line), Ok(port)) = (line(state), u16::try_from(port)) {
        line.services.close(port);
    }
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
    #[buffer] details: &[u8],
) {
    let failure = ServiceFailure {
        code,
        message,
        details: details.to_vec(),
    };
    if let Some(line) = line(state) {
        line.settle(number, Err(failure));
    }
}

/// In the state of ops: the program has no services, and its code is that of its compiler.
pub struct CompiledProgram;

/// Whether the code of the program is what its own compiler makes of it.
#[op2(fast)]
pub fn op_lumi_is_compiled(state: &mut OpState) -> bool {
    state.has::<CompiledProgram>() || line(state).is_some()
}

/// Returns 0 for a program without services, 1 for one with services and the engine, as one of Pulumi has, 2 if the user
/// wants to see the work of the SDK, too, and 3 for a plugin, whose engine is another process.
#[op2(fast)]
#[smi]
pub fn op_lumi_services(state: &mut OpState) -> u32 {
    match line(state) {
        Some(line) if line.services.has_engine() => 1 + u32::from(line.is_verbose),
        Some(_) => 3,
        None => 0,
    }
}
