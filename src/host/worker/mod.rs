//! Runs a function in a separate process, so that a fatal error of V8 ends only that process.
//!
//! The process reads [`WorkerRequest`]s from standard input and writes [`Report`]s to standard output, each
//! a [`Frame`]. It confines itself before V8 starts.
//!
//! | module | |
//! |---|---|
//! | `settings` | the function of a worker, and its permissions |
//! | `frame` | bytes to frames and back |
//! | `http_message` | requests of HTTP and their answers, as bytes |
//! | `body_message` | bodies in parts, both ways |
//! | `call_context` | the place of a call in the work that it is a part of |
//! | `message` | requests and reports as frames |
//! | `debugged_requests` | the pipe of requests while a debugger may pause the function |
//! | `pipes` | both pipes on the worker's side |
//! | `serving` | the event loop that answers calls |

mod body_message;
mod call_context;
mod debugged_requests;
mod frame;
#[cfg(any(test, fuzzing))]
mod fuzzing;
mod http_message;
mod message;
mod pipes;
mod serving;
mod settings;

pub use body_message::{BodyMessage, STREAM_ROOM};
pub use call_context::CallContext;
pub use frame::{Decoder, FrameError};
#[cfg(fuzzing)]
pub use fuzzing::worker_messages;
pub use http_message::{Content, HttpAnswer, HttpRequest, RequestHead};
pub use message::{MAX_REPORT, Report, WorkerRequest};
pub use pipes::{ReportWriter, RequestReader};
pub use serving::{ServeError, serve};
pub use settings::WorkerSettings;
