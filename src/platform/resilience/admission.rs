//! Whether a function may be called now.

use std::time::{Duration, Instant};

use parking_lot::Mutex;
use thiserror::Error;

use super::circuit_breaker::CircuitBreaker;
use super::policy::Policy;
use super::rate_limit::RateLimit;

/// The circuit breaker and the rate limit of a function.
pub struct Admission {
    state: Mutex<State>,
}

struct State {
    breaker: Option<CircuitBreaker>,
    rate: Option<RateLimit>,
}

/// The reason why a call is refused, with the time after which another may be admitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    #[error("the function has failed repeatedly, so its circuit breaker refuses calls for a time")]
    Open(Duration),
    #[error("the function is called more often than its rate limit allows")]
    TooMany(Duration),
}

impl Refusal {
    pub fn pause(self) -> Duration {
        match self {
            Self::Open(pause) | Self::TooMany(pause) => pause,
        }
    }
}

impl Admission {
    pub fn new(policy: &Policy) -> Self {
        Self {
            state: Mutex::new(State {
                breaker: policy.circuit_breaker.map(CircuitBreaker::new),
                rate: policy.rate_limit.map(RateLimit::new),
            }),
        }
    }

    /// Admits a call.
    pub fn admit(&self, now: Instant) -> Result<Admitted<'_>, Refusal> {
        let State { breaker, rate } = &mut *self.state.lock();
        if let Some(breaker) = breaker {
            breaker.admit(now).map_err(Refusal::Open)?;
        }
        let admitted = rate.as_mut().map_or(Ok(()), |it| it.admit(now));
        if admitted.is_err()
            && let Some(breaker) = breaker
        {
            breaker.withdraw();
        }
        admitted.map_err(Refusal::TooMany)?;
        Ok(Admitted {
            admission: self,
            is_settled: false,
        })
    }

    /// Admits a call as soon as that is possible.
    pub async fn wait(&self) -> Admitted<'_> {
        loop {
            match self.admit(Instant::now()) {
                Ok(admitted) => return admitted,
                Err(refusal) => tokio::time::sleep(refusal.pause()).await,
            }
        }
    }
}

/// A call that was admitted. One that is abandoned, as its client has left, says nothing about the function.
pub struct Admitted<'a> {
    admission: &'a Admission,
    is_settled: bool,
}

impl Admitted<'_> {
    pub fn settle(mut self, has_succeeded: bool, now: Instant) {
        self.is_settled = true;
        if let Some(breaker) = &mut self.admission.state.lock().breaker {
            breaker.settle(has_succeeded, now);
        }
    }
}

impl Drop for Admitted<'_> {
    fn drop(&mut self) {
        if !self.is_settled
            && let Some(breaker) = &mut self.admission.state.lock().breaker
        {
            breaker.withdraw();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_limits_hold() {
        let policy = r#"{ "rateLimit": { "calls": 1, "seconds": 1 }, "circuitBreaker": { "failures": 1, "pause": 5 } }"#;
        let it = Admission::new(&serde_json::from_str(policy).unwrap());
        let now = Instant::now();
        let first = it.admit(now).ok().unwrap();
        assert!(matches!(it.admit(now), Err(Refusal::TooMany(_))));
        first.settle(false, now);
        assert!(matches!(it.admit(now), Err(Refusal::Open(_))));
        assert!(it.admit(now + Duration::from_secs(5)).is_ok());
    }

    #[test]
    fn a_call_that_is_abandoned_lets_another_one_try() {
        let policy = r#"{ "circuitBreaker": { "failures": 1, "pause": 5 } }"#;
        let it = Admission::new(&serde_json::from_str(policy).unwrap());
        let now = Instant::now();
        it.admit(now).ok().unwrap().settle(false, now);
        let later = now + Duration::from_secs(5);
        let trying = it.admit(later);
        assert!(trying.is_ok() && it.admit(later).is_err());
        drop(trying);
        assert!(it.admit(later).is_ok());
    }
}
