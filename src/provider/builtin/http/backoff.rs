//! The delay before a request is retried.

use std::time::Duration;

use chrono::{DateTime, Utc};

use crate::ProviderError;
use crate::builtin::random::SeededRng;

/// Exponential backoff with jitter, so that clients that failed together do not retry together.
#[derive(Clone, Copy, Debug)]
pub struct Backoff {
    pub first: Duration,
    pub longest: Duration,
}

impl Default for Backoff {
    fn default() -> Self {
        Self {
            first: Duration::from_millis(250),
            longest: Duration::from_secs(10),
        }
    }
}

impl Backoff {
    /// The delay after `attempts` failures, at least one: a random part between half and the whole.
    pub fn after(&self, attempts: u32, rng: &mut SeededRng) -> Result<Duration, ProviderError> {
        let doublings = attempts.saturating_sub(1).min(16);
        let whole = self.first.saturating_mul(1 << doublings).min(self.longest);
        let half = whole / 2;
        let micros = u64::try_from(half.as_micros()).unwrap_or(u64::MAX - 1);
        Ok(half + Duration::from_micros(rng.below(micros + 1)?))
    }
}

/// Parses a `Retry-After` header: seconds or a date.
pub fn retry_after(text: &str, now: DateTime<Utc>) -> Option<Duration> {
    if let Ok(seconds) = text.trim().parse() {
        return Some(Duration::from_secs(seconds));
    }
    let date = DateTime::parse_from_rfc2822(text.trim()).ok()?;
    // A date in the past means no delay.
    Some(
        (date.with_timezone(&Utc) - now)
            .to_std()
            .unwrap_or_default(),
    )
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn waits_grow_up_to_a_limit(attempts in 1..200_u32) {
            let backoff = Backoff::default();
            let wait = backoff.after(attempts, &mut SeededRng::system()).unwrap();
            let whole = Duration::from_millis(250).saturating_mul(1 << (attempts - 1).min(20));
            let whole = whole.min(Duration::from_secs(10));
            prop_assert!(whole / 2 <= wait && wait <= whole);
        }

        #[test]
        fn any_header_is_read_or_ignored(text in ".{0,30}") {
            retry_after(&text, Utc::now());
        }
    }

    #[test]
    fn servers_say_how_long() {
        let now = "1994-11-06T08:49:30Z".parse().unwrap();
        let read = |text| retry_after(text, now).map(|it| it.as_secs());
        assert_eq!(read("120"), Some(120));
        assert_eq!(read("Sun, 06 Nov 1994 08:49:37 GMT"), Some(7));
        assert_eq!(read("Sun, 06 Nov 1994 08:49:00 GMT"), Some(0));
        assert_eq!(read("soon"), None);
        assert_eq!(read("-1"), None);
    }
}
