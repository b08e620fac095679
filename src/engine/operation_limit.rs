//! Limits concurrent provider operations (`--parallel`) and records when the last event was emitted.

use parking_lot::Mutex;

use tokio::sync::{AcquireError, Semaphore, SemaphorePermit};
use tokio::time::Instant;

/// Limits the number of concurrent provider operations, and records when the last event was
/// emitted.
pub struct OperationLimit {
    permits: Semaphore,
    parallel: usize,
    last_event: Mutex<Instant>,
}

impl OperationLimit {
    /// At most `parallel` operations run concurrently; at least one.
    pub fn new(parallel: usize) -> Self {
        let parallel = parallel.clamp(1, Semaphore::MAX_PERMITS);
        Self {
            permits: Semaphore::new(parallel),
            parallel,
            last_event: Mutex::new(Instant::now()),
        }
    }

    /// Waits for a permit to begin an operation, which lasts as long as the permit. An error means
    /// that the run is stopping.
    pub async fn begin_operation(&self) -> Result<SemaphorePermit<'_>, AcquireError> {
        self.permits.acquire().await
    }

    /// Prevents new operations.
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
        *self.last_event.lock() = Instant::now();
    }

    /// The time of the last event: now, while an operation runs.
    pub fn latest(&self) -> Instant {
        match self.has_operations() {
            true => Instant::now(),
            false => *self.last_event.lock(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn time_passes_only_without_operations_and_events() {
        let operation_limit = OperationLimit::new(0);
        let begun = operation_limit.latest();
        assert_eq!(operation_limit.latest(), begun);
        let operation = operation_limit.begin_operation().await.unwrap();
        assert!(operation_limit.has_operations());
        let now = Instant::now();
        assert!(operation_limit.latest() >= now);
        drop(operation);
        assert_eq!(operation_limit.latest(), begun);
        operation_limit.note_event();
        assert!(operation_limit.latest() >= now);
        assert!(!operation_limit.is_closed());
        operation_limit.close();
        assert!(operation_limit.is_closed());
        assert!(operation_limit.begin_operation().await.is_err());
    }
}
