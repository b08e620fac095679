//! A folder store that fails on demand.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::time::SystemTime;

use async_trait::async_trait;

use super::super::state_error::StateError;
use super::super::stores::folder_store::FolderStore;
use super::super::stores::store::{Blob, Log, Store};

/// The faults that tests choose, and counters.
pub struct Faults {
    /// Free space in bytes.
    pub space: AtomicI64,
    /// The number of durable writes.
    pub writes: AtomicU64,
    pub bytes: AtomicU64,
    /// Whether removing logs fails.
    pub keeps_logs: AtomicBool,
}

impl Faults {
    fn take(&self, bytes: &[u8]) -> Result<(), StateError> {
        self.writes.fetch_add(1, Ordering::SeqCst);
        self.bytes.fetch_add(bytes.len() as u64, Ordering::SeqCst);
        let left = self.space.fetch_sub(bytes.len() as i64, Ordering::SeqCst);
        if left < bytes.len() as i64 {
            let full = std::io::Error::from(std::io::ErrorKind::StorageFull);
            return Err(StateError::io("write", "the disk", full));
        }
        Ok(())
    }
}

pub struct FaultyStore {
    inner: FolderStore,
    pub faults: Arc<Faults>,
}

impl FaultyStore {
    pub fn new(folder: &Path) -> Self {
        Self {
            inner: FolderStore::new(folder.to_owned()),
            faults: Arc::new(Faults {
                space: AtomicI64::new(i64::MAX),
                writes: AtomicU64::new(0),
                bytes: AtomicU64::new(0),
                keeps_logs: AtomicBool::new(false),
            }),
        }
    }
}

#[async_trait]
impl Store for FaultyStore {
    fn place(&self, path: &str) -> String {
        self.inner.place(path)
    }

    fn is_local(&self) -> bool {
        true
    }

    async fn read(&self, path: &str) -> Result<Option<Blob>, StateError> {
        self.inner.read(path).await
    }

    async fn read_within(&self, path: &str, limit: u64) -> Result<Option<Blob>, StateError> {
        self.inner.read_within(path, limit).await
    }

    async fn write(&self, path: &str, bytes: Vec<u8>) -> Result<(), StateError> {
        self.faults.take(&bytes)?;
        self.inner.write(path, bytes).await
    }

    async fn create(&self, path: &str, bytes: Vec<u8>) -> Result<Option<Blob>, StateError> {
        self.inner.create(path, bytes).await
    }

    async fn replace(
        &self,
        path: &str,
        expected: &Blob,
        bytes: Vec<u8>,
    ) -> Result<Option<Blob>, StateError> {
        self.inner.replace(path, expected, bytes).await
    }

    async fn withdraw(
        &self,
        path: &str,
        expected: &Blob,
        tombstone: Vec<u8>,
    ) -> Result<bool, StateError> {
        self.inner.withdraw(path, expected, tombstone).await
    }

    async fn remove(&self, path: &str) -> Result<(), StateError> {
        self.inner.remove(path).await
    }

    async fn remove_all(&self, folder: &str) -> Result<(), StateError> {
        self.inner.remove_all(folder).await
    }

    async fn list(&self, folder: &str) -> Result<Vec<String>, StateError> {
        self.inner.list(folder).await
    }

    async fn now(&self, scratch: &str) -> Result<SystemTime, StateError> {
        self.inner.now(scratch).await
    }

    async fn read_log(
        &self,
        path: &str,
        except: Option<&str>,
    ) -> Result<Option<Vec<u8>>, StateError> {
        self.inner.read_log(path, except).await
    }

    async fn begin_log(
        &self,
        path: &str,
        name: &str,
        content: Vec<u8>,
    ) -> Result<Box<dyn Log>, StateError> {
        self.faults.take(&content)?;
        let log = self.inner.begin_log(path, name, content).await?;
        let faults = Arc::clone(&self.faults);
        Ok(Box::new(FaultyLog { log, faults }))
    }

    async fn remove_log(&self, path: &str) -> Result<(), StateError> {
        if self.faults.keeps_logs.load(Ordering::SeqCst) {
            let lost = std::io::Error::from(std::io::ErrorKind::ConnectionReset);
            return Err(StateError::io("remove", "the journal", lost));
        }
        self.inner.remove_log(path).await
    }
}

struct FaultyLog {
    log: Box<dyn Log>,
    faults: Arc<Faults>,
}

#[async_trait]
impl Log for FaultyLog {
    async fn append(&mut self, bytes: Vec<u8>) -> Result<(), StateError> {
        if let Err(error) = self.faults.take(&bytes) {
            // As on a full disk, a part is written.
            self.log.append(bytes[..bytes.len() / 2].to_vec()).await?;
            return Err(error);
        }
        self.log.append(bytes).await
    }
}
