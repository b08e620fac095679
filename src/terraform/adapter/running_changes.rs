//! Changes that a provider is asked for, and whether it is to stop.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use lumi_provider::ProviderError;

/// Counts the changes under way. After a stop none begins any more.
#[derive(Default)]
pub struct RunningChanges {
    running: AtomicUsize,
    is_stopping: AtomicBool,
}

/// RAII guard: the change is under way.
pub struct RunningChange<'c>(&'c RunningChanges);

impl RunningChanges {
    /// Counts a change, unless the provider has to stop.
    pub fn begin(&self) -> Result<RunningChange<'_>, ProviderError> {
        // Counted first: a stop sees the change, or the change sees the stop.
        self.running.fetch_add(1, Ordering::SeqCst);
        let change = RunningChange(self);
        match self.is_stopping.load(Ordering::SeqCst) {
            true => Err(ProviderError::failed(
                "the run is stopping; nothing was done",
            )),
            false => Ok(change),
        }
    }

    /// Lets no change begin from now on.
    pub fn stop(&self) {
        self.is_stopping.store(true, Ordering::SeqCst);
    }

    pub fn is_stopping(&self) -> bool {
        self.is_stopping.load(Ordering::SeqCst)
    }

    pub fn is_any(&self) -> bool {
        self.running.load(Ordering::SeqCst) > 0
    }
}

impl Drop for RunningChange<'_> {
    fn drop(&mut self) {
        self.0.running.fetch_sub(1, Ordering::SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_change_begins_after_a_stop() {
        let changes = RunningChanges::default();
        let first = changes.begin().unwrap();
        assert!(changes.is_any());
        changes.stop();
        assert!(changes.begin().is_err());
        assert!(changes.is_any());
        drop(first);
        assert!(!changes.is_any());
    }
}
