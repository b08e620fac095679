//! Points in time: a duration before now, or a date.

use std::time::{SystemTime, UNIX_EPOCH};

/// Microseconds since the epoch.
pub fn parse_since(text: &str) -> Result<u64, String> {
    let duration = humantime::parse_duration(text).ok();
    let time = match duration {
        Some(duration) => SystemTime::now().checked_sub(duration),
        None => humantime::parse_rfc3339_weak(text).ok(),
    };
    let time = time.ok_or("it must be a duration before now such as 10m, or a time in UTC such as 2026-01-31T12:00:00")?;
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_micros()).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_and_dates_are_points_in_time() {
        assert_eq!(parse_since("1970-01-01T00:00:02Z"), Ok(2_000_000));
        assert_eq!(parse_since("1970-01-01 00:00:02"), Ok(2_000_000));
        assert!(parse_since("10m").unwrap() < parse_since("5m").unwrap());
        for text in ["", "soon", "10 apples", "2026-13-01"] {
            assert!(parse_since(text).is_err(), "{text}");
        }
    }
}
