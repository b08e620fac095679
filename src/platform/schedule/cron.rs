//! Cron expressions: minute, hour, day of the month, month, day of the week, in UTC.

use std::fmt;

use chrono::{
    DateTime, Datelike as _, Days, Duration, Months, NaiveDate, NaiveDateTime, Timelike as _, Utc,
};
use serde::Deserialize;

use super::error::{FieldFault, ScheduleError};

/// A cron expression. Each field is `*`, a number, a name (`jan`, `mon`), a range `a-b`, any of
/// these with a step `/n`, or a comma-separated list. Sunday is 0 and 7. If both days are
/// restricted, either matches.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Cron {
    text: String,
    minutes: u64,
    hours: u64,
    days: u64,
    months: u64,
    weekdays: u64,
    /// Whether both kinds of days are restricted.
    either_day: bool,
}

struct Field {
    name: &'static str,
    first: u32,
    last: u32,
    names: &'static [&'static str],
}

const MINUTES: Field = Field {
    name: "minute",
    first: 0,
    last: 59,
    names: &[],
};
const HOURS: Field = Field {
    name: "hour",
    first: 0,
    last: 23,
    names: &[],
};
const DAYS: Field = Field {
    name: "day of the month",
    first: 1,
    last: 31,
    names: &[],
};
const MONTHS: Field = Field {
    name: "month",
    first: 1,
    last: 12,
    names: &[
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ],
};
const WEEKDAYS: Field = Field {
    name: "day of the week",
    first: 0,
    last: 7,
    names: &["sun", "mon", "tue", "wed", "thu", "fri", "sat"],
};

/// Maximum number of years to search: February 29 is missing for eight years around most turns of
/// the century.
const YEARS: u32 = 9;

impl TryFrom<String> for Cron {
    type Error = ScheduleError;

    fn try_from(text: String) -> Result<Self, ScheduleError> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let [minutes, hours, days, months, weekdays] = fields.as_slice() else {
            return Err(ScheduleError::Fields(text));
        };
        let set = |field: &Field, part: &str| {
            let set = field.parse(part);
            set.map_err(|fault| ScheduleError::Field {
                text: text.clone(),
                field: field.name,
                fault,
            })
        };
        let mut on = set(&WEEKDAYS, weekdays)?;
        // Both 0 and 7 are Sunday.
        on |= on >> 7 & 1;
        let cron = Self {
            minutes: set(&MINUTES, minutes)?,
            hours: set(&HOURS, hours)?,
            days: set(&DAYS, days)?,
            months: set(&MONTHS, months)?,
            weekdays: on,
            either_day: !days.starts_with('*') && !weekdays.starts_with('*'),
            text: text.clone(),
        };
        let start = NaiveDate::from_ymd_opt(2024, 1, 1).and_then(|it| it.and_hms_opt(0, 0, 0));
        match start.and_then(|it| cron.next_after(it.and_utc())) {
            Some(_) => Ok(cron),
            None => Err(ScheduleError::NoTime(text)),
        }
    }
}

impl Field {
    /// Parses a field into a bit set.
    fn parse(&self, text: &str) -> Result<u64, FieldFault> {
        let mut set = 0;
        for part in text.split(',') {
            let (range, step) = match part.split_once('/') {
                Some((range, step)) => (range, Some(step)),
                None => (part, None),
            };
            let (from, to) = match range.split_once('-') {
                _ if range == "*" => (self.first, self.last),
                Some((from, to)) => (self.number(from)?, self.number(to)?),
                None if step.is_some() => (self.number(range)?, self.last),
                None => (self.number(range)?, self.number(range)?),
            };
            let step = match step.map(str::parse) {
                None => 1,
                Some(Ok(step)) if step > 0 => step,
                Some(_) => return Err(FieldFault::Step(part.to_owned())),
            };
            if from > to {
                return Err(FieldFault::Range(range.to_owned()));
            }
            for number in (from..=to).step_by(step) {
                set |= 1 << number;
            }
        }
        Ok(set)
    }

    fn number(&self, text: &str) -> Result<u32, FieldFault> {
        let lower = text.to_ascii_lowercase();
        if let Some(at) = self.names.iter().position(|it| *it == lower) {
            return Ok(self.first + at as u32);
        }
        let is_plain = text.bytes().all(|it| it.is_ascii_digit());
        let number = text.parse().ok().filter(|_| is_plain);
        let number = number.filter(|it| (self.first..=self.last).contains(it));
        let (first, last) = (self.first, self.last);
        number.ok_or_else(|| FieldFault::Number {
            text: text.to_owned(),
            first,
            last,
        })
    }
}

impl Cron {
    /// The first matching minute after `time`.
    pub fn next_after(&self, time: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let time = time.naive_utc();
        let minute = time.with_second(0)?.with_nanosecond(0)?;
        let mut at = minute.checked_add_signed(Duration::minutes(1))?;
        let end = time.checked_add_months(Months::new(12 * YEARS))?;
        while at < end {
            at = match self.later(at) {
                None => return Some(at.and_utc()),
                Some(later) => later?,
            };
        }
        None
    }

    /// The next candidate if this time does not match.
    fn later(&self, at: NaiveDateTime) -> Option<Option<NaiveDateTime>> {
        let midnight = |day: Option<NaiveDate>| day.and_then(|it| it.and_hms_opt(0, 0, 0));
        let day = at.date();
        if !has(self.months, at.month()) {
            let month = day.with_day(1);
            return Some(midnight(
                month.and_then(|it| it.checked_add_months(Months::new(1))),
            ));
        }
        if !self.is_day(day) {
            return Some(midnight(day.checked_add_days(Days::new(1))));
        }
        if !has(self.hours, at.hour()) {
            let hour = at.with_minute(0);
            return Some(hour.and_then(|it| it.checked_add_signed(Duration::hours(1))));
        }
        if !has(self.minutes, at.minute()) {
            return Some(at.checked_add_signed(Duration::minutes(1)));
        }
        None
    }

    fn is_day(&self, day: NaiveDate) -> bool {
        let month = has(self.days, day.day());
        let week = has(self.weekdays, day.weekday().num_days_from_sunday());
        if self.either_day {
            month || week
        } else {
            month && week
        }
    }
}

fn has(set: u64, number: u32) -> bool {
    set >> number & 1 == 1
}

impl fmt::Display for Cron {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn cron(text: &str) -> Cron {
        Cron::try_from(text.to_owned()).unwrap()
    }

    fn time(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    /// The next times after a given one, without seconds.
    fn next(text: &str, after: &str, count: usize) -> String {
        let cron = cron(text);
        let mut at = time(after);
        let mut times = Vec::new();
        for _ in 0..count {
            at = cron.next_after(at).unwrap();
            times.push(at.format("%a %F %R").to_string());
        }
        times.join(", ")
    }

    #[test]
    fn times_follow_each_other() {
        let from = "2024-02-28T23:57:30Z";
        let all = [
            next("* * * * *", from, 3),
            next("*/20 * * * *", from, 4),
            next("5-7/2,30 9 * * *", from, 4),
            next("0 0 29 2 *", from, 3),
            next("0 12 * * mon-FRI", from, 3),
            next("0 12 * * 7", from, 2),
            next("0 0 1 jan,jul *", from, 2),
            // Either day matches.
            next("0 0 13 * 5", from, 4),
            // A step restricts the field, as in cron.
            next("0 0 */10 * 1", from, 2),
            next("59 23 31 12 *", from, 2),
        ];
        insta::assert_snapshot!(all.join("\n"), @r"
        Wed 2024-02-28 23:58, Wed 2024-02-28 23:59, Thu 2024-02-29 00:00
        Thu 2024-02-29 00:00, Thu 2024-02-29 00:20, Thu 2024-02-29 00:40, Thu 2024-02-29 01:00
        Thu 2024-02-29 09:05, Thu 2024-02-29 09:07, Thu 2024-02-29 09:30, Fri 2024-03-01 09:05
        Thu 2024-02-29 00:00, Tue 2028-02-29 00:00, Sun 2032-02-29 00:00
        Thu 2024-02-29 12:00, Fri 2024-03-01 12:00, Mon 2024-03-04 12:00
        Sun 2024-03-03 12:00, Sun 2024-03-10 12:00
        Mon 2024-07-01 00:00, Wed 2025-01-01 00:00
        Fri 2024-03-01 00:00, Fri 2024-03-08 00:00, Wed 2024-03-13 00:00, Fri 2024-03-15 00:00
        Mon 2024-03-11 00:00, Mon 2024-04-01 00:00
        Tue 2024-12-31 23:59, Wed 2025-12-31 23:59
        ");
    }

    #[test]
    fn the_time_itself_is_not_after_it() {
        assert_eq!(
            next("0 12 * * *", "2024-01-01T12:00:00Z", 1),
            "Tue 2024-01-02 12:00"
        );
        assert_eq!(
            next("0 12 * * *", "2024-01-01T11:59:59.9Z", 1),
            "Mon 2024-01-01 12:00"
        );
    }

    #[test]
    fn invalid_cron_expressions_are_refused() {
        let problems: Vec<String> = [
            "",
            "* * * *",
            "60 * * * *",
            "* 24 * * *",
            "* * 0 * *",
            "* * * 13 *",
            "* * * * 8",
            "+1 * * * *",
            "5-1 * * * *",
            "*/0 * * * *",
            "a * * * *",
            ", * * * *",
            "0 0 30 2 *",
        ]
        .iter()
        .map(|it| Cron::try_from((*it).to_owned()).unwrap_err().to_string())
        .collect();
        insta::assert_snapshot!(problems.join("\n"), @r#"
        the schedule "" does not have five fields: minute, hour, day, month, day of the week
        the schedule "* * * *" does not have five fields: minute, hour, day, month, day of the week
        the minute of the schedule "60 * * * *" has "60", which is not a number from 0 to 59
        the hour of the schedule "* 24 * * *" has "24", which is not a number from 0 to 23
        the day of the month of the schedule "* * 0 * *" has "0", which is not a number from 1 to 31
        the month of the schedule "* * * 13 *" has "13", which is not a number from 1 to 12
        the day of the week of the schedule "* * * * 8" has "8", which is not a number from 0 to 7
        the minute of the schedule "+1 * * * *" has "+1", which is not a number from 0 to 59
        the minute of the schedule "5-1 * * * *" has a range "5-1" that ends before it begins
        the minute of the schedule "*/0 * * * *" has a step in "*/0" that is not a number above 0
        the minute of the schedule "a * * * *" has "a", which is not a number from 0 to 59
        the minute of the schedule ", * * * *" has "", which is not a number from 0 to 59
        the schedule "0 0 30 2 *" never occurs: there is no such day
        "#);
    }

    proptest! {
        /// Compares with a clock that is checked every minute.
        #[test]
        fn no_time_is_missed(
            minute in "[0-5]?[0-9]|\\*|\\*/7", hour in "\\*|1?[0-9]|2-20/3",
            day in "\\*|[1-9]|1[0-9]|5-25/4", weekday in "\\*|[0-7]|1-5",
            start in 1_700_000_000_i64..1_720_000_000,
        ) {
            let it = cron(&format!("{minute} {hour} {day} * {weekday}"));
            let start = DateTime::from_timestamp(start, 0).unwrap();
            let found = it.next_after(start).unwrap();
            let mut at = start.with_second(0).unwrap();
            loop {
                at += Duration::minutes(1);
                let naive = at.naive_utc();
                let is_time = has(it.minutes, naive.minute()) && has(it.hours, naive.hour())
                    && it.is_day(naive.date());
                if is_time {
                    break;
                }
            }
            prop_assert_eq!(found, at);
        }
    }
}
