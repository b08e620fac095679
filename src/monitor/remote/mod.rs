//! Monitors across processes: a program calls a [`RemoteMonitor`], and a [`MonitorService`]
//! forwards the calls to the monitor in the engine's process.
//!
//! | module | |
//! |---|---|
//! | `remote_monitor` | the program's end |
//! | `monitor_service` | the engine's end |
//! | `sequencer` | puts calls in the order in which they were sent |
//! | `code_message` | conversion of provider code to messages and back |
//! | `goal_message` | conversion of goals to messages and back |
//! | `failure` | conversion of errors to statuses and back |
//!
//! Calls add no round trips beyond those that wait for the engine: a call is sent at once, and
//! responses arrive in any order. HTTP/2 may deliver a later call before an earlier one, but a
//! registration must come after those that it refers to: so calls are numbered.

mod code_message;
mod failure;
#[cfg(any(test, fuzzing))]
pub mod fuzzing;
mod goal_message;
#[cfg(test)]
mod hostile_tests;
mod monitor_service;
mod remote_monitor;
mod sequencer;
#[cfg(test)]
mod tests;

pub use monitor_service::{
    CallOrder, LogLine, LogSeverity, MonitorLog, MonitorService, ProgramMessage, RunFacts,
};
pub use remote_monitor::RemoteMonitor;
