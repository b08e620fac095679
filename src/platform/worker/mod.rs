//! Processes that run functions.

mod backoff;
mod death;
mod process;
mod spawner;

pub use backoff::Backoff;
pub use process::{Lost, WorkerProcess};
pub use spawner::{Program, Spawner};
