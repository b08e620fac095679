//! Timestamps of RFC 3339 with their offset.

use thiserror::Error;

const DAY: i64 = 86_400;
const NANOSECONDS: i128 = 1_000_000_000;

/// A text that is no timestamp.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("`{0}` must be a timestamp of RFC 3339, such as `2006-01-02T15:04:05Z`")]
pub struct TimestampError(pub String);

/// A moment, and the zone that it is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timestamp {
    /// Nanoseconds since 1970.
    nanoseconds: i128,
    /// Seconds east of Greenwich.
    offset: i64,
}

/// The parts of a moment in its zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parts {
    pub year: i64,
    pub month: i64,
    pub day: i64,
    pub hour: i64,
    pub minute: i64,
    pub second: i64,
    /// Days since Sunday.
    pub weekday: i64,
    /// Seconds east of Greenwich.
    pub offset: i64,
}

/// How much a text may differ from RFC 3339.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Strictness {
    Strict,
    /// Go's `time.Parse`: hours of one digit, a comma before the fraction, and offsets of a day.
    Lenient,
    /// Numbers of one digit everywhere.
    Yaml,
}

impl Timestamp {
    /// The moment that is this many seconds after 1970, in UTC.
    #[must_use]
    pub fn from_seconds(seconds: i64) -> Self {
        Self {
            nanoseconds: i128::from(seconds) * NANOSECONDS,
            offset: 0,
        }
    }

    /// Parses exactly RFC 3339.
    ///
    /// # Errors
    ///
    /// A text that is no timestamp.
    pub fn parse(text: &str) -> Result<Self, TimestampError> {
        Reader::new(text, Strictness::Strict)
            .timestamp()
            .ok_or_else(|| TimestampError(text.to_owned()))
    }

    /// Parses RFC 3339 as Go's `time.Parse` does.
    ///
    /// # Errors
    ///
    /// A text that is no timestamp.
    pub fn parse_leniently(text: &str) -> Result<Self, TimestampError> {
        Reader::new(text, Strictness::Lenient)
            .timestamp()
            .ok_or_else(|| TimestampError(text.to_owned()))
    }

    /// Parses the plain text of a timestamp in YAML.
    #[must_use]
    pub fn parse_yaml(text: &str) -> Option<Self> {
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        if digits != 4 {
            return None;
        }
        Reader::new(text, Strictness::Yaml).yaml()
    }

    #[must_use]
    pub fn nanoseconds(&self) -> i128 {
        self.nanoseconds
    }

    /// The moment this many nanoseconds later, in the same zone.
    #[must_use]
    pub fn plus(&self, nanoseconds: i128) -> Self {
        Self {
            nanoseconds: self.nanoseconds + nanoseconds,
            offset: self.offset,
        }
    }

    #[must_use]
    pub fn parts(&self) -> Parts {
        let seconds = self.nanoseconds.div_euclid(NANOSECONDS);
        let local = i64::try_from(seconds).unwrap_or(0) + self.offset;
        let (days, second) = (local.div_euclid(DAY), local.rem_euclid(DAY));
        let (year, month, day) = date_of(days);
        Parts {
            year,
            month,
            day,
            hour: second / 3600,
            minute: second / 60 % 60,
            second: second % 60,
            weekday: (days + 4).rem_euclid(7),
            offset: self.offset,
        }
    }
}

/// The text of RFC 3339, without fractions of seconds.
impl std::fmt::Display for Timestamp {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let parts = self.parts();
        let sign = if parts.year < 0 { "-" } else { "" };
        write!(
            formatter,
            "{sign}{:04}-{:02}-{:02}T{:02}:{:02}:{:02}{}",
            parts.year.abs(),
            parts.month,
            parts.day,
            parts.hour,
            parts.minute,
            parts.second,
            parts.zone_or_z()
        )
    }
}

impl Parts {
    /// `±HH:MM`, or `±HHMM` without a separator.
    #[must_use]
    pub fn zone(&self, separator: &str) -> String {
        let sign = if self.offset < 0 { '-' } else { '+' };
        let minutes = self.offset.abs() / 60;
        format!("{sign}{:02}{separator}{:02}", minutes / 60, minutes % 60)
    }

    /// `±HH:MM`, or `Z` for UTC.
    #[must_use]
    pub fn zone_or_z(&self) -> String {
        if self.offset == 0 {
            "Z".to_owned()
        } else {
            self.zone(":")
        }
    }
}

/// Days since 1970 of a date in the Gregorian calendar.
fn days_of(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719_468
}

/// The reverse of `days_of`.
fn date_of(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year_of_era = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day_of_year = day - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let month = if shifted < 10 {
        shifted + 3
    } else {
        shifted - 9
    };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    (year, month, day_of_year - (153 * shifted + 2) / 5 + 1)
}

fn days_in(year: i64, month: i64) -> i64 {
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// The rest of a text; its methods return `None` where something else is written.
struct Reader<'t> {
    rest: &'t [u8],
    strictness: Strictness,
}

impl<'t> Reader<'t> {
    fn new(text: &'t str, strictness: Strictness) -> Self {
        Self {
            rest: text.as_bytes(),
            strictness,
        }
    }

    fn timestamp(&mut self) -> Option<Timestamp> {
        let date = self.date()?;
        self.character(b"T")?;
        let time = self.time()?;
        let offset = self.offset()?;
        self.end(date, time, offset)
    }

    fn yaml(&mut self) -> Option<Timestamp> {
        let date = self.date()?;
        if self.rest.is_empty() {
            return self.end(date, (0, 0), 0);
        }
        let has_zone = self.character(b"Tt ")? != b' ';
        let time = self.time()?;
        let offset = if has_zone { self.offset()? } else { 0 };
        self.end(date, time, offset)
    }

    fn end(&self, days: i64, time: (i64, i64), offset: i64) -> Option<Timestamp> {
        let seconds = days * DAY + time.0 - offset;
        self.rest.is_empty().then(|| Timestamp {
            nanoseconds: i128::from(seconds) * NANOSECONDS + i128::from(time.1),
            offset,
        })
    }

    fn character(&mut self, candidates: &[u8]) -> Option<u8> {
        let (first, rest) = self.rest.split_first()?;
        if !candidates.contains(first) {
            return None;
        }
        self.rest = rest;
        Some(*first)
    }

    /// A number of at most this many digits, and at least as many where the text is not lenient about them.
    fn number(&mut self, digits: usize, is_short_allowed: bool) -> Option<i64> {
        let count = self
            .rest
            .iter()
            .take(digits)
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        if count == 0 || (count < digits && !is_short_allowed) {
            return None;
        }
        let (number, rest) = self.rest.split_at(count);
        self.rest = rest;
        std::str::from_utf8(number).ok()?.parse().ok()
    }

    /// Days since 1970.
    fn date(&mut self) -> Option<i64> {
        let is_short_allowed = self.strictness == Strictness::Yaml;
        let year = self.number(4, false)?;
        self.character(b"-")?;
        let month = self.number(2, is_short_allowed)?;
        self.character(b"-")?;
        let day = self.number(2, is_short_allowed)?;
        let is_valid = (1..=12).contains(&month) && (1..=days_in(year, month)).contains(&day);
        is_valid.then(|| days_of(year, month, day))
    }

    /// Seconds of the day, and nanoseconds of the second.
    fn time(&mut self) -> Option<(i64, i64)> {
        let is_short_allowed = self.strictness == Strictness::Yaml;
        let hour = self.number(2, self.strictness != Strictness::Strict)?;
        self.character(b":")?;
        let minute = self.number(2, is_short_allowed)?;
        self.character(b":")?;
        let second = self.number(2, is_short_allowed)?;
        let is_valid = hour < 24 && minute < 60 && second < 60;
        let fraction = self.fraction();
        is_valid.then_some((hour * 3600 + minute * 60 + second, fraction))
    }

    /// Nanoseconds after the point; further digits are dropped.
    fn fraction(&mut self) -> i64 {
        let has_point = match self.rest.first() {
            Some(b'.') => true,
            Some(b',') => self.strictness != Strictness::Strict,
            _ => false,
        };
        if !has_point || !self.rest.get(1).is_some_and(u8::is_ascii_digit) {
            return 0;
        }
        let count = self.rest[1..]
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        let (digits, rest) = self.rest[1..].split_at(count);
        self.rest = rest;
        let padded = digits
            .iter()
            .copied()
            .chain(std::iter::repeat(b'0'))
            .take(9);
        padded.fold(0, |sum, digit| sum * 10 + i64::from(digit - b'0'))
    }

    fn offset(&mut self) -> Option<i64> {
        let sign = match self.character(b"Z+-")? {
            b'Z' => return Some(0),
            b'-' => -1,
            _ => 1,
        };
        let hours = self.number(2, false)?;
        self.character(b":")?;
        let minutes = self.number(2, false)?;
        let (last_hour, last_minute) = match self.strictness {
            Strictness::Strict => (23, 59),
            Strictness::Lenient | Strictness::Yaml => (24, 60),
        };
        (hours <= last_hour && minutes <= last_minute).then_some(sign * (hours * 60 + minutes) * 60)
    }
}
