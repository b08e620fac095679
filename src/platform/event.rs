//! What happens on a platform, as data: `cli` prints it.

use std::sync::Arc;
use std::time::Duration;

use lumi_host as host;

use super::error::CallFailure;

#[derive(Debug)]
pub enum Event {
    /// A function was found, or is not there any more.
    Function { name: String, change: Change },
    /// A request was answered. `path` is as the client wrote it, without its query.
    Request {
        method: String,
        path: String,
        status: u16,
        duration: Duration,
        /// The function that answered.
        function: Option<String>,
        /// A function used the platform, and got what it wanted.
        is_internal: bool,
    },
    /// Functions are held to these limits of the kernel.
    Confined(host::Active),
    /// A message or a schedule went well; `what` as in `Failed`.
    Done {
        function: String,
        what: String,
        duration: Duration,
    },
    /// What a function wrote or logged.
    Output {
        function: String,
        event: host::Event,
    },
    /// A call failed. `what` says which, such as `GET /todos` or `message … of queue jobs`.
    Failed {
        function: String,
        what: String,
        failure: CallFailure,
    },
    /// A message was given up.
    Dead {
        queue: String,
        id: String,
        function: String,
    },
    /// Something cannot be used as it is; a sentence.
    Problem(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    Added,
    Changed,
    Removed,
}

/// Takes events on any thread; must not block for long.
pub type EventSink = Arc<dyn Fn(Event) + Send + Sync>;
