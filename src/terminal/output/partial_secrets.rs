//! Holds back the beginning of a secret at the end of what a program prints, until the rest comes:
//! a program may print a secret in several pieces.

use std::sync::Arc;

use lumi_host::{Event, EventSink, LogLevel};
use parking_lot::Mutex;

use super::redaction;

/// The text that is held back. It is process-wide, as the secrets are.
static HELD: Mutex<String> = Mutex::new(String::new());

/// Takes the text that is held back, because something else is printed.
pub fn take() -> Option<String> {
    let mut held = HELD.lock();
    (!held.is_empty()).then(|| std::mem::take(&mut *held))
}

fn hold(text: String) {
    *HELD.lock() = text;
}

/// Passes events on. Whole lines are never held back.
pub fn sink(events: EventSink) -> EventSink {
    Arc::new(move |event| match event {
        Event::Console { level, text: more } => {
            let mut text = take().unwrap_or_default();
            text.push_str(&more);
            let rest = text.split_off(text.len() - redaction::open_end(&text));
            if !text.is_empty() {
                events(Event::Console { level, text });
            }
            hold(rest);
        }
        // Known before the program can print them.
        Event::Secrets(texts) => redaction::add_texts(texts),
        event => {
            if let Some(text) = take() {
                let level = LogLevel::Info;
                events(Event::Console { level, text });
            }
            events(event);
        }
    })
}
