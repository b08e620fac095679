//! The times at which rounds begin.

use std::time::Duration;

/// The time until the next round, `elapsed` after the start of the first one. Rounds begin at multiples of `every`; those
/// that a long round has covered are left out.
pub fn until_next(elapsed: Duration, every: Duration) -> Duration {
    let past = elapsed.as_nanos() % every.as_nanos().max(1);
    let past = Duration::from_nanos(u64::try_from(past).unwrap_or(u64::MAX));
    every.saturating_sub(past)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_keep_their_pace_after_a_long_one() {
        let every = Duration::from_secs(60);
        for (elapsed, next) in [(0, 60), (1, 59), (59, 1), (60, 60), (61, 59), (150, 30)] {
            let pause = until_next(Duration::from_secs(elapsed), every);
            assert_eq!(pause, Duration::from_secs(next), "{elapsed}");
        }
    }
}
