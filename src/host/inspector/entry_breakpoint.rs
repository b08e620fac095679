//! The breakpoint of `--inspect-brk`: it stands before the first statement of the entry module.
//!
//! A pause on the next statement would stop in the SDK, or in the first module that is imported. A breakpoint at the
//! start of the file would stop in the first function that is declared there, if that is called.

use std::cell::RefCell;

use deno_core::serde_json::{self, Value, json};
use deno_core::v8::inspector::V8InspectorSession;

use super::debugger::dispatch;

/// The number of the request for places in the entry module.
const PLACES: i32 = 2;

/// A session that waits for the entry module.
pub struct EntryBreakpoint {
    url: String,
    session: RefCell<Option<V8InspectorSession>>,
}

impl EntryBreakpoint {
    pub fn new(url: &str) -> Self {
        Self {
            url: url.to_owned(),
            session: RefCell::default(),
        }
    }

    pub fn set(&self, session: V8InspectorSession) {
        *self.session.borrow_mut() = Some(session);
        self.request(&json!({ "id": 1, "method": "Debugger.enable" }));
    }

    /// Asks for the places of the entry module, once V8 has parsed it, that are in no inner function.
    pub fn notification(&self, text: &str) {
        if !text.starts_with(r#"{"method":"Debugger.scriptParsed""#) {
            return;
        }
        let Some(script) = parameters(text).filter(|it| it["url"] == *self.url) else {
            return;
        };
        let start = json!({ "scriptId": script["scriptId"], "lineNumber": 0, "columnNumber": 0 });
        self.request(&json!({
            "id": PLACES,
            "method": "Debugger.getPossibleBreakpoints",
            "params": { "start": start, "restrictToFunction": true },
        }));
    }

    /// Sets the breakpoint at the first of the places.
    pub fn response(&self, request: i32, text: &str) {
        if request != PLACES {
            return;
        }
        let answer: Value = serde_json::from_str(text).unwrap_or_default();
        let place = &answer["result"]["locations"][0];
        self.request(&match place {
            Value::Null => json!({
                "id": 3,
                "method": "Debugger.setBreakpointByUrl",
                "params": { "url": self.url, "lineNumber": 0, "columnNumber": 0 },
            }),
            place => json!({
                "id": 3,
                "method": "Debugger.setBreakpoint",
                "params": { "location": place },
            }),
        });
    }

    fn request(&self, message: &Value) {
        if let Some(session) = &*self.session.borrow() {
            dispatch(session, &message.to_string());
        }
    }

    /// Removes the breakpoint. The pause continues for the attached debuggers.
    pub fn remove(&self) {
        let session = self.session.borrow_mut().take();
        if let Some(session) = session {
            dispatch(&session, r#"{"id":4,"method":"Debugger.disable"}"#);
        }
    }
}

/// The parameters of a notification.
fn parameters(text: &str) -> Option<Value> {
    let mut message: Value = serde_json::from_str(text).ok()?;
    Some(message["params"].take())
}
