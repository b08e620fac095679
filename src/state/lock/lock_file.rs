//! A lock file in a store: taken, looked at and removed.

use std::sync::Arc;
use std::time::Duration;

use super::lease::{Lease, LeaseRenewal, lock_bytes};
use super::lock_info::{LockFile as Content, LockInfo};
use crate::notice::Notice;
use crate::state_error::StateError;
use crate::stores::store::{Blob, Store};

/// The number of attempts to take a lock that others take and release.
const ATTEMPTS: usize = 5;

/// The place of a lock, held or not.
pub struct LockFile {
    pub store: Arc<dyn Store>,
    pub path: String,
    /// The file that tells the time by the store's clock.
    pub clock: String,
    /// The name of the stack, for messages.
    pub stack: String,
}

/// A lock that was taken. It is released when the renewal is dropped.
pub struct TakenLock {
    pub lease: Arc<Lease>,
    pub renewal: LeaseRenewal,
    /// A takeover, if there was one.
    pub notices: Vec<Notice>,
}

impl LockFile {
    /// Takes the lock for a command, such as `up`. A void lock is taken over with a notice; a valid one is
    /// [`StateError::Locked`].
    pub async fn take(
        self,
        owner: &str,
        operation: &str,
        lease: Duration,
    ) -> Result<TakenLock, StateError> {
        let note = LockInfo::new(owner, operation, lease);
        let mut notices = Vec::new();
        let blob = self.claim(&note, &mut notices).await?;
        let lease = Arc::new(Lease::new(self.store, self.path, self.stack, note, blob));
        let renewal = LeaseRenewal::start(Arc::clone(&lease))?;
        Ok(TakenLock {
            lease,
            renewal,
            notices,
        })
    }

    async fn claim(&self, note: &LockInfo, notices: &mut Vec<Notice>) -> Result<Blob, StateError> {
        let bytes = lock_bytes(&Content::Held(note.clone()))?;
        for _ in 0..ATTEMPTS {
            if let Some(blob) = self.store.create(&self.path, bytes.clone()).await? {
                return Ok(blob);
            }
            let Some((found, file)) = self.read().await? else {
                continue;
            };
            let old = match file {
                Content::Held(old) => Some(old),
                Content::Released { .. } => None,
            };
            let why = match &old {
                Some(old) => Some(self.stale_reason(old, &found).await?),
                None => None,
            };
            let replaced = self.store.replace(&self.path, &found, bytes.clone());
            if let Some(blob) = replaced.await? {
                if let (Some(note), Some(why)) = (old, why) {
                    let note = Box::new(note);
                    notices.push(Notice::TakenOver { note, why });
                }
                return Ok(blob);
            }
        }
        Err(self.changed())
    }

    /// Why a lock is void; fails with the holder of a valid lock.
    async fn stale_reason(&self, note: &LockInfo, blob: &Blob) -> Result<&'static str, StateError> {
        let now = self.store.now(&self.clock).await?;
        note.stale_reason(blob.modified, now)
            .ok_or_else(|| StateError::Locked {
                stack: self.stack.clone(),
                note: Box::new(note.clone()),
            })
    }

    async fn read(&self) -> Result<Option<(Blob, Content)>, StateError> {
        let Some(blob) = self.store.read(&self.path).await? else {
            return Ok(None);
        };
        match serde_json::from_slice(&blob.bytes) {
            Ok(file) => Ok(Some((blob, file))),
            Err(error) => Err(StateError::UnreadableLock {
                place: self.store.place(&self.path),
                problem: error.to_string(),
            }),
        }
    }

    /// The holder of the lock, void or not.
    pub async fn holder(&self) -> Result<Option<LockInfo>, StateError> {
        Ok(match self.read().await? {
            Some((_, Content::Held(note))) => Some(note),
            _ => None,
        })
    }

    /// The holder of the lock, if the lock is not void.
    pub async fn busy(&self) -> Result<Option<LockInfo>, StateError> {
        let Some((blob, Content::Held(note))) = self.read().await? else {
            return Ok(None);
        };
        match self.stale_reason(&note, &blob).await {
            Err(StateError::Locked { note, .. }) => Ok(Some(*note)),
            Err(error) => Err(error),
            Ok(_) => Ok(None),
        }
    }

    /// Removes a void lock, or with `force` any lock; returns its holder.
    pub async fn remove(&self, force: bool) -> Result<Option<LockInfo>, StateError> {
        let content = match self.read().await {
            Err(StateError::UnreadableLock { .. }) if force => {
                self.store.remove(&self.path).await?;
                return Ok(None);
            }
            content => content?,
        };
        let Some((blob, Content::Held(note))) = content else {
            return Ok(None);
        };
        if !force {
            self.stale_reason(&note, &blob).await?;
        }
        let by = note.token.clone();
        let tombstone = lock_bytes(&Content::Released { by })?;
        match self.store.withdraw(&self.path, &blob, tombstone).await? {
            true => Ok(Some(note)),
            false => Err(self.changed()),
        }
    }

    fn changed(&self) -> StateError {
        let place = self.store.place(&self.path);
        StateError::Changed { place }
    }
}
