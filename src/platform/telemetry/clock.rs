//! The time of records.

use std::time::{SystemTime, UNIX_EPOCH};

/// Microseconds since the epoch.
pub fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |it| u64::try_from(it.as_micros()).unwrap_or(u64::MAX))
}
