//! Processes that run functions.

mod backoff;
mod exit_reason;
mod process;
mod spawner;

pub use backoff::Backoff;
pub use process::{WorkerGone, WorkerProcess};
pub use spawner::{Program, Spawner};
