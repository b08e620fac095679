//! The time without reports from a worker.

use std::time::{Duration, Instant};

/// The idle time after which the platform asks a worker to release memory.
const MEMORY_RELEASE_DELAY: Duration = Duration::from_secs(3);
/// The idle time after which a worker ends. The next call starts another one.
const IDLE: Duration = Duration::from_secs(300);

#[derive(Clone, Copy)]
pub struct IdleTimer {
    since: Instant,
    /// Whether the worker was asked to release memory.
    pub is_resting: bool,
}

impl IdleTimer {
    pub fn active() -> Self {
        Self {
            since: Instant::now(),
            is_resting: false,
        }
    }

    pub fn resting() -> Self {
        Self {
            is_resting: true,
            ..Self::active()
        }
    }

    pub fn end(self) -> Instant {
        self.since
            + match self.is_resting {
                true => IDLE,
                false => MEMORY_RELEASE_DELAY,
            }
    }

    pub fn is_due(self) -> bool {
        self.end() <= Instant::now()
    }
}
