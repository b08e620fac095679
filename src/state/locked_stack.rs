//! A stack that is locked: no other run changes it.

use std::sync::{Arc, Mutex, PoisonError};

use chrono::Utc;

use lumi_graph::Relocation;

use super::history::{self, HistoryEntry, LeftBehind};
use super::journal::Journal;
use super::journal_text;
use super::journal_writer::JournalWriter;
use super::key_source::KeySource;
use super::keyring::Keyring;
use super::lease::{Lease, LeaseRenewal};
use super::loaded_state::{Base, LoadedState};
use super::notice::Notice;
use super::record::Record;
use super::recorded_state;
use super::snapshot::{self, SnapshotId};
use super::stack::Stack;
use super::stack_state::StackState;
use super::state_error::StateError;
use super::store::Log;

/// Holds the lock of a stack until it is dropped; [`LockedStack::unlock`] tells whether that went well.
pub struct LockedStack {
    stack_writer: Arc<StackWriter>,
    renewal: LeaseRenewal,
    notices: Vec<Notice>,
}

impl LockedStack {
    pub(super) fn new(
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

    /// What happened on the way to the lock.
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

    /// Writes a state as the new snapshot, whatever was there: a new stack, an import, an edit.
    pub async fn save(&self, state: &StackState) -> Result<(), StateError> {
        let journal = self.stack_writer.base().await?.journal.map(|it| it.id);
        self.stack_writer.save(state, journal).await
    }

    /// Keeps copies of a state that cannot be read beside it, and lets [`Self::save`] put another
    /// in its place; answers where they are. Until that is done, the state stays unreadable.
    pub async fn set_aside(&self) -> Result<Vec<String>, StateError> {
        self.stack_writer.set_aside().await
    }

    /// Adds a run to the history that had no journal.
    pub async fn add_history(&self, entry: HistoryEntry) -> Result<(), StateError> {
        self.stack_writer.add_history(entry).await
    }

    /// Gives the stack a new key, protected by `source`, and encrypts its state with it. Secrets
    /// outside of the state are sealed anew with the keyring meanwhile;
    /// [`Self::finish_rotation`] then drops the old key.
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

    /// Encrypts the states of the history with the newest key. One that cannot be read goes: nothing
    /// depends on it.
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
                Err(_) => store.remove(&recorded_state::path(folder, number)).await?,
            }
        }
        Ok(())
    }

    /// Drops every key but the newest. What was not sealed anew cannot be read from then on.
    pub async fn finish_rotation(&self) -> Result<(), StateError> {
        let keyring = self.stack_writer.stack.keyring().await?;
        self.stack_writer.lease.renew().await?;
        keyring.drop_old_keys().await
    }

    /// Removes the stack with its history and its key. Whether there are resources left is for the
    /// caller to look at.
    pub async fn remove(self) -> Result<(), StateError> {
        self.stack_writer.lease.renew().await?;
        let Stack { store, folder, .. } = &self.stack_writer.stack;
        // First what makes it a stack, should this be interrupted.
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

    /// Copies keys, state and history to a place of the stack in another backend. The state is the
    /// one of this stack; its copy is complete once this is done.
    pub async fn copy_to(&self, target: &Self, state: &StackState) -> Result<(), StateError> {
        self.stack_writer.lease.renew().await?;
        target.stack_writer.lease.renew().await?;
        let (from, to) = (&self.stack_writer.stack, &target.stack_writer.stack);
        // The key before anything that it encrypts.
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

    /// Copies the list of runs, with the states that they left.
    pub async fn copy_history(&self, target: &Self) -> Result<(), StateError> {
        let (from, to) = (&self.stack_writer.stack, &target.stack_writer.stack);
        for number in recorded_state::numbers(&*from.store, &from.folder).await? {
            // Nothing depends on a state that cannot be read.
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
        history::copy((&*from.store, &from.folder), (&*to.store, &to.folder)).await
    }

    /// Gives the lock up.
    pub async fn unlock(self) -> Result<(), StateError> {
        self.renewal.finish().await
    }
}

/// What a lock and the journals under it share.
pub(super) struct StackWriter {
    stack: Stack,
    lease: Arc<Lease>,
    base: Mutex<Option<Base>>,
    /// The last snapshot, until the history has it.
    written: Mutex<Option<Vec<u8>>>,
}

impl StackWriter {
    pub(super) fn new(stack: Stack, lease: Arc<Lease>) -> Self {
        Self {
            stack,
            lease,
            base: Mutex::new(None),
            written: Mutex::new(None),
        }
    }

    async fn load(&self) -> Result<LoadedState, StateError> {
        let (loaded, base) = self.stack.load_base().await?;
        self.set_base(base);
        Ok(loaded)
    }

    /// What the next snapshot or journal goes on from; only the holder of the lock changes it.
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
        let journal = (!journal.is_empty()).then_some((journal_path, journal));
        let time = Utc::now().format("%Y%m%dT%H%M%S%3fZ");
        let mut places = Vec::new();
        for (path, bytes) in snapshot.into_iter().chain(journal) {
            self.lease.renew().await?;
            let aside = format!("{path}.damaged-{time}");
            store.write(&aside, bytes).await?;
            places.push(store.place(&aside));
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
        self.base
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    fn set_base(&self, base: Base) {
        *self.base.lock().unwrap_or_else(PoisonError::into_inner) = Some(base);
    }

    pub(super) fn is_local(&self) -> bool {
        self.stack.store.is_local()
    }

    pub(super) fn journal_place(&self) -> String {
        self.stack.store.place(&self.stack.journal_path())
    }

    pub(super) fn record_line(&self, record: &Record) -> Result<Vec<u8>, StateError> {
        journal_text::line(record, self.stack.known_keyring())
    }

    /// What has to be so before anything is written: the lock is held, and the keys of what is
    /// encrypted are safe.
    pub(super) async fn before_write(&self) -> Result<(), StateError> {
        self.lease.ensure().await?;
        self.stack.known_keyring().save().await
    }

    pub(super) async fn begin_log(
        &self,
        id: &str,
        content: Vec<u8>,
    ) -> Result<Box<dyn Log>, StateError> {
        let path = self.stack.journal_path();
        self.stack.store.begin_log(&path, id, content).await
    }

    /// Writes a snapshot that has `journal` folded in, and removes that.
    pub(super) async fn save(
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
        // The last moment to find that another run has the lock.
        self.lease.renew().await?;
        self.before_write().await?;
        let path = self.stack.snapshot_path();
        self.stack.store.write(&path, bytes.clone()).await?;
        *self.written.lock().unwrap_or_else(PoisonError::into_inner) = Some(bytes);
        let is_folded = id.journal.is_some();
        self.set_base(Base {
            snapshot: id,
            checksum: Some(checksum),
            journal: None,
        });
        let journal = self.stack.journal_path();
        match self.stack.store.remove_log(&journal).await {
            // The snapshot names the journal that it has folded in: what is left of that is not
            // read any more, and the next journal takes its place.
            Err(_) if is_folded => Ok(()),
            removed => removed,
        }
    }

    pub(super) async fn add_history(&self, entry: HistoryEntry) -> Result<(), StateError> {
        self.lease.ensure().await?;
        let Stack { store, folder, .. } = &self.stack;
        // A history without a snapshot would look as if that had been lost.
        let Some(checksum) = self.base().await?.checksum else {
            return Ok(());
        };
        let written = &self.written;
        let bytes = written
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        let left = LeftBehind {
            checksum,
            bytes,
            path: &self.stack.snapshot_path(),
        };
        history::add(&**store, folder, entry, left).await
    }
}
