//! The time of a program that counts for its time limit.

use std::time::{Duration, Instant};

/// A clock that stands still while a debugger has paused the program. Callers pass the present.
#[derive(Default)]
pub struct ProgramClock {
    suspended: Duration,
    pause: Option<Pause>,
}

struct Pause {
    since: Instant,
    /// The number of pauses within each other: code that a debugger evaluates may pause, too.
    depth: u32,
}

impl ProgramClock {
    pub fn suspend(&mut self, now: Instant) {
        match &mut self.pause {
            Some(pause) => pause.depth += 1,
            None => {
                self.pause = Some(Pause {
                    since: now,
                    depth: 1,
                });
            }
        }
    }

    /// Ends the last pause that has begun.
    pub fn resume(&mut self, now: Instant) {
        let Some(pause) = &mut self.pause else { return };
        pause.depth -= 1;
        if pause.depth == 0 {
            self.suspended += now.saturating_duration_since(pause.since);
            self.pause = None;
        }
    }

    pub fn is_suspended(&self) -> bool {
        self.pause.is_some()
    }

    /// The time from `start` to `now` that counts.
    pub fn counted(&self, start: Instant, now: Instant) -> Duration {
        let pause = self.pause.as_ref();
        let pause = pause.map(|it| now.saturating_duration_since(it.since));
        let uncounted = self.suspended + pause.unwrap_or_default();
        now.saturating_duration_since(start)
            .saturating_sub(uncounted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_in_a_pause_does_not_count() {
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let counted = |clock: &ProgramClock, now| clock.counted(start, at(now)).as_secs();
        let mut clock = ProgramClock::default();
        assert_eq!(counted(&clock, 3), 3);
        clock.suspend(at(3));
        clock.suspend(at(5));
        assert_eq!(counted(&clock, 100), 3);
        clock.resume(at(50));
        assert!(clock.is_suspended());
        clock.resume(at(100));
        assert!(!clock.is_suspended());
        assert_eq!(counted(&clock, 101), 4);
        clock.suspend(at(102));
        clock.resume(at(110));
        assert_eq!(counted(&clock, 110), 5);
    }

    #[test]
    fn a_pause_before_the_start_takes_no_more_than_there_was() {
        let start = Instant::now();
        let later = start + Duration::from_secs(9);
        let mut clock = ProgramClock::default();
        clock.suspend(start);
        clock.resume(later);
        assert_eq!(clock.counted(later, later), Duration::ZERO);
    }
}
