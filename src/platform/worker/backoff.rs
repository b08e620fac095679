//! Delays restarts of a function whose process keeps dying.

use std::time::{Duration, Instant};

/// Pause after the second death in a row; doubled for each further one.
const FIRST: Duration = Duration::from_millis(100);
const MAX_PAUSE: Duration = Duration::from_secs(5);
/// Lifetime after which a death does not count as a failed start.
const HEALTHY: Duration = Duration::from_secs(10);

/// Counts the deaths of the processes of one function. The process restarts at once after the first
/// death, and after a growing pause from the second on.
#[derive(Debug, Default)]
pub struct Backoff {
    deaths: u32,
    until: Option<Instant>,
}

impl Backoff {
    pub fn died(&mut self, now: Instant, lived: Duration) {
        if lived >= HEALTHY {
            self.deaths = 0;
        }
        self.deaths += 1;
        let pause = match self.deaths {
            1 => Duration::ZERO,
            // Seven doublings exceed the maximum.
            more => (FIRST * 2_u32.pow((more - 2).min(7))).min(MAX_PAUSE),
        };
        self.until = Some(now + pause);
    }

    /// The time until the next start.
    pub fn pause(&self, now: Instant) -> Duration {
        let until = self.until.map(|it| it.saturating_duration_since(now));
        until.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_while_processes_die_young() {
        let now = Instant::now();
        let mut it = Backoff::default();
        assert_eq!(it.pause(now), Duration::ZERO);
        let mut pause = |lived| {
            it.died(now, lived);
            it.pause(now).as_millis()
        };
        let young: Vec<u128> = (0..9).map(|_| pause(Duration::ZERO)).collect();
        assert_eq!(young, [0, 100, 200, 400, 800, 1600, 3200, 5000, 5000]);
        assert_eq!(pause(HEALTHY), 0);
        assert_eq!(pause(Duration::ZERO), 100);
        assert_eq!(it.pause(now + Duration::from_secs(1)), Duration::ZERO);
    }
}
