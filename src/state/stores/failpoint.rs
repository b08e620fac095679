//! Ends the process at a chosen write, so that tests can kill a run at every write of its state.

use std::process;
use std::str::FromStr;
use std::sync::atomic::{AtomicU64, Ordering};

/// Ends the process at one of its writes to the store of a stack, like a kill or a power cut:
/// nothing is cleaned up. Locks do not count, because a timer renews them. For tests only.
///
/// Written as `before:N`, `torn:N` or `after:N`; the first write is 1.
#[derive(Debug)]
pub struct Failpoint {
    moment: FailpointMoment,
    number: u64,
    /// The number of writes so far.
    seen: AtomicU64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailpointMoment {
    Before,
    /// After half of the bytes were appended to a log. Other writes are atomic; for them this
    /// equals [`Self::Before`].
    Torn,
    After,
}

impl FromStr for Failpoint {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const FORM: &str = "a failpoint is `before:N`, `torn:N` or `after:N`, N counts from 1";
        let (moment, number) = text.split_once(':').ok_or(FORM)?;
        let moment = match moment {
            "before" => FailpointMoment::Before,
            "torn" => FailpointMoment::Torn,
            "after" => FailpointMoment::After,
            _ => return Err(FORM),
        };
        let number = number.parse().ok().filter(|it| *it > 0).ok_or(FORM)?;
        Ok(Self {
            moment,
            number,
            seen: AtomicU64::new(0),
        })
    }
}

impl Failpoint {
    /// Counts a write; returns the moment at which this write ends the process, if it is the chosen
    /// one.
    pub(crate) fn count(&self) -> Option<FailpointMoment> {
        let number = self.seen.fetch_add(1, Ordering::SeqCst) + 1;
        (number == self.number).then_some(self.moment)
    }
}

/// Ends the process without cleaning up.
pub fn die() -> ! {
    process::abort()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failpoint_is_one_write() {
        let point: Failpoint = "torn:2".parse().unwrap();
        let counted = [point.count(), point.count(), point.count()];
        assert_eq!(counted, [None, Some(FailpointMoment::Torn), None]);
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "before", "before:", "before:0", "after:-1", "now:1"] {
            assert!(text.parse::<Failpoint>().is_err(), "{text}");
        }
    }
}
