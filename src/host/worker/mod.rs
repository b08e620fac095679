//! A function in a separate process: what V8 calls fatal ends that process and nothing else.
//!
//! The process reads [`Order`]s from standard input and writes [`Report`]s to standard output, each a
//! [`Frame`]. It confines itself before V8 starts.
//!
//! | module | |
//! |---|---|
//! | `settings` | what a worker runs, and what that may touch |
//! | `frame` | bytes to frames and back |
//! | `message` | orders and reports as frames |
//! | `pipes` | both ends inside of the worker |
//! | `serving` | the event loop that answers calls |

mod frame;
mod message;
mod pipes;
mod serving;
mod settings;

pub use frame::{Decoder, FrameError};
pub use message::{Order, Report};
pub(super) use pipes::{Orders, Reports};
pub use serving::{ServeError, serve};
pub use settings::WorkerSettings;
