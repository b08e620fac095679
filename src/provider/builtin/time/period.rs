//! Calendar periods.

use chrono::{DateTime, Months, TimeDelta, Utc};

/// Years and months are those of the calendar: a month after 31 January is the last day of
/// February.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Period {
    pub months: u32,
    pub minutes: i64,
}

impl Period {
    /// `None` if the result is out of range.
    pub fn after(self, start: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let months = start.checked_add_months(Months::new(self.months))?;
        months.checked_add_signed(TimeDelta::try_minutes(self.minutes)?)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn after(months: u32, minutes: i64, start: &str) -> String {
        let period = Period { months, minutes };
        let start: DateTime<Utc> = start.parse().unwrap();
        period
            .after(start)
            .unwrap()
            .to_rfc3339_opts(chrono::SecondsFormat::Secs, true)
    }

    #[test]
    fn months_are_those_of_the_calendar() {
        assert_eq!(after(1, 0, "2027-01-31T12:00:00Z"), "2027-02-28T12:00:00Z");
        assert_eq!(after(12, 0, "2028-02-29T00:00:00Z"), "2029-02-28T00:00:00Z");
        assert_eq!(
            after(0, 24 * 60, "2026-12-31T23:59:59Z"),
            "2027-01-01T23:59:59Z"
        );
        assert_eq!(after(1, 1, "2027-01-31T23:59:00Z"), "2027-03-01T00:00:00Z");
    }

    proptest! {
        #[test]
        fn never_panics(months: u32, minutes: i64, start in -8_000_000_000_000_i64..8_000_000_000_000) {
            if let Some(start) = DateTime::from_timestamp(start, 0) {
                Period { months, minutes }.after(start);
            }
        }
    }
}
