//! `console`.

use deno_core::{OpState, op2};

use crate::host::event::Event;

use super::session::Session;

/// Takes finished text; formatting is the web extension's.
#[op2(fast)]
pub fn op_lumi_print(state: &mut OpState, #[string] text: &str) {
    let session = Session::from_state(state);
    let events = session.borrow().events.clone();
    events(Event::Console {
        text: text.to_owned(),
    });
}
