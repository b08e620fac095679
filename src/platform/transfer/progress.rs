//! How far an export or an import has come.

use std::collections::BTreeMap;

use super::entry::EntryKind;

/// Numbers of what was read and written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The number of entries by kind.
    pub counts: BTreeMap<EntryKind, u64>,
    /// Bytes of their contents.
    pub bytes: u64,
    /// The number of entries that an earlier run, which was interrupted, had moved.
    pub continued: u64,
}

/// Gets the numbers after each step.
pub type Watcher<'a> = &'a mut (dyn FnMut(&Progress) + Send);

impl Progress {
    pub fn add(&mut self, kind: EntryKind, bytes: usize) {
        *self.counts.entry(kind).or_default() += 1;
        self.bytes += bytes as u64;
    }

    /// The number of all entries.
    pub fn total(&self) -> u64 {
        self.counts.values().sum()
    }
}
