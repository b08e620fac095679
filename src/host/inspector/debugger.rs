//! Sessions of debuggers, and pauses, on the thread of an isolate.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use std::task::Context;
use std::time::Duration;

use deno_core::v8::inspector::{
    Channel, ChannelImpl, StringBuffer, StringView, V8Inspector, V8InspectorClient,
    V8InspectorClientImpl, V8InspectorClientTrustLevel, V8InspectorSession,
};
use deno_core::{JsRuntime, scope, v8};

use crate::closures::without_console_additions;
use lumi_node::StopHandle;

use super::entry_breakpoint::EntryBreakpoint;
use super::mailbox::{Incoming, Mailbox};
use super::server::{InspectorServer, Registration, SessionSender, file_url};
use super::{DebuggerLine, Inspection, InspectionStart};

/// The group of the only context.
pub const GROUP: i32 = 1;
/// Interval between checks whether a paused program was stopped.
const INTERVAL: Duration = Duration::from_millis(50);
const RUN: &str = "Runtime.runIfWaitingForDebugger";

/// The debugger's side of one isolate.
pub struct Debugger {
    sessions: Rc<Sessions>,
    start: InspectionStart,
    registration: RefCell<Option<Registration>>,
}

/// The state that the callbacks of V8 use.
pub struct Sessions {
    inspector: RefCell<Option<Rc<V8Inspector>>>,
    open: RefCell<HashMap<u64, Rc<V8InspectorSession>>>,
    mailbox: Arc<Mailbox>,
    stop: StopHandle,
    isolate: v8::UnsafeRawIsolatePtr,
    context: v8::Global<v8::Context>,
    is_paused: Cell<bool>,
    /// Whether the program has not begun, because no debugger lets it.
    is_waiting: Cell<bool>,
    /// Whether the capture of a closure compiles scripts, which no debugger needs to know.
    is_capturing: Rc<Cell<bool>>,
    entry: EntryBreakpoint,
}

impl Debugger {
    /// Makes the isolate a target.
    pub fn new(
        js: &mut JsRuntime,
        inspection: &Inspection,
        entry: &Path,
        stop: StopHandle,
    ) -> Self {
        let mailbox = match &inspection.line {
            DebuggerLine::Server(_) => Arc::default(),
            DebuggerLine::Platform(mailbox) => Arc::clone(mailbox),
        };
        let this = Self::without_server(
            js,
            Arc::clone(&mailbox),
            inspection.start,
            &file_url(entry),
            stop,
        );
        if let DebuggerLine::Server(server) = &inspection.line {
            let registration = InspectorServer::register(server, entry, None, mailbox);
            *this.registration.borrow_mut() = Some(registration);
        }
        this
    }

    /// For an isolate whose messages come over `mailbox`. `url` is that of the entry module.
    pub fn without_server(
        js: &mut JsRuntime,
        mailbox: Arc<Mailbox>,
        start: InspectionStart,
        url: &str,
        stop: StopHandle,
    ) -> Self {
        let context = js.main_context();
        // SAFETY: the sessions are closed before the isolate is dropped.
        let isolate = unsafe { js.v8_isolate().as_raw_isolate_ptr() };
        let sessions = Rc::new(Sessions {
            inspector: RefCell::default(),
            open: RefCell::default(),
            mailbox,
            stop,
            isolate,
            context: context.clone(),
            is_paused: Cell::new(false),
            is_waiting: Cell::new(false),
            is_capturing: Rc::default(),
            entry: EntryBreakpoint::new(url),
        });
        js.v8_isolate().set_slot(Rc::clone(&sessions));
        let handle = js.v8_isolate().thread_safe_handle();
        let client = V8InspectorClient::new(Box::new(Client(Rc::clone(&sessions))));
        {
            scope!(scope, js);
            let inspector = Rc::new(V8Inspector::create(scope, client));
            let local = v8::Local::new(scope, context);
            without_console_additions(scope, |_| {
                let name = StringView::from(&b"program"[..]);
                // Editors detach from the default context when it is destroyed.
                let facts = StringView::from(&br#"{"isDefault":true,"type":"default"}"#[..]);
                inspector.context_created(local, GROUP, name, facts);
            });
            *sessions.inspector.borrow_mut() = Some(inspector);
        }
        sessions.mailbox.attach(handle);
        Self {
            sessions,
            start,
            registration: RefCell::default(),
        }
    }

    /// The inspector of the isolate: there is one, which captures of closures use as well.
    pub fn shared(&self) -> Option<SharedInspector> {
        Some(SharedInspector {
            inspector: Rc::clone(self.sessions.inspector.borrow().as_ref()?),
            is_capturing: Rc::clone(&self.sessions.is_capturing),
        })
    }

    /// Waits until a debugger lets the program begin, if it is to wait. Called before its first
    /// module is loaded, so that breakpoints hold in all of them.
    pub fn wait_for_start(&self) {
        if self.start == InspectionStart::AtOnce {
            return;
        }
        self.sessions.is_waiting.set(true);
        self.sessions.run_while(&self.sessions.is_waiting);
        if self.start == InspectionStart::Paused {
            self.sessions.set_entry_breakpoint();
        }
    }

    /// Delivers messages from debuggers, and makes the next one wake the task.
    pub fn poll(&self, context: &Context<'_>) {
        self.sessions.mailbox.register(context);
        self.sessions.deliver();
    }

    /// Ends all sessions, and waits until debuggers know it. Must be called before the isolate is
    /// dropped and after the captures of closures have ended.
    pub fn close(&self, js: &mut JsRuntime) {
        self.sessions.deliver();
        self.sessions.mailbox.close();
        {
            scope!(scope, js);
            let context = v8::Local::new(scope, &self.sessions.context);
            if let Some(inspector) = &*self.sessions.inspector.borrow() {
                inspector.context_destroyed(context);
            }
        }
        self.sessions.end_all();
        self.sessions.inspector.borrow_mut().take();
        js.v8_isolate().remove_slot::<Rc<Sessions>>();
        // The server hands on what it was given, and hangs up.
        self.registration.borrow_mut().take();
    }
}

/// The one inspector of an isolate.
#[derive(Clone)]
pub struct SharedInspector {
    pub inspector: Rc<V8Inspector>,
    /// Set during requests of a capture.
    pub is_capturing: Rc<Cell<bool>>,
}

/// Delivers messages on the thread of `isolate`, between two statements.
pub fn deliver(isolate: &v8::Isolate) {
    if let Some(sessions) = isolate.get_slot::<Rc<Sessions>>() {
        Rc::clone(sessions).deliver();
    }
}

impl Sessions {
    fn deliver(self: &Rc<Self>) {
        while let Some(message) = self.mailbox.take() {
            self.handle(message);
        }
    }

    fn handle(self: &Rc<Self>, message: Incoming) {
        match message {
            Incoming::Opened(number, sender) => self.connect(number, sender),
            Incoming::Message(number, text) => {
                let session = self.open.borrow().get(&number).cloned();
                let Some(session) = session else { return };
                dispatch(&session, &text);
                // V8 reports this only while it waits itself, and here the program waits outside of V8.
                if self.is_waiting.get() && text.contains(RUN) {
                    self.is_waiting.set(false);
                }
            }
            Incoming::Closed(number) => {
                let session = self.open.borrow_mut().remove(&number);
                if let Some(session) = session {
                    // A request of this session may be running further up the stack.
                    dispatch(&session, DISABLE);
                }
            }
        }
    }

    fn connect(self: &Rc<Self>, number: u64, sender: SessionSender) {
        let channel = SessionChannel {
            sender: Some(sender),
            sessions: Rc::clone(self),
        };
        if let Some(session) = self.session(channel) {
            self.open.borrow_mut().insert(number, Rc::new(session));
        }
    }

    fn session(&self, channel: SessionChannel) -> Option<V8InspectorSession> {
        let inspector = self.inspector.borrow().clone()?;
        Some(inspector.connect(
            GROUP,
            Channel::new(Box::new(channel)),
            StringView::empty(),
            V8InspectorClientTrustLevel::FullyTrusted,
        ))
    }

    /// Pauses before the first statement of the entry module, through a session of its own.
    fn set_entry_breakpoint(self: &Rc<Self>) {
        let channel = SessionChannel {
            sender: None,
            sessions: Rc::clone(self),
        };
        if let Some(session) = self.session(channel) {
            self.entry.set(session);
        }
    }

    /// Handles messages while `flag` is set and the program is not stopped. The time does not count
    /// for the time limit.
    fn run_while(self: &Rc<Self>, flag: &Cell<bool>) {
        let _paused = self.stop.suspend_clock();
        while flag.get() {
            if self.stop.reason().is_some() {
                flag.set(false);
                self.end_all();
                return;
            }
            if let Some(message) = self.mailbox.wait(INTERVAL) {
                self.handle(message);
            }
        }
    }

    /// Ends all sessions, which also ends a pause.
    fn end_all(&self) {
        self.entry.remove();
        let open = std::mem::take(&mut *self.open.borrow_mut());
        for session in open.values() {
            dispatch(session, DISABLE);
        }
    }
}

const DISABLE: &str = r#"{"id":0,"method":"Debugger.disable"}"#;

/// Sends JSON to V8, which answers before this returns.
pub fn dispatch(session: &V8InspectorSession, text: &str) {
    if text.is_ascii() {
        session.dispatch_protocol_message(StringView::from(text.as_bytes()));
    } else {
        let units: Vec<u16> = text.encode_utf16().collect();
        session.dispatch_protocol_message(StringView::from(&units[..]));
    }
}

struct Client(Rc<Sessions>);

impl V8InspectorClientImpl for Client {
    fn run_message_loop_on_pause(&self, _group: i32) {
        self.0.is_paused.set(true);
        // V8 ends the pause if no other session asked for breakpoints.
        self.0.entry.remove();
        self.0.run_while(&self.0.is_paused);
    }

    fn quit_message_loop_on_pause(&self) {
        self.0.is_paused.set(false);
    }

    fn run_if_waiting_for_debugger(&self, _group: i32) {
        self.0.is_waiting.set(false);
    }

    fn ensure_default_context_in_group(&self, _group: i32) -> Option<v8::Local<'_, v8::Context>> {
        // SAFETY: V8 calls this on the isolate's thread, inside of a handle scope of its own, in
        // which the handle stays valid.
        unsafe {
            let mut isolate = v8::Isolate::from_raw_isolate_ptr(self.0.isolate);
            v8::callback_scope!(unsafe scope, &mut isolate);
            let context = v8::Local::new(scope, &self.0.context);
            Some(context.extend_lifetime_unchecked())
        }
    }
}

/// Passes what V8 says to one debugger.
struct SessionChannel {
    /// `None` for the session of the entry breakpoint.
    sender: Option<SessionSender>,
    sessions: Rc<Sessions>,
}

impl SessionChannel {
    fn send(&self, message: &v8::UniquePtr<StringBuffer>) {
        let (Some(sender), Some(message)) = (&self.sender, message.as_ref()) else {
            return;
        };
        let text = message.string().to_string();
        let is_hidden = self.sessions.is_capturing.get()
            && text.starts_with(r#"{"method":"Debugger.scriptParsed""#);
        // The answer of `DISABLE` has no request.
        if !is_hidden && !text.starts_with(r#"{"id":0,"#) {
            sender.send(text);
        }
    }
}

impl ChannelImpl for SessionChannel {
    fn send_response(&self, call: i32, message: v8::UniquePtr<StringBuffer>) {
        match (&self.sender, message.as_ref()) {
            (None, Some(text)) => self
                .sessions
                .entry
                .response(call, &text.string().to_string()),
            _ => self.send(&message),
        }
    }

    fn send_notification(&self, message: v8::UniquePtr<StringBuffer>) {
        match (&self.sender, message.as_ref()) {
            (None, Some(text)) => self.sessions.entry.notification(&text.string().to_string()),
            _ => self.send(&message),
        }
    }

    fn flush_protocol_notifications(&self) {}
}
