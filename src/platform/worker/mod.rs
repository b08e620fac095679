//! Processes that run functions.
//!
//! | module | |
//! |---|---|
//! | `backoff` | delays restarts of a function whose process keeps dying |
//! | `debugger_relay` | debuggers of a function: the platform's side of their connections |
//! | `exit_reason` | describes why a process ended |
//! | `process` | a worker from the platform's side: sends calls to a process and receives results; when it releases memory, and when it ends |
//! | `spawner` | starts worker processes |
//! | `worker_child` | the process of a worker, which takes everything that it started with it |

mod backoff;
mod debugger_relay;
mod exit_reason;
mod process;
mod spawner;
mod worker_child;

pub use backoff::Backoff;
pub use debugger_relay::WorkerInspection;
pub use process::{WorkerGone, WorkerProcess, WorkerStart};
pub use spawner::{Program, Spawner};
