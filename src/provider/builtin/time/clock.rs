//! Where the time comes from, and how it is written.

use chrono::{DateTime, SecondsFormat, Utc};

use lumi_graph::{Object, Value};

/// Tells the time; tests have their own.
pub(in crate::builtin) type Clock = fn() -> DateTime<Utc>;

/// Such as `2026-11-21T10:30:00Z`.
pub(in crate::builtin) fn written(time: DateTime<Utc>) -> String {
    time.to_rfc3339_opts(SecondsFormat::Secs, true)
}

/// The time that an output holds.
pub(in crate::builtin) fn parsed(outputs: &Object, name: &str) -> Option<DateTime<Utc>> {
    outputs.get(name).and_then(Value::as_str)?.parse().ok()
}
