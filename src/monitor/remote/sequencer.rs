//! Processes calls in the order in which they were sent, regardless of the order in which they
//! arrive.

use std::collections::HashMap;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::oneshot;
use tokio::time::timeout;

use lumi_rpc::CallError;

/// The maximum number of queued calls, far above what a program needs.
const MAX_WAITING: usize = 1 << 20;

/// The time that a call waits for a missing earlier one while no other call gets its turn.
const STARTUP_TIMEOUT: Duration = Duration::from_secs(60);

/// Orders calls by their numbers, which start at 1.
pub struct Sequencer {
    state: Mutex<State>,
    startup_timeout: Duration,
}

struct State {
    next: u64,
    waiting: HashMap<u64, oneshot::Sender<()>>,
}

/// The turn of one call, which ends on drop.
pub struct SequencePermit<'a> {
    sequencer: &'a Sequencer,
    number: u64,
}

impl Default for Sequencer {
    fn default() -> Self {
        Self::with_patience(STARTUP_TIMEOUT)
    }
}

impl Sequencer {
    fn with_patience(startup_timeout: Duration) -> Self {
        let state = Mutex::new(State {
            next: 1,
            waiting: HashMap::new(),
        });
        Self {
            state,
            startup_timeout,
        }
    }

    /// The number of the missing call that others wait for, if there is one.
    pub fn missing(&self) -> Option<u64> {
        let state = self.state.lock();
        let is_waiting = state.waiting.values().any(|it| !it.is_closed());
        is_waiting.then_some(state.next)
    }

    /// Waits until all calls with a smaller number have had their turn; 0 does not wait.
    pub async fn wait(&self, number: u64) -> Result<SequencePermit<'_>, CallError> {
        if number == 0 {
            let sequencer = self;
            return Ok(SequencePermit { sequencer, number });
        }
        let (turn, mut waiting) = {
            let mut state = self.state.lock();
            if number < state.next || state.waiting.contains_key(&number) {
                let message = format!("the sequence number {number} was used before");
                return Err(CallError::malformed(message));
            }
            if state.waiting.len() >= MAX_WAITING {
                let message = "too many calls wait for one with a smaller sequence number";
                return Err(CallError::malformed(message));
            }
            let (ready, waiting) = oneshot::channel();
            if number > state.next {
                state.waiting.insert(number, ready);
            } else {
                // The receiver is awaited below.
                let _ = ready.send(());
            }
            let sequencer = self;
            // A cancelled caller drops its receiver before its turn.
            (SequencePermit { sequencer, number }, waiting)
        };
        loop {
            let before = self.state.lock().next;
            // The sender is dropped only with the sequencer.
            if timeout(self.startup_timeout, &mut waiting).await.is_ok() {
                return Ok(turn);
            }
            let mut state = self.state.lock();
            if state.next == before {
                state.waiting.remove(&number);
                return Err(CallError::malformed(missing_call(before)));
            }
        }
    }
}

/// The error for a missing call.
pub fn missing_call(number: u64) -> String {
    format!(
        "the call with the sequence number {number} never came, so calls with larger numbers were \
         not handled; numbers start at 1, without gaps"
    )
}

impl Drop for SequencePermit<'_> {
    fn drop(&mut self) {
        let mut state = self.sequencer.state.lock();
        // The call has no number, or was cancelled before its turn.
        if self.number != state.next {
            return;
        }
        loop {
            state.next += 1;
            let next = state.next;
            let Some(ready) = state.waiting.remove(&next) else {
                return;
            };
            // Skips the number of a cancelled caller.
            if ready.send(()).is_ok() {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[tokio::test]
    async fn calls_come_in_the_order_of_their_numbers() {
        let sequencer = Arc::new(Sequencer::default());
        let order: Arc<Mutex<Vec<u64>>> = Arc::default();
        let calls = [5, 2, 4, 3, 1].map(|number| {
            let (sequencer, order) = (Arc::clone(&sequencer), Arc::clone(&order));
            tokio::spawn(async move {
                let turn = sequencer.wait(number).await.unwrap();
                order.lock().push(number);
                drop(turn);
            })
        });
        for call in calls {
            call.await.unwrap();
        }
        assert_eq!(*order.lock(), [1, 2, 3, 4, 5]);
        assert!(sequencer.wait(3).await.is_err());
        drop(sequencer.wait(0).await.unwrap());
    }

    #[tokio::test]
    async fn a_closed_connection_delays_no_other() {
        let sequencer = Sequencer::default();
        let first = sequencer.wait(1).await.unwrap();
        {
            let mut second = Box::pin(sequencer.wait(2));
            assert!(is_waiting(&mut second).await);
        }
        drop(first);
        drop(sequencer.wait(3).await.unwrap());
    }

    #[tokio::test]
    async fn a_gap_is_an_error_and_not_silence() {
        let sequencer = Sequencer::with_patience(Duration::from_millis(20));
        drop(sequencer.wait(1).await.unwrap());
        let error = sequencer.wait(3).await.err().unwrap();
        let message = &error.message;
        assert!(
            message.contains("sequence number 2 never came"),
            "{message}"
        );
        assert_eq!(sequencer.missing(), None);
        {
            let mut fourth = Box::pin(sequencer.wait(4));
            assert!(is_waiting(&mut fourth).await);
            assert_eq!(sequencer.missing(), Some(2));
        }
        assert_eq!(sequencer.missing(), None);
        drop(sequencer.wait(2).await.unwrap());
    }

    async fn is_waiting<F: Future + Unpin>(future: &mut F) -> bool {
        std::future::poll_fn(|context| {
            let poll = std::pin::Pin::new(&mut *future).poll(context);
            std::task::Poll::Ready(poll.is_pending())
        })
        .await
    }
}
