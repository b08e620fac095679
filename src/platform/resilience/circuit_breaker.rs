//! Refuses calls of a function that fails repeatedly.

use std::time::{Duration, Instant};

use super::policy::BreakerPolicy;

/// Closed until so many calls have failed in a row; then open for a time; then one call tries whether it is over.
#[derive(Debug)]
pub struct CircuitBreaker {
    policy: BreakerPolicy,
    failures: u32,
    open_until: Option<Instant>,
    /// Whether the call that tries is running.
    is_trying: bool,
}

impl CircuitBreaker {
    pub fn new(policy: BreakerPolicy) -> Self {
        Self {
            policy,
            failures: 0,
            open_until: None,
            is_trying: false,
        }
    }

    /// Admits a call, or returns the time until the next one may be admitted.
    pub fn admit(&mut self, now: Instant) -> Result<(), Duration> {
        let Some(until) = self.open_until else {
            return Ok(());
        };
        if now < until {
            return Err(until - now);
        }
        if self.is_trying {
            return Err(self.policy.pause);
        }
        self.is_trying = true;
        Ok(())
    }

    /// Takes back an admission whose call has not begun.
    pub fn withdraw(&mut self) {
        self.is_trying = false;
    }

    pub fn settle(&mut self, has_succeeded: bool, now: Instant) {
        self.is_trying = false;
        if has_succeeded {
            self.failures = 0;
            self.open_until = None;
            return;
        }
        self.failures = self.failures.saturating_add(1);
        if self.failures >= self.policy.failures.get() {
            self.open_until = Some(now + self.policy.pause);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use super::*;

    const PAUSE: Duration = Duration::from_secs(10);

    fn breaker() -> CircuitBreaker {
        CircuitBreaker::new(BreakerPolicy {
            failures: NonZeroU32::new(2).unwrap(),
            pause: PAUSE,
        })
    }

    #[test]
    fn it_opens_after_failures_in_a_row_and_one_call_tries_again() {
        let (mut it, now) = (breaker(), Instant::now());
        for has_succeeded in [false, true, false, false] {
            it.admit(now).unwrap();
            it.settle(has_succeeded, now);
        }
        assert_eq!(it.admit(now), Err(PAUSE));
        assert_eq!(it.admit(now + PAUSE / 2), Err(PAUSE / 2));
        let later = now + PAUSE;
        assert_eq!(it.admit(later), Ok(()));
        assert!(it.admit(later).is_err());
        it.settle(false, later);
        assert_eq!(it.admit(later), Err(PAUSE));
        it.admit(later + PAUSE).unwrap();
        it.settle(true, later + PAUSE);
        assert_eq!(
            (it.admit(later + PAUSE), it.admit(later + PAUSE)),
            (Ok(()), Ok(()))
        );
    }

    #[test]
    fn a_call_that_was_not_made_lets_another_try() {
        let (mut it, now) = (breaker(), Instant::now());
        it.settle(false, now);
        it.settle(false, now);
        it.admit(now + PAUSE).unwrap();
        it.withdraw();
        assert_eq!(it.admit(now + PAUSE), Ok(()));
    }
}
