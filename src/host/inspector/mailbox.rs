//! Messages from debuggers to one isolate, from any thread.

use std::collections::VecDeque;
use std::ffi::c_void;
use std::task::Context;
use std::time::Duration;

use deno_core::futures::task::AtomicWaker;
use deno_core::v8;
use parking_lot::{Condvar, Mutex};

use super::debugger;
use super::server::{InspectorTarget, SessionSender};

/// One message.
pub enum Incoming {
    /// A debugger has attached.
    Opened(u64, SessionSender),
    /// JSON of the protocol.
    Message(u64, String),
    /// The debugger has gone.
    Closed(u64),
}

/// The queue of one isolate. A message wakes the isolate's thread: in its event loop, in running
/// JavaScript, and in a pause.
#[derive(Default)]
pub struct Mailbox {
    queue: Mutex<Queue>,
    arrived: Condvar,
    waker: AtomicWaker,
}

#[derive(Default)]
struct Queue {
    messages: VecDeque<Incoming>,
    /// The isolate, while it exists.
    isolate: Option<v8::IsolateHandle>,
    /// Whether messages are dropped, because the program has ended.
    is_closed: bool,
}

impl Mailbox {
    pub fn push(&self, message: Incoming) {
        let mut queue = self.queue.lock();
        if queue.is_closed {
            return;
        }
        queue.messages.push_back(message);
        if let Some(isolate) = &queue.isolate {
            isolate.request_interrupt(interrupt, std::ptr::null_mut());
        }
        drop(queue);
        self.arrived.notify_one();
        self.waker.wake();
    }

    pub fn take(&self) -> Option<Incoming> {
        self.queue.lock().messages.pop_front()
    }

    /// Waits for a message until `limit` is over.
    pub fn wait(&self, limit: Duration) -> Option<Incoming> {
        let mut queue = self.queue.lock();
        if queue.messages.is_empty() {
            self.arrived.wait_for(&mut queue, limit);
        }
        queue.messages.pop_front()
    }

    /// Makes the next message wake the task of `context`.
    pub fn register(&self, context: &Context<'_>) {
        self.waker.register(context.waker());
    }

    /// From now on, messages interrupt running JavaScript.
    pub fn attach(&self, isolate: v8::IsolateHandle) {
        self.queue.lock().isolate = Some(isolate);
    }

    /// Drops all messages, also later ones. Must be called before the isolate is dropped.
    pub fn close(&self) {
        let mut queue = self.queue.lock();
        queue.is_closed = true;
        queue.isolate = None;
        queue.messages.clear();
    }
}

impl InspectorTarget for Mailbox {
    fn open(&self, session: u64, sender: SessionSender) {
        self.push(Incoming::Opened(session, sender));
    }

    fn message(&self, session: u64, text: String) {
        self.push(Incoming::Message(session, text));
    }

    fn close(&self, session: u64) {
        self.push(Incoming::Closed(session));
    }
}

unsafe extern "C" fn interrupt(isolate: v8::UnsafeRawIsolatePtr, _data: *mut c_void) {
    // SAFETY: V8 passes the isolate whose thread this is, and only this call uses it meanwhile.
    let isolate = unsafe { v8::Isolate::from_raw_isolate_ptr(isolate) };
    debugger::deliver(&isolate);
}
