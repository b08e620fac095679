//! Processes that run functions.
//!
//! | module | |
//! |---|---|
//! | `backoff` | delays restarts of a function whose process keeps dying |
//! | `body_stream` | the body of an answer that a process sends in parts |
//! | `calls` | the calls that run in one process |
//! | `debugger_relay` | debuggers of a function: the platform's side of their connections |
//! | `exit_reason` | describes why a process ended |
//! | `idle_timer` | when a worker releases memory, and when it ends |
//! | `process` | a worker from the platform's side: sends calls to a process and receives results |
//! | `processor_time` | the processor time of a process |
//! | `request_body` | the body of a request that goes to a process in parts |
//! | `spawner` | starts worker processes |
//! | `worker_child` | the process of a worker, which takes everything that it started with it |

mod backoff;
mod body_stream;
mod calls;
mod debugger_relay;
mod exit_reason;
mod idle_timer;
mod process;
mod processor_time;
mod request_body;
mod spawner;
mod worker_child;

pub use backoff::Backoff;
pub use body_stream::BodyStream;
pub use calls::{Call, CallAnswer, WorkerGone};
pub use debugger_relay::WorkerInspection;
pub use process::{WorkerProcess, WorkerStart};
pub use request_body::RequestBody;
pub use spawner::{Program, Spawner};
