//! The `resilience` of `function.json`.

use std::num::NonZeroU32;
use std::time::Duration;

use serde::{Deserialize, Deserializer};

use crate::seconds::{optional_seconds, seconds};

/// The number of deliveries of a message without success.
pub const ATTEMPTS: NonZeroU32 = NonZeroU32::new(6).expect("BUG: six is not zero");

/// The limits that a function declares for its calls.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct Policy {
    /// The time limit of a call.
    #[serde(deserialize_with = "optional_seconds")]
    pub timeout: Option<Duration>,
    /// The number of calls at the same time.
    pub concurrency: Option<NonZeroU32>,
    pub rate_limit: Option<RateLimitPolicy>,
    pub circuit_breaker: Option<BreakerPolicy>,
    pub retries: Option<Retries>,
}

/// At most so many calls in so many seconds.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RateLimitPolicy {
    pub calls: NonZeroU32,
    #[serde(rename = "seconds", deserialize_with = "seconds")]
    pub per: Duration,
}

/// After so many failures in a row, calls are refused for a time.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BreakerPolicy {
    pub failures: NonZeroU32,
    #[serde(deserialize_with = "seconds")]
    pub pause: Duration,
}

/// How often, and after which pauses, work is tried again.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct Retries {
    /// The number of attempts, with the first one. `None` leaves it to the source of the work.
    pub attempts: Option<NonZeroU32>,
    /// The pause before the second attempt; doubled for each further one.
    #[serde(deserialize_with = "seconds")]
    pub pause: Duration,
    #[serde(deserialize_with = "seconds")]
    pub max_pause: Duration,
    /// The part of a pause that is random, from 0 to 1, so that what failed together does not come back together.
    #[serde(deserialize_with = "part")]
    pub jitter: f64,
}

impl Default for Retries {
    fn default() -> Self {
        Self {
            attempts: None,
            pause: Duration::from_millis(200),
            max_pause: Duration::from_secs(60),
            jitter: 0.0,
        }
    }
}

impl Retries {
    /// The pause after so many failures. `chance` is a random number from 0 to 1.
    pub fn pause_after(&self, failures: u32, chance: f64) -> Duration {
        let factor = 2_u32.saturating_pow(failures.saturating_sub(1));
        let pause = self.pause.saturating_mul(factor).min(self.max_pause);
        pause.mul_f64(1.0 - self.jitter * chance)
    }
}

fn part<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    let number = f64::deserialize(deserializer)?;
    let problem = || {
        serde::de::Error::custom(format!(
            "the jitter must be a number from 0 to 1, but is {number}"
        ))
    };
    (0.0..=1.0)
        .contains(&number)
        .then_some(number)
        .ok_or_else(problem)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn policies_are_read_and_mistakes_are_explained() {
        let parse = |text: &str| serde_json::from_str::<Policy>(text);
        let all = r#"{ "timeout": 0.5, "concurrency": 2, "rateLimit": { "calls": 10, "seconds": 1 },
            "circuitBreaker": { "failures": 5, "pause": 30 },
            "retries": { "attempts": 3, "pause": 0.1, "maxPause": 1, "jitter": 0.5 } }"#;
        let it = parse(all).unwrap();
        assert_eq!(it.timeout, Some(Duration::from_millis(500)));
        assert_eq!(it.retries.unwrap().max_pause, Duration::from_secs(1));
        assert_eq!(parse("{}").unwrap(), Policy::default());
        for text in [
            r#"{ "timeout": 0 }"#,
            r#"{ "timeout": 1e9 }"#,
            r#"{ "concurrency": 0 }"#,
            r#"{ "concurency": 1 }"#,
            r#"{ "retries": { "jitter": 2 } }"#,
            r#"{ "retries": { "pause": -1 } }"#,
            r#"{ "circuitBreaker": { "failures": 1 } }"#,
        ] {
            assert!(parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn pauses_grow_to_a_limit_and_jitter_shortens_them() {
        let retries = Retries {
            jitter: 0.5,
            max_pause: Duration::from_secs(1),
            ..Retries::default()
        };
        let pauses: Vec<u128> = (1..6)
            .map(|it| retries.pause_after(it, 0.0).as_millis())
            .collect();
        assert_eq!(pauses, [200, 400, 800, 1000, 1000]);
        assert_eq!(retries.pause_after(2, 1.0), Duration::from_millis(200));
        assert_eq!(
            retries.pause_after(u32::MAX, 0.5),
            Duration::from_millis(750)
        );
    }
}
