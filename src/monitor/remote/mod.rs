//! Monitors across processes, both ends: a program talks to a [`RemoteMonitor`] as if the engine were
//! here, and a [`MonitorService`] hands what comes in to the monitor that is.
//!
//! | module | |
//! |---|---|
//! | `remote_monitor` | the program's end |
//! | `monitor_service` | the engine's end |
//! | `sequencer` | calls are taken in the order in which they were sent |
//! | `code_message` | the code of provider objects as messages and back |
//! | `goal_message` | goals as messages and back |
//! | `failure` | errors as statuses and back |
//!
//! Nothing waits for a round trip that would not wait for the engine: a call is on its way as soon as
//! it is made, and answers come in any order. HTTP/2 may deliver a later call before an earlier one,
//! and a registration must not overtake one that it names: so calls are numbered.

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
