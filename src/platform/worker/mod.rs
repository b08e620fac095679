//! Processes that run functions.

mod backoff;
mod debugger_relay;
mod exit_reason;
mod process;
mod spawner;

pub use backoff::Backoff;
pub use debugger_relay::WorkerInspection;
pub use process::{WorkerGone, WorkerProcess, WorkerStart};
pub use spawner::{Program, Spawner};
