//! One stack of a backend.

use std::sync::Arc;
use std::time::Duration;

use lumi_graph::Sealer;

use super::drift_history;
use super::drift_history::DriftEntry;
use super::history;
use super::history::HistoryEntry;
use super::locked_stack::{LockedStack, StackWriter};
use super::recorded_state;
use crate::documents::masking_sealer::MaskingSealer;
use crate::journal::loaded_state::{Base, Files, LoadedState};
use crate::journal::snapshot;
use crate::journal::snapshot::SnapshotId;
use crate::keys::keyring::Keyring;
use crate::lock::lock_file::LockFile;
use crate::lock::lock_info::LockInfo;
use crate::notice::Notice;
use crate::stack_state::StackState;
use crate::state_error::StateError;
use crate::stores::store::Store;

/// The time for which a lock is valid without being renewed.
const LEASE: Duration = Duration::from_secs(60);
/// The number of attempts to read a state that changes while it is read.
const ATTEMPTS: usize = 5;

/// A handle to a stack of a backend; cheap to clone. The stack need not exist.
#[derive(Clone)]
pub struct Stack {
    pub(crate) store: Arc<dyn Store>,
    /// The folder of all files of the stack.
    pub(crate) folder: String,
    pub(crate) project: String,
    pub(crate) name: String,
    keyring: Keyring,
}

impl Stack {
    pub(crate) fn new(
        store: Arc<dyn Store>,
        folder: String,
        project: &str,
        name: &str,
        keyring: Keyring,
    ) -> Self {
        Self {
            store,
            folder,
            project: project.to_owned(),
            name: name.to_owned(),
            keyring,
        }
    }

    pub fn project(&self) -> &str {
        &self.project
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// The location of the stack, for messages.
    pub fn place(&self) -> String {
        self.store.place(&self.folder)
    }

    /// The keyring, ready for use. The passphrase or key file is checked when the first secret is
    /// sealed or unsealed.
    pub async fn keyring(&self) -> Result<Keyring, StateError> {
        self.keyring.fetch().await?;
        Ok(self.keyring.clone())
    }

    /// Checks that secrets of the stack can be encrypted and decrypted; fails if the passphrase or
    /// the key file is missing or wrong. Succeeds for a stack without a key.
    pub async fn check_key(&self) -> Result<(), StateError> {
        Ok(self.keyring().await?.check()?)
    }

    /// The keyring, without fetching the key document first.
    pub(crate) fn known_keyring(&self) -> &Keyring {
        &self.keyring
    }

    /// Takes the notices that arose outside of loading and locking.
    pub fn take_notices(&self) -> Vec<Notice> {
        self.keyring.take_notices()
    }

    /// Reads the state without a lock: a consistent state of some moment, even during a run (the
    /// records in that run's journal are included, and reported as recovered).
    pub async fn load(&self) -> Result<LoadedState, StateError> {
        self.load_marked().await.map(|(loaded, _)| loaded)
    }

    /// Reads the state of what may be an unfinished copy.
    pub async fn load_copy(&self) -> Result<LoadedState, StateError> {
        self.load_base().await.map(|(loaded, _)| loaded)
    }

    /// Fails if the stack is not to be used here; see [`super::stack_mark`].
    pub(crate) async fn load_marked(&self) -> Result<(LoadedState, Base), StateError> {
        let (mark, loaded) = tokio::join!(self.check_mark(), self.load_base());
        mark?;
        loaded
    }

    /// Reads the state without its keys: every secret is an empty text, still marked as secret.
    pub async fn load_masked(&self) -> Result<LoadedState, StateError> {
        let (mark, loaded) = tokio::join!(self.check_mark(), self.load_unsealed(&MaskingSealer));
        mark?;
        loaded.map(|(loaded, _)| loaded)
    }

    pub(crate) async fn load_base(&self) -> Result<(LoadedState, Base), StateError> {
        self.keyring.fetch().await?;
        self.load_unsealed(&self.keyring).await
    }

    async fn load_unsealed(
        &self,
        sealer: &(dyn Sealer + Sync),
    ) -> Result<(LoadedState, Base), StateError> {
        let mut snapshot = self.read_snapshot().await?;
        for _ in 0..ATTEMPTS {
            let result = self.load_with(snapshot.as_deref(), sealer).await;
            let Err(StateError::Record { .. }) = result else {
                return result;
            };
            // A run may have ended between the two reads and written a newer snapshot.
            let again = self.read_snapshot().await?;
            if again == snapshot {
                return result;
            }
            snapshot = again;
        }
        let place = self.store.place(&self.folder);
        Err(StateError::Changed { place })
    }

    async fn read_snapshot(&self) -> Result<Option<Vec<u8>>, StateError> {
        let blob = self.store.read(&self.snapshot_path()).await?;
        Ok(blob.map(|it| it.bytes))
    }

    async fn load_with(
        &self,
        snapshot: Option<&[u8]>,
        sealer: &(dyn Sealer + Sync),
    ) -> Result<(LoadedState, Base), StateError> {
        let folded = snapshot.and_then(snapshot::folded_journal);
        let journal = self
            .store
            .read_log(&self.journal_path(), folded.as_deref())
            .await?;
        let files = Files {
            project: &self.project,
            stack: &self.name,
            snapshot,
            snapshot_place: &self.store.place(&self.snapshot_path()),
            journal: journal.as_deref(),
            journal_place: &self.store.place(&self.journal_path()),
        };
        // A wrong passphrase must not be reported as damage.
        let (loaded, base) = files
            .load(sealer)
            .map_err(|error| self.keyring.failure().map_or(error, StateError::Key))?;
        // A finished run always leaves a snapshot, so a history without one means that it was lost.
        if snapshot.is_none() && !history::is_empty(&*self.store, &self.folder).await? {
            return Err(StateError::Damaged {
                place: self.store.place(&self.snapshot_path()),
                problem: "it is missing, but the stack has a history".to_owned(),
            });
        }
        Ok((loaded, base))
    }

    /// Takes the lock for a command, such as `up`. A void lock is taken over with a notice; a valid
    /// one is [`StateError::LockedStack`].
    pub async fn lock(&self, owner: &str, operation: &str) -> Result<LockedStack, StateError> {
        self.lock_for(owner, operation, LEASE).await
    }

    pub(crate) async fn lock_for(
        &self,
        owner: &str,
        operation: &str,
        lease: Duration,
    ) -> Result<LockedStack, StateError> {
        let taken = self.lock_file("lock").take(owner, operation, lease).await?;
        let stack_writer = StackWriter::new(self.clone(), taken.lease);
        Ok(LockedStack::new(stack_writer, taken.renewal, taken.notices))
    }

    /// The lock of this name.
    pub(crate) fn lock_file(&self, name: &str) -> LockFile {
        LockFile {
            store: Arc::clone(&self.store),
            path: format!("{}/{name}", self.folder),
            clock: format!("{}/clock", self.folder),
            stack: self.name.clone(),
        }
    }

    /// The holder of the lock, void or not.
    pub async fn holder(&self) -> Result<Option<LockInfo>, StateError> {
        self.lock_file("lock").holder().await
    }

    /// The holder of the lock, if the lock is not void.
    pub async fn busy(&self) -> Result<Option<LockInfo>, StateError> {
        self.lock_file("lock").busy().await
    }

    /// Removes a void lock, or with `force` any lock; returns its holder.
    pub async fn unlock(&self, force: bool) -> Result<Option<LockInfo>, StateError> {
        self.lock_file("lock").remove(force).await
    }

    /// The entries of the history of drift, the newest first.
    pub async fn drift_history(&self) -> Result<Vec<DriftEntry>, StateError> {
        drift_history::list(&*self.store, &self.folder).await
    }

    /// The newest entry of the history of drift.
    pub async fn newest_drift_entry(&self) -> Result<Option<DriftEntry>, StateError> {
        drift_history::newest(&*self.store, &self.folder).await
    }

    /// Adds an entry to the history of drift, and returns it with its number. Only the holder of the
    /// [lock of the watch](Self::lock_watch) calls it.
    pub async fn add_drift_entry(&self, entry: DriftEntry) -> Result<DriftEntry, StateError> {
        drift_history::add(&*self.store, &self.folder, entry).await
    }

    /// The entries of the history, the newest first.
    pub async fn history(&self) -> Result<Vec<HistoryEntry>, StateError> {
        history::list(&*self.store, &self.folder).await
    }

    /// One run of the history.
    pub async fn history_entry(&self, number: u64) -> Result<Option<HistoryEntry>, StateError> {
        history::entry(&*self.store, &self.folder, number).await
    }

    pub async fn newest_history_entry(&self) -> Result<Option<HistoryEntry>, StateError> {
        history::newest(&*self.store, &self.folder).await
    }

    /// The state after a run; `None` if it was not kept or has been removed.
    pub async fn state_after(&self, run: &HistoryEntry) -> Result<Option<StackState>, StateError> {
        match run.state {
            Some(number) => self.read_recorded(number).await,
            None => Ok(None),
        }
    }

    pub(crate) async fn read_recorded(
        &self,
        number: u64,
    ) -> Result<Option<StackState>, StateError> {
        self.keyring.fetch().await?;
        let Some(bytes) = recorded_state::read(&*self.store, &self.folder, number).await? else {
            return Ok(None);
        };
        let place = recorded_state::place(&*self.store, &self.folder, number);
        let (project, name) = (&self.project, &self.name);
        let read = snapshot::read(&bytes, &place, project, name, &self.keyring);
        // A wrong passphrase must not be reported as damage.
        let read = read.map_err(|error| self.keyring.failure().map_or(error, StateError::Key));
        Ok(Some(read?.state))
    }

    /// The bytes of a kept state, encrypted with the newest key.
    pub(crate) fn recorded_bytes(
        &self,
        number: u64,
        state: &StackState,
    ) -> Result<Vec<u8>, StateError> {
        let id = SnapshotId {
            project: self.project.clone(),
            stack: self.name.clone(),
            serial: number,
            journal: None,
        };
        Ok(snapshot::write(&id, state, &self.keyring)?.0)
    }

    pub(crate) fn snapshot_path(&self) -> String {
        format!("{}/snapshot.json", self.folder)
    }

    pub(crate) fn journal_path(&self) -> String {
        format!("{}/journal", self.folder)
    }
}
