//! What was done to a stack, run by run.

use std::time::Duration;

use chrono::{DateTime, Utc};
use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use super::record::RunKind;
use super::state_error::StateError;
use super::store::Store;

/// How many runs are remembered.
pub(super) const KEPT: usize = 100;
const FOLDER: &str = "history";

/// One finished run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct HistoryEntry {
    /// Counted from 1; given when it is added.
    #[serde(default)]
    pub number: u64,
    pub kind: RunKind,
    /// When it began.
    pub at: DateTime<Utc>,
    /// In milliseconds.
    pub duration: u64,
    pub succeeded: bool,
    /// How many resources came to what, such as `created`; only those that are not 0.
    #[serde(default)]
    pub counts: IndexMap<String, u64>,
    /// The version of lumi.
    pub version: String,
}

impl HistoryEntry {
    /// An entry for a run that began at `at` and ends now.
    pub fn new(kind: RunKind, at: DateTime<Utc>, duration: Duration, succeeded: bool) -> Self {
        Self {
            number: 0,
            kind,
            at,
            duration: u64::try_from(duration.as_millis()).unwrap_or(u64::MAX),
            succeeded,
            counts: IndexMap::default(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }
}

/// Adds an entry, and drops those that are too old.
pub(super) async fn add(
    store: &dyn Store,
    stack: &str,
    mut entry: HistoryEntry,
) -> Result<(), StateError> {
    let folder = format!("{stack}/{FOLDER}");
    let numbers = numbers(store, &folder).await?;
    entry.number = numbers.last().unwrap_or(&0) + 1;
    let mut bytes = serde_json::to_vec(&entry)
        .map_err(|error| StateError::Unwritable("the history", error.to_string()))?;
    bytes.push(b'\n');
    store.write(&path(&folder, entry.number), bytes).await?;
    let too_many = (numbers.len() + 1).saturating_sub(KEPT);
    for &number in &numbers[..too_many] {
        store.remove(&path(&folder, number)).await?;
    }
    Ok(())
}

/// All entries, the newest first. One that cannot be read is left out: nothing depends on it.
pub(super) async fn list(store: &dyn Store, stack: &str) -> Result<Vec<HistoryEntry>, StateError> {
    let folder = format!("{stack}/{FOLDER}");
    let mut entries = Vec::new();
    for &number in numbers(store, &folder).await?.iter().rev() {
        let blob = store.read(&path(&folder, number)).await?;
        entries.extend(blob.and_then(|it| serde_json::from_slice::<HistoryEntry>(&it.bytes).ok()));
    }
    Ok(entries)
}

/// Copies all entries to another stack.
pub(super) async fn copy(
    (from, from_stack): (&dyn Store, &str),
    (to, to_stack): (&dyn Store, &str),
) -> Result<(), StateError> {
    let (old, new) = (
        format!("{from_stack}/{FOLDER}"),
        format!("{to_stack}/{FOLDER}"),
    );
    for number in numbers(from, &old).await? {
        if let Some(blob) = from.read(&path(&old, number)).await? {
            to.write(&path(&new, number), blob.bytes).await?;
        }
    }
    Ok(())
}

/// Whether any run was ever finished.
pub(super) async fn is_empty(store: &dyn Store, stack: &str) -> Result<bool, StateError> {
    Ok(numbers(store, &format!("{stack}/{FOLDER}"))
        .await?
        .is_empty())
}

async fn numbers(store: &dyn Store, folder: &str) -> Result<Vec<u64>, StateError> {
    let names = store.list(folder).await?;
    let number = |name: &String| name.strip_suffix(".json")?.parse().ok();
    let mut numbers: Vec<u64> = names.iter().filter_map(number).collect();
    numbers.sort_unstable();
    Ok(numbers)
}

fn path(folder: &str, number: u64) -> String {
    format!("{folder}/{number:08}.json")
}
