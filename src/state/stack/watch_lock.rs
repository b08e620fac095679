//! The lock of the one process that watches a stack for drift.

use std::sync::Arc;
use std::time::Duration;

use super::stack::Stack;
use crate::lock::lease::{Lease, LeaseRenewal};
use crate::lock::lock_file::LockFile;
use crate::notice::Notice;
use crate::state_error::StateError;

/// The time for which the lock is valid without being renewed.
const LEASE: Duration = Duration::from_secs(60);

/// Held while a stack is watched. Deployments do not wait for it.
pub struct WatchLock {
    lease: Arc<Lease>,
    renewal: LeaseRenewal,
    notices: Vec<Notice>,
}

impl WatchLock {
    /// A takeover from a process that is gone.
    pub fn notices(&self) -> &[Notice] {
        &self.notices
    }

    /// Fails with [`StateError::LockLost`] if another process watches the stack now, because this one slept or could not
    /// reach the lock.
    pub async fn ensure(&self) -> Result<(), StateError> {
        self.lease.ensure().await
    }

    /// Releases the lock.
    pub async fn unlock(self) -> Result<(), StateError> {
        self.renewal.finish().await
    }
}

impl Stack {
    /// Takes the lock of `lumi watch`; fails with [`StateError::Watched`] if another process has it.
    pub async fn lock_watch(&self, owner: &str) -> Result<WatchLock, StateError> {
        let file: LockFile = self.lock_file("watch");
        let taken = file.take(owner, "watch", LEASE).await;
        let taken = taken.map_err(|error| match error {
            StateError::Locked { stack, note } => StateError::Watched { stack, note },
            error => error,
        })?;
        Ok(WatchLock {
            lease: taken.lease,
            renewal: taken.renewal,
            notices: taken.notices,
        })
    }
}
