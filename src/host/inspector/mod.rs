//! Debuggers of a running program: `--inspect`, over the protocol of Chrome's DevTools.
//!
//! A server on a thread of its own answers HTTP and WebSockets. Each running isolate is a target of
//! the server. Messages of debuggers go into the [`Mailbox`] of the isolate, which its thread reads
//! in the event loop, between statements of running JavaScript, and while it is paused.
//!
//! The server's thread is started before the kernel limits of a program apply to the thread of the
//! program, so these do not hold for it. A function of `lumi closure serve` runs in a process of
//! its own, which opens nothing: the platform has the server, and messages cross with the calls.
//!
//! | module | |
//! |---|---|
//! | `server` | the thread, its HTTP and the list of targets |
//! | `origin` | which requests are refused, because they come from pages |
//! | `web_socket` | one connection of a debugger |
//! | `mailbox` | messages from debuggers to one isolate |
//! | `debugger` | sessions and pauses on the isolate's thread |
//! | `entry_breakpoint` | the pause before the first statement of a program |

mod debugger;
mod entry_breakpoint;
mod mailbox;
mod origin;
mod server;
#[cfg(test)]
mod tests;
mod web_socket;

use std::sync::Arc;

pub use debugger::{Debugger, SharedInspector};
pub use mailbox::Mailbox;
pub use server::{InspectorServer, InspectorTarget, Registration, SessionSender};

/// How a program runs under a debugger.
#[derive(Clone)]
pub struct Inspection {
    pub line: DebuggerLine,
    pub start: InspectionStart,
}

/// The way of messages from debuggers to an isolate.
#[derive(Clone)]
pub enum DebuggerLine {
    /// The isolate becomes a target of a server in this process.
    Server(Arc<InspectorServer>),
    /// The platform has the server, and the worker fills the mailbox.
    Platform(Arc<Mailbox>),
}

/// When the program of an [`Inspection`] begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum InspectionStart {
    /// Without a debugger.
    #[default]
    AtOnce,
    /// Once a debugger has attached and lets the program run.
    Attached,
    /// As [`Attached`](Self::Attached), and pauses before the first statement of the entry module.
    Paused,
}

/// How a worker runs under a debugger of the platform.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct WorkerDebugging {
    pub start: InspectionStart,
    /// The port at which debuggers reach the platform.
    pub port: u16,
}
