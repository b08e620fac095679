//! Calls of a served function: the SDK takes all that have come in, and answers each when it settles.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::future::poll_fn;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use deno_core::error::JsError;
use deno_core::{JsBuffer, JsRuntime, OpState, ToJsBuffer, op2, v8};
use hyper::body::Bytes;
use rustc_hash::FxHashMap;

use crate::errors::error::ProgramError;
use crate::event::Event;
use crate::worker::{
    BodyMessage, CallContext, Content, HttpAnswer, HttpRequest, Report, ReportWriter,
    RequestReader, STREAM_ROOM, WorkerRequest,
};

use super::request_body::{BodyError, Inflow};
use super::session::Session;

/// Number of calls that are taken together. Answers are sent once the calls taken so far can go no further.
const TOGETHER: usize = 64;

/// Queued and running calls.
pub struct CallQueue {
    requests: RequestReader,
    reports: ReportWriter,
    queued: VecDeque<(u32, CallContext, Call)>,
    /// Whether there will be no more calls than the queued ones.
    is_over: bool,
    /// The platform's call numbers by the isolate's own, which are small.
    running: FxHashMap<u32, u64>,
    /// The bodies that are sent in parts, by the platform's numbers.
    outflows: FxHashMap<u64, Outflow>,
    /// The bodies that come in parts, by the platform's numbers.
    inflows: FxHashMap<u64, Inflow>,
    next: u32,
    releases_memory: bool,
}

/// A body that is sent in parts.
struct Outflow {
    /// Bytes that the platform has room for; `None` if the client has gone.
    room: Option<usize>,
    /// The operation that waits for room.
    waiting: Option<Waker>,
}

impl Outflow {
    fn change(&mut self, room: Option<usize>) {
        self.room = room;
        if let Some(waiting) = self.waiting.take() {
            waiting.wake();
        }
    }
}

/// A call of the function.
enum Call {
    /// A JSON array.
    Arguments(String),
    Http(HttpRequest),
}

impl CallQueue {
    pub fn new(requests: RequestReader, reports: ReportWriter) -> Rc<RefCell<Self>> {
        Rc::new(RefCell::new(Self {
            requests,
            reports,
            queued: VecDeque::new(),
            is_over: false,
            running: FxHashMap::default(),
            outflows: FxHashMap::default(),
            inflows: FxHashMap::default(),
            next: 0,
            releases_memory: false,
        }))
    }

    /// Queues the calls that have come in; whether there are any, or false once there will be none.
    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<bool> {
        while !self.is_over && self.queued.len() < TOGETHER {
            let Poll::Ready(request) = self.requests.poll_next(context) else {
                break;
            };
            match request {
                Some(WorkerRequest::Call {
                    number,
                    context,
                    arguments,
                }) => self.begin(number, context, Call::Arguments(arguments)),
                Some(WorkerRequest::Http {
                    number,
                    context,
                    request,
                }) => {
                    if request.is_stream {
                        self.inflows.insert(number, Inflow::default());
                    }
                    self.begin(number, context, Call::Http(request));
                }
                Some(WorkerRequest::Body { number, message }) => self.take_body(number, message),
                Some(WorkerRequest::Rest) => self.releases_memory = true,
                // Without a debugger there are no such requests.
                Some(
                    WorkerRequest::DebuggerOpened { .. }
                    | WorkerRequest::DebuggerMessage { .. }
                    | WorkerRequest::DebuggerClosed { .. },
                ) => {}
                Some(WorkerRequest::Start(_)) | None => self.is_over = true,
            }
        }
        match self.queued.is_empty() {
            true if self.is_over => Poll::Ready(false),
            true => Poll::Pending,
            false => Poll::Ready(true),
        }
    }

    fn begin(&mut self, number: u64, context: CallContext, call: Call) {
        let own = self.next;
        self.next = self.next.wrapping_add(1);
        self.running.insert(own, number);
        self.queued.push_back((own, context, call));
    }

    /// Takes a message about the body of an answer or a request; calls that are over get none.
    fn take_body(&mut self, number: u64, message: BodyMessage) {
        match message {
            BodyMessage::Room(bytes) => {
                if let Some(outflow) = self.outflows.get_mut(&number) {
                    outflow.change(outflow.room.map(|it| it.saturating_add(bytes as usize)));
                }
            }
            BodyMessage::Dropped => {
                if let Some(outflow) = self.outflows.get_mut(&number) {
                    outflow.change(None);
                }
            }
            message => {
                if let Some(inflow) = self.inflows.get_mut(&number) {
                    inflow.take(message);
                }
            }
        }
    }

    /// The next part of the body of a request; `None` at its end.
    fn poll_request_part(
        &mut self,
        own: u32,
        context: &Context<'_>,
    ) -> Poll<Result<Option<Bytes>, BodyError>> {
        let number = self.running.get(&own).copied();
        let inflow = number.and_then(|it| Some((it, self.inflows.get_mut(&it)?)));
        let Some((number, inflow)) = inflow else {
            return Poll::Ready(Err(BodyError::Answered));
        };
        let part = inflow.poll_part(context);
        if let Poll::Ready(Ok(Some(part))) = &part {
            // A part is not larger than the room of a body.
            let taken = u32::try_from(part.len()).unwrap_or(u32::MAX);
            self.reports.body(number, BodyMessage::Room(taken));
        }
        part
    }

    /// Reads no more of the body of a request.
    fn cancel_body(&mut self, own: u32) {
        if let Some(number) = self.running.get(&own)
            && self.inflows.remove(number).is_some()
        {
            self.reports.body(*number, BodyMessage::Dropped);
        }
    }

    /// Forgets the bodies of a call that is over.
    fn forget_bodies(&mut self, number: u64) {
        self.outflows.remove(&number);
        self.inflows.remove(&number);
    }

    fn settle(&mut self, own: u32, result: Result<Option<String>, ProgramError>) {
        if let Some(number) = self.running.remove(&own) {
            self.forget_bodies(number);
            self.reports.answer(number, result);
        }
    }

    /// Answers a request. One whose body follows in parts goes on until its end.
    fn settle_http(&mut self, own: u32, answer: HttpAnswer) {
        let is_stream = answer.content == Content::Stream;
        let number = match is_stream {
            true => self.running.get(&own).copied(),
            false => self.running.remove(&own),
        };
        let Some(number) = number else { return };
        if is_stream {
            let outflow = Outflow {
                room: Some(STREAM_ROOM),
                waiting: None,
            };
            self.outflows.insert(number, outflow);
        } else {
            self.forget_bodies(number);
        }
        self.reports.answer_http(number, answer);
    }

    /// Sends as many of these bytes as there is room for, at least one, and answers how many; `None` if the client has gone.
    fn poll_part(
        &mut self,
        own: u32,
        bytes: &[u8],
        context: &mut Context<'_>,
    ) -> Poll<Option<usize>> {
        let number = self.running.get(&own).copied();
        let outflow = number.and_then(|it| Some((it, self.outflows.get_mut(&it)?)));
        let Some((number, outflow)) = outflow else {
            return Poll::Ready(None);
        };
        let Some(room) = outflow.room else {
            return Poll::Ready(None);
        };
        let length = bytes.len().min(room);
        if length == 0 && !bytes.is_empty() {
            outflow.waiting = Some(context.waker().clone());
            return Poll::Pending;
        }
        outflow.room = Some(room - length);
        let part = Bytes::copy_from_slice(&bytes[..length]);
        self.reports.body(number, BodyMessage::Part(part));
        Poll::Ready(Some(length))
    }

    /// Ends a body in parts.
    fn end_parts(&mut self, own: u32) {
        if let Some(number) = self.running.remove(&own)
            && self.outflows.contains_key(&number)
        {
            self.forget_bodies(number);
            self.reports.body(number, BodyMessage::End);
        }
    }

    /// Whether to release memory; true once per request.
    pub fn take_memory_release(&mut self) -> bool {
        std::mem::take(&mut self.releases_memory) && self.running.is_empty()
    }
}

type SharedQueue = Rc<RefCell<CallQueue>>;

/// Waits until there are calls to take; false when there will be no more.
#[op2]
pub async fn op_lumi_calls_ready(state: Rc<RefCell<OpState>>) -> bool {
    let queue = state.borrow().try_borrow::<SharedQueue>().map(Rc::clone);
    match queue {
        Some(queue) => poll_fn(|context| queue.borrow_mut().poll_ready(context)).await,
        None => false,
    }
}

/// The next queued call: its number, traceparent, deadline and whether it is retried; then the JSON of its arguments, or the
/// head and the body of a request of HTTP. A body is bytes if it is not UTF-8, and true if it comes in parts. Null if no call is queued.
#[op2(reentrant)]
pub fn op_lumi_call_take<'s>(scope: &mut v8::PinScope<'s, '_>) -> v8::Local<'s, v8::Value> {
    let state = JsRuntime::op_state_from(scope);
    let queue = state.borrow().try_borrow::<SharedQueue>().map(Rc::clone);
    let call = queue.and_then(|it| it.borrow_mut().queued.pop_front());
    let Some((number, context, call)) = call else {
        return v8::null(scope).into();
    };
    let number = v8::Integer::new_from_unsigned(scope, number).into();
    let traceparent = text(scope, context.traceparent.as_bytes());
    // Milliseconds since the epoch are exact in a number.
    let deadline = v8::Number::new(scope, context.deadline as f64).into();
    let is_retried = v8::Boolean::new(scope, context.is_retried).into();
    let mut values = vec![number, traceparent, deadline, is_retried];
    match call {
        Call::Arguments(arguments) => values.push(text(scope, arguments.as_bytes())),
        Call::Http(HttpRequest {
            head,
            body,
            is_stream,
        }) => {
            let head = text(scope, head.as_bytes());
            let body = match str::from_utf8(&body) {
                _ if is_stream => v8::Boolean::new(scope, true).into(),
                Ok(_) => text(scope, &body),
                Err(_) => bytes(scope, &body),
            };
            values.extend([head, body]);
        }
    }
    v8::Array::new_with_elements(scope, &values).into()
}

/// A text that V8 has no room for is empty: texts are at most as long as a message of the platform.
fn text<'s>(scope: &mut v8::PinScope<'s, '_>, utf8: &[u8]) -> v8::Local<'s, v8::Value> {
    let text = match utf8.is_ascii() {
        true => v8::String::new_from_one_byte(scope, utf8, v8::NewStringType::Normal),
        false => v8::String::new_from_utf8(scope, utf8, v8::NewStringType::Normal),
    };
    text.unwrap_or_else(|| v8::String::empty(scope)).into()
}

fn bytes<'s>(scope: &mut v8::PinScope<'s, '_>, bytes: &[u8]) -> v8::Local<'s, v8::Value> {
    let store = v8::ArrayBuffer::new_backing_store_from_vec(bytes.to_vec()).make_shared();
    let buffer = v8::ArrayBuffer::with_backing_store(scope, &store);
    let array = v8::Uint8Array::new(scope, buffer, 0, bytes.len());
    array.expect("BUG: a view of a whole buffer").into()
}

/// Sends the output of a function with the span that it belongs to. Returns the event if no platform takes it.
pub fn print_in_span(state: &OpState, event: Event, traceparent: &str) -> Option<Event> {
    let Some(queue) = state.try_borrow::<SharedQueue>() else {
        return Some(event);
    };
    let traceparent = traceparent.to_owned();
    let report = Report::Event { event, traceparent };
    queue.borrow().reports.send(report);
    None
}

/// Sends telemetry of the function, as JSON, to the platform. With `is_urgent` nothing that the function does next, such as a
/// loop without an end, can keep the record back.
#[op2(fast)]
pub fn op_lumi_telemetry(state: &mut OpState, #[string] json: String, is_urgent: bool) {
    if let Some(queue) = state.try_borrow::<SharedQueue>() {
        let reports = &queue.borrow().reports;
        match is_urgent {
            true => reports.send(Report::Telemetry(json)),
            false => reports.record(json),
        }
    }
}

#[op2(fast)]
pub fn op_lumi_call_answer(state: &mut OpState, #[smi] number: u32, #[string] json: String) {
    let json = Some(json).filter(|it| !it.is_empty());
    let queue = state.try_borrow::<SharedQueue>();
    if let Some(queue) = queue {
        queue.borrow_mut().settle(number, Ok(json));
    }
}

/// Sends a part of the body of an answer, once there is room for it; false if the client has gone.
#[op2]
pub async fn op_lumi_call_part(
    state: Rc<RefCell<OpState>>,
    #[smi] number: u32,
    #[buffer] part: JsBuffer,
) -> bool {
    let queue = state.borrow().try_borrow::<SharedQueue>().map(Rc::clone);
    let Some(queue) = queue else { return false };
    let mut rest = &part[..];
    while !rest.is_empty() {
        let sent = poll_fn(|context| queue.borrow_mut().poll_part(number, rest, context)).await;
        let Some(length) = sent else { return false };
        rest = &rest[length..];
    }
    true
}

/// The next part of the body of a request that comes in parts; null at its end.
#[op2]
#[serde]
pub async fn op_lumi_call_read(
    state: Rc<RefCell<OpState>>,
    #[smi] number: u32,
) -> Result<Option<ToJsBuffer>, BodyError> {
    let queue = state.borrow().try_borrow::<SharedQueue>().map(Rc::clone);
    let queue = queue.ok_or(BodyError::Answered)?;
    let part = poll_fn(|context| queue.borrow_mut().poll_request_part(number, context)).await?;
    Ok(part.map(|it| it.to_vec().into()))
}

/// Reads no more of the body of a request.
#[op2(fast)]
pub fn op_lumi_call_cancel(state: &mut OpState, #[smi] number: u32) {
    let queue = state.try_borrow::<SharedQueue>();
    if let Some(queue) = queue {
        queue.borrow_mut().cancel_body(number);
    }
}

/// Ends a body that was sent in parts.
#[op2(fast)]
pub fn op_lumi_call_end(state: &mut OpState, #[smi] number: u32) {
    let queue = state.try_borrow::<SharedQueue>();
    if let Some(queue) = queue {
        queue.borrow_mut().end_parts(number);
    }
}

/// Answers a request of HTTP. `headers` has a line for each name, and one for its value; `body` is a text, bytes,
/// undefined, or true if it follows in parts. With `is_base64`, the text is base64 of the body; if it is not, the answer is false, and the call still runs.
#[op2(fast, reentrant)]
pub fn op_lumi_call_answer_http(
    scope: &mut v8::PinScope<'_, '_>,
    #[smi] number: u32,
    #[smi] status: u32,
    #[string] headers: String,
    body: v8::Local<'_, v8::Value>,
    is_base64: bool,
) -> bool {
    let Some((content, body)) = content_of(scope, body, is_base64) else {
        return false;
    };
    let answer = HttpAnswer {
        // Another status is refused like 0.
        status: u16::try_from(status).unwrap_or_default(),
        content,
        headers,
        body,
    };
    let state = JsRuntime::op_state_from(scope);
    let queue = state.borrow().try_borrow::<SharedQueue>().map(Rc::clone);
    if let Some(queue) = queue {
        queue.borrow_mut().settle_http(number, answer);
    }
    true
}

/// `None` for a text that is not base64.
fn content_of(
    scope: &v8::PinScope<'_, '_>,
    body: v8::Local<'_, v8::Value>,
    is_base64: bool,
) -> Option<(Content, Bytes)> {
    if let Ok(text) = v8::Local::<v8::String>::try_from(body) {
        let text = text.to_rust_string_lossy(scope);
        return match is_base64 {
            true => Some((Content::Bytes, STANDARD.decode(text).ok()?.into())),
            false => Some((Content::Text, text.into())),
        };
    }
    let Ok(view) = v8::Local::<v8::ArrayBufferView>::try_from(body) else {
        let content = match body.is_true() {
            true => Content::Stream,
            false => Content::Nothing,
        };
        return Some((content, Bytes::new()));
    };
    let mut bytes = vec![0; view.byte_length()];
    view.copy_contents(&mut bytes);
    Some((Content::Bytes, bytes.into()))
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
