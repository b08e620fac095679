//! Limits concurrent provider operations (`--parallel`) and records when the last event was emitted.

use std::sync::{Mutex, PoisonError};

use tokio::sync::{AcquireError, Semaphore, SemaphorePermit};
use tokio::time::Instant;

/// Counts the operations of providers, of which only some may run at the same time, and notes when
/// something was last reported.
pub struct Activity {
    permits: Semaphore,
    parallel: usize,
    last_event: Mutex<Instant>,
}

impl Activity {
    /// `parallel` operations may run at the same time; at least one.
    pub fn new(parallel: usize) -> Self {
        let parallel = parallel.clamp(1, Semaphore::MAX_PERMITS);
        Self {
            permits: Semaphore::new(parallel),
            parallel,
            last_event: Mutex::new(Instant::now()),
        }
    }

    /// Waits until an operation may begin; it lasts as long as the answer is there. An error means
    /// that nothing more is begun.
    pub async fn begin_operation(&self) -> Result<SemaphorePermit<'_>, AcquireError> {
        self.permits.acquire().await
    }

    /// No more operations begin.
    pub fn close(&self) {
        self.permits.close();
    }

    pub fn is_closed(&self) -> bool {
        self.permits.is_closed()
    }

    pub fn has_operations(&self) -> bool {
        self.permits.available_permits() < self.parallel
    }

    pub fn note_event(&self) {
        *self
            .last_event
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    /// When something last happened: now, while an operation goes on.
    pub fn latest(&self) -> Instant {
        match self.has_operations() {
            true => Instant::now(),
            false => *self
                .last_event
                .lock()
                .unwrap_or_else(PoisonError::into_inner),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn time_passes_only_without_operations_and_events() {
        let activity = Activity::new(0);
        let begun = activity.latest();
        assert_eq!(activity.latest(), begun);
        let operation = activity.begin_operation().await.unwrap();
        assert!(activity.has_operations());
        let now = Instant::now();
        assert!(activity.latest() >= now);
        drop(operation);
        assert_eq!(activity.latest(), begun);
        activity.note_event();
        assert!(activity.latest() >= now);
        assert!(!activity.is_closed());
        activity.close();
        assert!(activity.is_closed());
        assert!(activity.begin_operation().await.is_err());
    }
}
