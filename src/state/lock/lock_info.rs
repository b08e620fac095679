//! The content of a lock: its holder and its lease.

use std::fmt;
use std::time::{Duration, SystemTime};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::process_id::ProcessId;

/// The holder of a stack's lock, the operation, and the lease.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LockInfo {
    /// A unique id of this lock.
    pub token: String,
    /// The user.
    pub owner: String,
    pub process: ProcessId,
    /// The command, such as `up`.
    pub operation: String,
    pub since: DateTime<Utc>,
    /// The end of the lease by the holder's clock. Other processes use the store's clock.
    pub expires: DateTime<Utc>,
    /// Seconds for which the lock is valid after it was last written.
    pub lease: u64,
}

/// The content of a lock file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum LockFile {
    Held(LockInfo),
    /// Written instead of removing the lock where the store has no conditional removal.
    Released {
        by: String,
    },
}

impl LockInfo {
    pub(crate) fn new(owner: &str, operation: &str, lease: Duration) -> Self {
        let now = DateTime::<Utc>::from(SystemTime::now());
        Self {
            token: uuid::Uuid::new_v4().to_string(),
            owner: owner.to_owned(),
            process: ProcessId::current(),
            operation: operation.to_owned(),
            since: now,
            expires: now + lease,
            lease: lease.as_secs(),
        }
    }

    /// A copy whose lease starts now.
    pub(crate) fn renewed(&self) -> Self {
        Self {
            expires: DateTime::<Utc>::from(SystemTime::now()) + Duration::from_secs(self.lease),
            ..self.clone()
        }
    }

    /// Why the lock is void; `None` if it is valid, or may be. Both times are from the store's
    /// clock: clocks of two machines are never compared.
    pub(crate) fn stale_reason(
        &self,
        modified: SystemTime,
        now: SystemTime,
    ) -> Option<&'static str> {
        if self.process.is_gone() {
            return Some("its process is gone");
        }
        // A live process is certain; the clock may have jumped.
        if self.process.is_alive() {
            return None;
        }
        let age = now.duration_since(modified).ok()?;
        // One second of tolerance, as some stores keep whole seconds only.
        (age > Duration::from_secs(self.lease + 1)).then_some("it has not been renewed in time")
    }
}

impl fmt::Display for LockInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ProcessId { host, pid, .. } = &self.process;
        write!(
            f,
            "{} on {host} (process {pid}), for `lumi {}` since {}",
            self.owner,
            self.operation,
            self.since.format("%Y-%m-%d %H:%M:%S UTC")
        )
    }
}
