//! Times of `function.json`: numbers of seconds.

use std::time::Duration;

use serde::{Deserialize as _, Deserializer};

/// A millisecond, and a day.
const LEAST: f64 = 0.001;
const MOST: f64 = 86_400.0;

pub fn seconds<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
    let number = f64::deserialize(deserializer)?;
    match (LEAST..=MOST).contains(&number) {
        true => Ok(Duration::from_secs_f64(number)),
        false => Err(serde::de::Error::custom(format!(
            "a time must be from {LEAST} to {MOST} seconds, but is {number}"
        ))),
    }
}

pub fn optional_seconds<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Duration>, D::Error> {
    seconds(deserializer).map(Some)
}
