//! Counts running work and refuses new work after shutdown has begun.

use std::sync::Arc;

use tokio::sync::watch;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct State {
    closed: bool,
    running: usize,
}

/// Tracks all work that calls functions. Cheap to clone.
#[derive(Clone)]
pub struct TaskTracker {
    state: Arc<watch::Sender<State>>,
}

/// RAII guard of a running piece of work.
pub struct TaskToken(Arc<watch::Sender<State>>);

impl Drop for TaskToken {
    fn drop(&mut self) {
        self.0.send_modify(|it| it.running -= 1);
    }
}

impl TaskTracker {
    pub fn new() -> Self {
        Self {
            state: Arc::new(watch::Sender::new(State::default())),
        }
    }

    /// Begins independent work; `None` once the gate is closed.
    pub fn enter(&self) -> Option<TaskToken> {
        let entered = self.state.send_if_modified(|it| {
            it.running += usize::from(!it.closed);
            !it.closed
        });
        entered.then(|| TaskToken(Arc::clone(&self.state)))
    }

    /// Begins work on behalf of running work, such as a function that uses the platform.
    pub fn enter_within(&self) -> TaskToken {
        self.state.send_modify(|it| it.running += 1);
        TaskToken(Arc::clone(&self.state))
    }

    pub fn close(&self) {
        self.state.send_modify(|it| it.closed = true);
    }

    pub fn is_closed(&self) -> bool {
        self.state.borrow().closed
    }

    /// Completes once the gate is closed.
    pub async fn closed(&self) {
        self.wait(|it| it.closed).await;
    }

    /// Completes once the gate is closed and all work is done.
    pub async fn quiet(&self) {
        self.wait(|it| it.closed && it.running == 0).await;
    }

    async fn wait(&self, is_so: impl Fn(&State) -> bool) {
        let mut state = self.state.subscribe();
        // The sender lives as long as `self`.
        let _ = state.wait_for(is_so).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn quiet_completes_when_all_tasks_have_ended() {
        let tracker = TaskTracker::new();
        let task = tracker.enter().unwrap();
        tracker.close();
        assert!(tracker.enter().is_none());
        tracker.closed().await;
        let within = tracker.enter_within();
        drop(task);
        let waiting = tokio::spawn({
            let tracker = tracker.clone();
            async move { tracker.quiet().await }
        });
        tokio::task::yield_now().await;
        assert!(!waiting.is_finished());
        drop(within);
        waiting.await.unwrap();
    }
}
