//! The work that a call is a part of.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use hyper::header::HeaderMap;

use crate::telemetry::TraceContext;

/// Headers of requests of functions, besides `traceparent` (`js/lumi/cloud/local/service.ts`).
const DEADLINE: &str = "lumi-deadline";
const RETRIED: &str = "lumi-retried";

/// The facts that travel from work to the calls that it makes.
#[derive(Clone, Copy, Debug)]
pub struct CallOrigin {
    pub span: TraceContext,
    /// The time at which nothing waits for the result any more, in milliseconds since the epoch.
    pub deadline: Option<u64>,
    /// Whether the work comes again if it fails.
    pub is_retried: bool,
}

impl CallOrigin {
    /// Work that begins here.
    pub fn new(span: TraceContext) -> Self {
        Self {
            span,
            deadline: None,
            is_retried: false,
        }
    }

    /// A request of a function.
    pub fn of_function(span: TraceContext, headers: &HeaderMap) -> Self {
        let text = |name| headers.get(name).and_then(|it| it.to_str().ok());
        Self {
            span,
            deadline: text(DEADLINE).and_then(|it| it.parse().ok()),
            is_retried: text(RETRIED) == Some("1"),
        }
    }

    /// The time until the deadline.
    pub fn remaining(self) -> Option<Duration> {
        let now = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        let deadline = self.deadline.map(Duration::from_millis);
        deadline.map(|it| it.saturating_sub(now))
    }
}
