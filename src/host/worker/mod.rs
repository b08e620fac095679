//! Runs a function in a separate process, so that a fatal error of V8 ends only that process.
//!
//! The process reads [`WorkerRequest`]s from standard input and writes [`Report`]s to standard output, each
//! a [`Frame`]. It confines itself before V8 starts.
//!
//! | module | |
//! |---|---|
//! | `settings` | the function of a worker, and its permissions |
//! | `frame` | bytes to frames and back |
//! | `message` | requests and reports as frames |
//! | `debugged_requests` | the pipe of requests while a debugger may pause the function |
//! | `pipes` | both pipes on the worker's side |
//! | `serving` | the event loop that answers calls |

mod debugged_requests;
mod frame;
#[cfg(any(test, fuzzing))]
mod fuzzing;
mod message;
mod pipes;
mod serving;
mod settings;

pub use frame::{Decoder, FrameError};
#[cfg(fuzzing)]
pub use fuzzing::worker_messages;
pub use message::{MAX_REPORT, Report, WorkerRequest};
pub use pipes::{ReportWriter, RequestReader};
pub use serving::{ServeError, serve};
pub use settings::WorkerSettings;
