//! The breakpoint of `--inspect-brk`: it stands before the first statement of the entry module.
//!
//! A pause on the next statement would stop in the SDK, or in the first module that is imported.

use std::cell::RefCell;

use deno_core::serde_json::json;
use deno_core::v8::inspector::V8InspectorSession;

use super::debugger::dispatch;

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
        dispatch(&session, r#"{"id":1,"method":"Debugger.enable"}"#);
        let place = json!({
            "id": 2,
            "method": "Debugger.setBreakpointByUrl",
            "params": { "url": self.url, "lineNumber": 0, "columnNumber": 0 },
        });
        dispatch(&session, &place.to_string());
        *self.session.borrow_mut() = Some(session);
    }

    /// Removes the breakpoint. The pause continues for the attached debuggers.
    pub fn remove(&self) {
        let session = self.session.borrow_mut().take();
        if let Some(session) = session {
            dispatch(&session, r#"{"id":3,"method":"Debugger.disable"}"#);
        }
    }
}
