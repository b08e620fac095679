//! The drift of a stack over time: one entry for each change that `lumi watch` has seen.

use std::time::Duration;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::entry_files::EntryFiles;
use crate::state_error::StateError;
use crate::stores::store::Store;

/// The number of entries that are kept.
pub const KEPT: usize = 100;
const FOLDER: &str = "drift";

/// A change of what is known about the objects of a stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum DriftEvent {
    /// Objects differ from what was deployed, or in another way than before.
    Drifted,
    /// The objects are what was deployed again, without help of the watch.
    Resolved,
    /// The watch has set objects back to what the program asks for.
    SetBack,
    /// The objects could not be compared, or not be set back.
    Failed,
    /// After a failure, the objects could be compared, and are what was deployed.
    Recovered,
}

impl DriftEvent {
    /// The name in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Drifted => "drifted",
            Self::Resolved => "resolved",
            Self::SetBack => "setBack",
            Self::Failed => "failed",
            Self::Recovered => "recovered",
        }
    }
}

/// An entry of the history of drift. It contains no secrets.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DriftEntry {
    /// Counted from 1; assigned when the entry is added.
    #[serde(default)]
    pub number: u64,
    pub event: DriftEvent,
    /// The start of the comparison.
    pub at: DateTime<Utc>,
    /// In milliseconds.
    pub duration: u64,
    /// The differences, as in the document of `lumi reconcile --json`.
    #[serde(default)]
    pub drift: Vec<Json>,
    /// The differences that `drift` leaves out.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub omitted: usize,
    /// The resources that differ; 0 in entries of earlier versions, whose `drift` has all of them.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub resources: usize,
    /// A text that is equal for equal differences, also where they are left out or shortened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fingerprint: Option<String>,
    /// The reason of a failure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// The version of Lumi.
    pub version: String,
}

impl DriftEntry {
    pub fn new(event: DriftEvent, at: DateTime<Utc>, duration: Duration) -> Self {
        Self {
            number: 0,
            event,
            at,
            duration: u64::try_from(duration.as_millis()).unwrap_or(u64::MAX),
            drift: Vec::new(),
            omitted: 0,
            resources: 0,
            fingerprint: None,
            error: None,
            version: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// Adds an entry with the next number, and removes entries beyond the limit. Returns the entry with its number.
pub async fn add(
    store: &dyn Store,
    stack: &str,
    mut entry: DriftEntry,
) -> Result<DriftEntry, StateError> {
    let files = files(store, stack);
    let numbers = files.numbers().await?;
    entry.number = numbers.last().copied().unwrap_or(0) + 1;
    files.add(&numbers, entry.number, &entry, KEPT).await?;
    Ok(entry)
}

/// All entries, the newest first. Unreadable entries are skipped.
pub async fn list(store: &dyn Store, stack: &str) -> Result<Vec<DriftEntry>, StateError> {
    files(store, stack).list().await
}

/// The newest entry.
pub async fn newest(store: &dyn Store, stack: &str) -> Result<Option<DriftEntry>, StateError> {
    files(store, stack).newest().await
}

/// Copies all entries to another stack.
pub async fn copy(
    (from, from_stack): (&dyn Store, &str),
    (to, to_stack): (&dyn Store, &str),
) -> Result<(), StateError> {
    files(from, from_stack).copy_to(&files(to, to_stack)).await
}

fn files<'a>(store: &'a dyn Store, stack: &str) -> EntryFiles<'a, DriftEntry> {
    EntryFiles::new(store, format!("{stack}/{FOLDER}"), "the history of drift")
}
