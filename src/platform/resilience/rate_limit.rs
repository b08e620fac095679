//! The number of calls in some time.

use std::time::{Duration, Instant};

use super::policy::RateLimitPolicy;

/// A bucket of tokens: each call takes one, and they come back evenly over time.
#[derive(Debug)]
pub struct RateLimit {
    policy: RateLimitPolicy,
    /// At most `policy.calls`.
    tokens: f64,
    filled: Option<Instant>,
}

impl RateLimit {
    pub fn new(policy: RateLimitPolicy) -> Self {
        Self {
            policy,
            tokens: f64::from(policy.calls.get()),
            filled: None,
        }
    }

    /// Admits a call, or returns the time until the next one is admitted.
    pub fn admit(&mut self, now: Instant) -> Result<(), Duration> {
        let calls = f64::from(self.policy.calls.get());
        let interval = self.policy.per.div_f64(calls);
        let passed = self
            .filled
            .map_or(Duration::ZERO, |it| now.saturating_duration_since(it));
        self.tokens = (self.tokens + passed.as_secs_f64() / interval.as_secs_f64()).min(calls);
        self.filled = Some(now);
        // Half a nanosecond is lost to rounding.
        if self.tokens < 1.0 - 1e-6 {
            return Err(interval.mul_f64(1.0 - self.tokens));
        }
        self.tokens -= 1.0;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use proptest::prelude::*;

    use super::*;

    fn limit(calls: u32) -> RateLimit {
        RateLimit::new(RateLimitPolicy {
            calls: NonZeroU32::new(calls).unwrap(),
            per: Duration::from_secs(1),
        })
    }

    #[test]
    fn calls_beyond_the_limit_wait_for_a_token() {
        let (mut it, now) = (limit(2), Instant::now());
        assert_eq!((it.admit(now), it.admit(now)), (Ok(()), Ok(())));
        let pause = it.admit(now).unwrap_err();
        assert_eq!(pause, Duration::from_millis(500));
        assert!(it.admit(now + pause / 2).is_err());
        assert_eq!(it.admit(now + pause), Ok(()));
        // Tokens do not pile up.
        let later = now + Duration::from_secs(100);
        assert!(it.admit(later).is_ok() && it.admit(later).is_ok() && it.admit(later).is_err());
    }

    proptest! {
        #[test]
        fn in_a_second_at_most_twice_the_limit_is_admitted(calls in 1_u32..20, steps in prop::collection::vec(0_u64..200, 1..200)) {
            let (mut it, start) = (limit(calls), Instant::now());
            let (mut now, mut admitted) = (start, 0);
            for step in steps {
                now += Duration::from_millis(step);
                admitted += u32::from(it.admit(now).is_ok());
            }
            let seconds = (now - start).as_secs_f64();
            prop_assert!(f64::from(admitted) <= f64::from(calls) * (seconds + 1.0) + 1.0);
        }
    }
}
