//! The clock, and the format of times.

use chrono::{DateTime, SecondsFormat, Utc};

use lumi_graph::{Object, Value};

/// Returns the current time; tests have their own clocks.
pub type Clock = fn() -> DateTime<Utc>;

/// Formats a time, such as `2026-11-21T10:30:00Z`.
pub fn written(time: DateTime<Utc>) -> String {
    time.to_rfc3339_opts(SecondsFormat::Secs, true)
}

pub fn parsed(outputs: &Object, name: &str) -> Option<DateTime<Utc>> {
    outputs.get(name).and_then(Value::as_str)?.parse().ok()
}
