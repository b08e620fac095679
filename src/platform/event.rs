//! Events of a platform, as data: `cli` prints them.

use std::sync::Arc;
use std::time::Duration;

use lumi_host as host;

use super::error::CallFailure;

/// An event of a platform.
#[derive(Debug)]
pub enum Event {
    /// A function was added, changed or removed.
    Function { name: String, change: Change },
    /// A process of a service has changed; `state` is the end of a sentence about the service.
    Service { name: String, state: String },
    /// A request was answered. `path` is that of the client, without the query.
    Request {
        method: String,
        path: String,
        status: u16,
        duration: Duration,
        /// The function that answered.
        function: Option<String>,
        /// Whether a function used a service of the platform successfully.
        is_internal: bool,
    },
    /// The kernel limits of functions.
    Confined(host::Active),
    /// A message or a scheduled call succeeded; `what` as in `Failed`.
    Done {
        function: String,
        what: String,
        duration: Duration,
    },
    /// Output or a log message of a function.
    Output {
        function: String,
        event: host::Event,
    },
    /// A call failed. `what` names it, such as `GET /todos` or `message … of queue jobs`.
    Failed {
        function: String,
        what: String,
        failure: CallFailure,
    },
    /// A message was given up after all retries.
    Dead {
        queue: String,
        id: String,
        function: String,
        /// The queue of dead letters that it is in now; else the folder of dead messages has it.
        letters: Option<String>,
    },
    /// A configuration problem, as a sentence.
    Problem(String),
}

/// A change of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    Added,
    Changed,
    Removed,
}

/// Takes events on any thread; must not block.
pub type EventSink = Arc<dyn Fn(Event) + Send + Sync>;
