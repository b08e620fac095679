//! The history of a stack: one entry for each finished run.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use super::entry_files::EntryFiles;
use super::recorded_state;
use crate::record::RunKind;
use crate::resource::Stage;
use crate::stack_state::StackState;
use crate::state_error::StateError;
use crate::stores::store::Store;

/// The number of entries that are kept.
pub const KEPT: usize = 100;
const FOLDER: &str = "history";

/// One finished run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct HistoryEntry {
    /// Counted from 1; assigned when the entry is added.
    #[serde(default)]
    pub number: u64,
    pub kind: RunKind,
    /// The start of the run.
    pub at: DateTime<Utc>,
    /// In milliseconds.
    pub duration: u64,
    pub succeeded: bool,
    /// Whether the user, a time limit or a signal stopped the run.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stopped: bool,
    /// The number of resources per outcome, such as `created`; zeros are left out.
    #[serde(default)]
    pub counts: IndexMap<String, u64>,
    /// The number of resources after the run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resources: Option<u64>,
    /// For a rollback, the number of the run whose inputs were restored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rolled_back_to: Option<u64>,
    /// The version of Lumi.
    pub version: String,
    /// The number of the entry that holds the state after this run; `None` if the state was not
    /// kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<u64>,
    /// The checksum of the snapshot after the run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) snapshot: Option<String>,
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
            stopped: false,
            counts: IndexMap::default(),
            resources: None,
            rolled_back_to: None,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            state: None,
            snapshot: None,
        }
    }
}

impl HistoryEntry {
    /// The end of the run.
    pub fn end(&self) -> DateTime<Utc> {
        let duration = i64::try_from(self.duration).ok();
        let duration = duration.and_then(TimeDelta::try_milliseconds);
        let end = duration.and_then(|it| self.at.checked_add_signed(it));
        end.unwrap_or(self.at)
    }

    /// Counts the resources of the state after the run.
    pub fn count(&mut self, state: &StackState) {
        let live = state
            .resources
            .values()
            .filter(|it| it.stage == Stage::Live);
        self.resources = u64::try_from(live.count()).ok();
    }
}

/// The snapshot after a run.
pub struct FinalSnapshot<'a> {
    pub checksum: String,
    /// `None` if the run did not write it.
    pub bytes: Option<Vec<u8>>,
    /// The path of the snapshot.
    pub path: &'a str,
}

/// Adds an entry and the state after the run, and removes entries and states beyond the limits.
pub async fn add(
    store: &dyn Store,
    stack: &str,
    mut entry: HistoryEntry,
    left: FinalSnapshot<'_>,
) -> Result<(), StateError> {
    let files = files(store, stack);
    let numbers = files.numbers().await?;
    let last = numbers.last().copied().unwrap_or(0);
    entry.number = last + 1;
    // Optional: the run has already succeeded.
    let kept = keep_state(store, stack, last, &left).await;
    entry.state = kept.unwrap_or_default();
    entry.snapshot = Some(left.checksum);
    files.add(&numbers, entry.number, &entry, KEPT).await
}

/// Keeps the state once for consecutive runs with the same result. Returns the number it is kept
/// under.
async fn keep_state(
    store: &dyn Store,
    stack: &str,
    last: u64,
    left: &FinalSnapshot<'_>,
) -> Result<Option<u64>, StateError> {
    let previous = entry(store, stack, last).await?;
    if let Some(previous) = previous.filter(|it| it.snapshot.as_ref() == Some(&left.checksum))
        && let Some(kept) = previous.state
        && recorded_state::numbers(store, stack).await?.contains(&kept)
    {
        return Ok(Some(kept));
    }
    let read;
    let bytes = match &left.bytes {
        Some(bytes) => Some(bytes),
        None => {
            read = store.read(left.path).await?.map(|it| it.bytes);
            read.as_ref()
        }
    };
    let number = last + 1;
    Ok(match bytes {
        Some(bytes) if recorded_state::keep(store, stack, number, bytes).await? => Some(number),
        _ => None,
    })
}

/// Reads one entry; `None` if it is missing or unreadable.
pub async fn entry(
    store: &dyn Store,
    stack: &str,
    number: u64,
) -> Result<Option<HistoryEntry>, StateError> {
    files(store, stack).read(number).await
}

pub async fn newest(store: &dyn Store, stack: &str) -> Result<Option<HistoryEntry>, StateError> {
    files(store, stack).newest().await
}

/// All entries, the newest first. Unreadable entries are skipped.
pub async fn list(store: &dyn Store, stack: &str) -> Result<Vec<HistoryEntry>, StateError> {
    files(store, stack).list().await
}

/// Copies all entries to another stack.
pub async fn copy(
    (from, from_stack): (&dyn Store, &str),
    (to, to_stack): (&dyn Store, &str),
) -> Result<(), StateError> {
    files(from, from_stack).copy_to(&files(to, to_stack)).await
}

/// Whether no run was ever finished.
pub async fn is_empty(store: &dyn Store, stack: &str) -> Result<bool, StateError> {
    Ok(files(store, stack).numbers().await?.is_empty())
}

fn files<'a>(store: &'a dyn Store, stack: &str) -> EntryFiles<'a, HistoryEntry> {
    EntryFiles::new(store, format!("{stack}/{FOLDER}"), "the history")
}
