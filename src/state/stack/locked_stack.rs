//! A stack that is locked: no other run changes it.

use std::sync::Arc;
use std::time::SystemTime;

use chrono::{DateTime, Utc};
use parking_lot::Mutex;

use lumi_graph::Relocation;

use super::drift_history;
use super::history;
use super::history::FinalSnapshot;
use super::history::HistoryEntry;
use super::recorded_state;
use super::stack::Stack;
use crate::journal::journal::Journal;
use crate::journal::journal_text;
use crate::journal::journal_writer::JournalWriter;
use crate::journal::loaded_state::{Base, LoadedState};
use crate::journal::snapshot;
use crate::journal::snapshot::SnapshotId;
use crate::keys::key_source::KeySource;
use crate::keys::keyring::Keyring;
use crate::lock::lease::{Lease, LeaseRenewal};
use crate::notice::Notice;
use crate::record::Record;
use crate::stack_state::StackState;
use crate::state_error::StateError;
use crate::stores::store::Log;

/// Holds the lock of a stack until dropped; [`LockedStack::unlock`] reports a failed release.
pub struct LockedStack {
    stack_writer: Arc<StackWriter>,
    renewal: LeaseRenewal,
    notices: Vec<Notice>,
}

impl LockedStack {
    pub(crate) fn new(
        stack_writer: StackWriter,
        renewal: LeaseRenewal,
        notices: Vec<Notice>,
    ) -> Self {
        Self {
            stack_writer: Arc::new(stack_writer),
            renewal,
            notices,
        }
    }

    /// Notices from taking the lock, such as a takeover.
    pub fn notices(&self) -> &[Notice] {
        &self.notices
    }

    pub fn stack(&self) -> &Stack {
        &self.stack_writer.stack
    }

    /// Reads the state.
    pub async fn load(&self) -> Result<LoadedState, StateError> {
        self.stack_writer.load().await
    }

    /// Starts the journal of a run. Nothing is written before its first record.
    pub async fn open_journal(&self) -> Result<Journal, StateError> {
        let base = self.stack_writer.base().await?;
        let writer = JournalWriter::new(Arc::clone(&self.stack_writer), &base)?;
        Journal::start(Arc::clone(&self.stack_writer), writer)
    }

    /// Writes a state as the new snapshot, whatever was there before: for a new stack, an import or
    /// an edit.
    pub async fn save(&self, state: &StackState) -> Result<(), StateError> {
        let journal = self.stack_writer.base().await?.journal.map(|it| it.id);
        self.stack_writer.save(state, journal).await
    }

    /// Copies an unreadable state to other files and allows [`Self::save`] to replace it; returns
    /// the paths of the copies. The state stays unreadable until it is replaced.
    pub async fn set_aside(&self) -> Result<Vec<String>, StateError> {
        self.stack_writer.set_aside().await
    }

    /// Adds an entry to the history for a run without a journal.
    pub async fn add_history(&self, entry: HistoryEntry) -> Result<(), StateError> {
        self.stack_writer.add_history(entry).await
    }

    /// Gives the stack a new key, protected by `source`, and encrypts its state with it. The caller
    /// then encrypts secrets outside the state with the returned keyring, and calls
    /// [`Self::finish_rotation`] to drop the old key.
    pub async fn rotate(&self, source: KeySource) -> Result<Keyring, StateError> {
        let loaded = self.load().await?;
        let keyring = self.stack_writer.stack.keyring().await?;
        keyring.add_key(source).await?;
        if loaded.exists {
            self.save(&loaded.state).await?;
        }
        self.seal_history().await?;
        Ok(keyring)
    }

    /// Encrypts the states of the history with the newest key, and removes unreadable ones.
    async fn seal_history(&self) -> Result<(), StateError> {
        let stack = &self.stack_writer.stack;
        let Stack { store, folder, .. } = stack;
        for number in recorded_state::numbers(&**store, folder).await? {
            self.stack_writer.before_write().await?;
            match stack.read_recorded(number).await {
                Ok(Some(state)) => {
                    let bytes = stack.recorded_bytes(number, &state)?;
                    recorded_state::replace(&**store, folder, number, &bytes).await?;
                }
                Ok(None) => {}
                Err(_) => recorded_state::remove(&**store, folder, number).await?,
            }
        }
        Ok(())
    }

    /// Drops every key except the newest. Secrets that still use an old key become unreadable.
    pub async fn finish_rotation(&self) -> Result<(), StateError> {
        let keyring = self.stack_writer.stack.keyring().await?;
        self.stack_writer.lease.renew().await?;
        keyring.drop_old_keys().await
    }

    /// Removes the stack with its history and its key. The caller checks that no resources are
    /// left.
    pub async fn remove(self) -> Result<(), StateError> {
        self.stack_writer.lease.renew().await?;
        let Stack { store, folder, .. } = &self.stack_writer.stack;
        // The history first: without a snapshot it would look as if the snapshot was lost.
        store.remove_all(&format!("{folder}/history")).await?;
        store
            .remove_log(&self.stack_writer.stack.journal_path())
            .await?;
        store
            .remove(&self.stack_writer.stack.snapshot_path())
            .await?;
        store.remove(&format!("{folder}/keys.json")).await?;
        let (store, folder) = (Arc::clone(store), folder.clone());
        self.unlock().await?;
        store.remove_all(&folder).await
    }

    /// Copies keys, state and history to the stack in another backend. `state` is the state of this
    /// stack; the copy is complete when this returns.
    pub async fn copy_to(&self, target: &Self, state: &StackState) -> Result<(), StateError> {
        self.stack_writer.lease.renew().await?;
        target.stack_writer.lease.renew().await?;
        let (from, to) = (&self.stack_writer.stack, &target.stack_writer.stack);
        // The key first, as the rest is encrypted with it.
        if let Some(keys) = from
            .store
            .read(&format!("{}/keys.json", from.folder))
            .await?
        {
            let path = format!("{}/keys.json", to.folder);
            to.store.write(&path, keys.bytes).await?;
        }
        target.save(state).await?;
        self.copy_history(target).await
    }

    /// Copies the history and the states that it keeps.
    pub async fn copy_history(&self, target: &Self) -> Result<(), StateError> {
        let (from, to) = (&self.stack_writer.stack, &target.stack_writer.stack);
        for number in recorded_state::numbers(&*from.store, &from.folder).await? {
            // Skip states that cannot be read.
            let Ok(Some(mut state)) = from.read_recorded(number).await else {
                continue;
            };
            state.map_urns(&Relocation {
                from: (&from.name, &from.project),
                to: (&to.name, &to.project),
            });
            let bytes = to.recorded_bytes(number, &state)?;
            target.stack_writer.before_write().await?;
            recorded_state::replace(&*to.store, &to.folder, number, &bytes).await?;
        }
        let (from, to) = ((&*from.store, &*from.folder), (&*to.store, &*to.folder));
        let stacks = (&self.stack_writer.stack, &target.stack_writer.stack);
        stacks.0.copy_set_back(stacks.1).await?;
        drift_history::copy(from, to).await?;
        history::copy(from, to).await
    }

    /// Fails if another run may have taken the lock.
    pub(crate) async fn ensure_lease(&self) -> Result<(), StateError> {
        self.stack_writer.lease.renew().await
    }

    /// Releases the lock.
    pub async fn unlock(self) -> Result<(), StateError> {
        self.renewal.finish().await
    }
}

/// The parts that a lock shares with the journals written under it.
pub struct StackWriter {
    stack: Stack,
    lease: Arc<Lease>,
    base: Mutex<Option<Base>>,
    /// The last snapshot, kept for the history entry.
    written: Mutex<Option<Vec<u8>>>,
}

impl StackWriter {
    pub fn new(stack: Stack, lease: Arc<Lease>) -> Self {
        Self {
            stack,
            lease,
            base: Mutex::new(None),
            written: Mutex::new(None),
        }
    }

    async fn load(&self) -> Result<LoadedState, StateError> {
        let (loaded, base) = self.stack.load_marked().await?;
        self.set_base(base);
        Ok(loaded)
    }

    /// The snapshot and journal to continue from; only the lock's holder changes them.
    async fn base(&self) -> Result<Base, StateError> {
        if let Some(base) = self.known_base() {
            return Ok(base);
        }
        let (_, base) = self.stack.load_base().await?;
        self.set_base(base.clone());
        Ok(base)
    }

    async fn set_aside(&self) -> Result<Vec<String>, StateError> {
        let Stack { store, .. } = &self.stack;
        let journal_path = self.stack.journal_path();
        let snapshot = store.read(&self.stack.snapshot_path()).await?;
        let journal = store.read_log(&journal_path, None).await?;
        let snapshot = snapshot.map(|it| (self.stack.snapshot_path(), it.bytes));
        let is_headless = journal.as_ref().is_some_and(|it| !it.contains(&b'\n'));
        let journal = journal.map(|it| (journal_path.clone(), it));
        let time = DateTime::<Utc>::from(SystemTime::now()).format("%Y%m%dT%H%M%S%3fZ");
        let mut places = Vec::new();
        for (path, bytes) in snapshot.into_iter().chain(journal) {
            self.lease.renew().await?;
            let aside = format!("{path}.damaged-{time}");
            store.write(&aside, bytes).await?;
            places.push(store.place(&aside));
        }
        if is_headless {
            // Without a whole header it has no records, and would be damage beside the next snapshot, too. Any other
            // journal stays until its records are replaced.
            store.remove_log(&journal_path).await?;
        }
        let (project, stack) = (self.stack.project.clone(), self.stack.name.clone());
        self.set_base(Base {
            snapshot: SnapshotId {
                project,
                stack,
                ..SnapshotId::default()
            },
            ..Base::default()
        });
        Ok(places)
    }

    fn known_base(&self) -> Option<Base> {
        self.base.lock().clone()
    }

    fn set_base(&self, base: Base) {
        *self.base.lock() = Some(base);
    }

    pub fn is_local(&self) -> bool {
        self.stack.store.is_local()
    }

    pub fn journal_place(&self) -> String {
        self.stack.store.place(&self.stack.journal_path())
    }

    pub fn record_line(&self, record: &Record) -> Result<Vec<u8>, StateError> {
        journal_text::line(record, self.stack.known_keyring())
    }

    /// Ensures the conditions of a write: the lock is held, and the keys of encrypted values are
    /// saved.
    pub async fn before_write(&self) -> Result<(), StateError> {
        self.lease.ensure().await?;
        self.stack.known_keyring().save().await
    }

    pub async fn begin_log(&self, id: &str, content: Vec<u8>) -> Result<Box<dyn Log>, StateError> {
        let path = self.stack.journal_path();
        self.stack.store.begin_log(&path, id, content).await
    }

    /// Writes a snapshot that includes `journal`, and removes the journal.
    pub async fn save(
        &self,
        state: &StackState,
        journal: Option<String>,
    ) -> Result<(), StateError> {
        let base = self.base().await?;
        let id = SnapshotId {
            project: self.stack.project.clone(),
            stack: self.stack.name.clone(),
            serial: base.snapshot.serial + 1,
            journal,
        };
        let (bytes, checksum) = snapshot::write(&id, state, self.stack.known_keyring())?;
        // The last chance to detect that another run has taken the lock.
        self.lease.renew().await?;
        self.before_write().await?;
        let path = self.stack.snapshot_path();
        self.stack.store.write(&path, bytes.clone()).await?;
        *self.written.lock() = Some(bytes);
        let is_folded = id.journal.is_some();
        self.set_base(Base {
            snapshot: id,
            checksum: Some(checksum),
            journal: None,
        });
        let journal = self.stack.journal_path();
        match self.stack.store.remove_log(&journal).await {
            // The snapshot names the journal that it includes: a leftover is ignored, and the next
            // journal replaces it.
            Err(_) if is_folded => Ok(()),
            removed => removed,
        }
    }

    pub async fn add_history(&self, entry: HistoryEntry) -> Result<(), StateError> {
        self.lease.ensure().await?;
        let Stack { store, folder, .. } = &self.stack;
        // A history without a snapshot would look like a lost snapshot.
        let Some(checksum) = self.base().await?.checksum else {
            return Ok(());
        };
        let written = &self.written;
        let bytes = written.lock().take();
        let left = FinalSnapshot {
            checksum,
            bytes,
            path: &self.stack.snapshot_path(),
        };
        history::add(&**store, folder, entry, left).await
    }
}
