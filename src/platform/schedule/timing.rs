//! The timing of a schedule: a cron expression or an interval.

use std::fmt;

use chrono::{DateTime, Utc};
use serde::Deserialize;

use super::cron::Cron;
use super::error::ScheduleError;

const EVERY: &str = "@every ";
/// Names of common cron expressions.
const NAMES: [(&str, &str); 5] = [
    ("@yearly", "0 0 1 1 *"),
    ("@monthly", "0 0 1 * *"),
    ("@weekly", "0 0 * * 0"),
    ("@daily", "0 0 * * *"),
    ("@hourly", "0 * * * *"),
];

/// Five cron fields, `@hourly` and the like, or `@every 90s`.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "String")]
pub struct Timing {
    text: String,
    times: Times,
}

#[derive(Clone, Debug)]
enum Times {
    Cron(Box<Cron>),
    /// Seconds; all times are multiples of it since the Unix epoch, independent of the platform's
    /// start.
    Every(i64),
}

impl TryFrom<String> for Timing {
    type Error = ScheduleError;

    fn try_from(text: String) -> Result<Self, ScheduleError> {
        let named = NAMES.iter().find(|(name, _)| *name == text);
        let cron = named.map_or(text.as_str(), |(_, cron)| cron);
        let times = match cron.strip_prefix(EVERY) {
            Some(period) => Times::Every(seconds(period, &text)?),
            None if cron.starts_with('@') => {
                let names = NAMES.map(|(name, _)| name).join(", ");
                return Err(ScheduleError::Name { text, names });
            }
            None => Times::Cron(Box::new(Cron::try_from(cron.to_owned())?)),
        };
        Ok(Self { text, times })
    }
}

fn seconds(period: &str, text: &str) -> Result<i64, ScheduleError> {
    let period = humantime::parse_duration(period).map_err(|error| ScheduleError::Period {
        text: text.to_owned(),
        error,
    })?;
    let seconds = i64::try_from(period.as_secs()).ok();
    let seconds = seconds.filter(|it| *it > 0 && period.subsec_nanos() == 0);
    seconds.ok_or_else(|| ScheduleError::Seconds(text.to_owned()))
}

impl Timing {
    /// The first time after `time`.
    pub fn next_after(&self, time: DateTime<Utc>) -> Option<DateTime<Utc>> {
        match &self.times {
            Times::Cron(cron) => cron.next_after(time),
            Times::Every(period) => {
                let last = time.timestamp().div_euclid(*period) * period;
                DateTime::from_timestamp(last.checked_add(*period)?, 0)
            }
        }
    }
}

impl fmt::Display for Timing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn next(text: &str, after: &str) -> String {
        let timing = Timing::try_from(text.to_owned()).unwrap();
        assert_eq!(timing.to_string(), text);
        let time = timing.next_after(after.parse().unwrap()).unwrap();
        time.format("%F %T").to_string()
    }

    #[test]
    fn times_have_names() {
        let from = "2024-02-28T23:57:30Z";
        let all = [
            next("@yearly", from),
            next("@monthly", from),
            next("@weekly", from),
            next("@daily", from),
            next("@hourly", from),
            next("*/5 * * * *", from),
        ];
        insta::assert_snapshot!(all.join("\n"), @r"
        2025-01-01 00:00:00
        2024-03-01 00:00:00
        2024-03-03 00:00:00
        2024-02-29 00:00:00
        2024-02-29 00:00:00
        2024-02-29 00:00:00
        ");
    }

    #[test]
    fn periods_do_not_depend_on_the_start() {
        assert_eq!(
            next("@every 10s", "2024-01-01T12:00:09.9Z"),
            "2024-01-01 12:00:10"
        );
        assert_eq!(
            next("@every 10s", "2024-01-01T12:00:10Z"),
            "2024-01-01 12:00:20"
        );
        assert_eq!(
            next("@every 1h 30m", "2024-01-01T12:00:00Z"),
            "2024-01-01 13:30:00"
        );
    }

    #[test]
    fn invalid_times_are_refused() {
        let problems = [
            "@every",
            "@every x",
            "@every 10ms",
            "@every 0s",
            "@sometimes",
        ]
        .map(|it| Timing::try_from(it.to_owned()).unwrap_err().to_string());
        insta::assert_snapshot!(problems.join("\n"), @r#"
        the schedule "@every" is not one of @yearly, @monthly, @weekly, @daily, @hourly or @every 90s
        the schedule "@every x" needs a period such as 90s: expected number at 0
        the schedule "@every 10ms" must be a whole number of seconds, at least one
        the schedule "@every 0s" must be a whole number of seconds, at least one
        the schedule "@sometimes" is not one of @yearly, @monthly, @weekly, @daily, @hourly or @every 90s
        "#);
    }
}
