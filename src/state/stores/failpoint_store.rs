//! A store that ends the process at its failpoint.

use std::sync::Arc;
use std::time::SystemTime;

use async_trait::async_trait;

use super::failpoint::{Failpoint, FailpointMoment, die};
use super::store::{Blob, Log, Store};
use crate::state_error::StateError;

pub struct FailpointStore {
    inner: Arc<dyn Store>,
    point: Arc<Failpoint>,
}

impl FailpointStore {
    pub fn new(inner: Arc<dyn Store>, point: Failpoint) -> Self {
        let point = Arc::new(point);
        Self { inner, point }
    }
}

/// Runs an atomic write.
async fn whole<T>(point: &Failpoint, write: impl Future<Output = T>) -> T {
    let moment = point.count();
    if matches!(
        moment,
        Some(FailpointMoment::Before | FailpointMoment::Torn)
    ) {
        die();
    }
    let written = write.await;
    if moment == Some(FailpointMoment::After) {
        die();
    }
    written
}

#[async_trait]
impl Store for FailpointStore {
    fn place(&self, path: &str) -> String {
        self.inner.place(path)
    }

    fn is_local(&self) -> bool {
        self.inner.is_local()
    }

    async fn read(&self, path: &str) -> Result<Option<Blob>, StateError> {
        self.inner.read(path).await
    }

    async fn read_within(&self, path: &str, limit: u64) -> Result<Option<Blob>, StateError> {
        self.inner.read_within(path, limit).await
    }

    async fn write(&self, path: &str, bytes: Vec<u8>) -> Result<(), StateError> {
        whole(&self.point, self.inner.write(path, bytes)).await
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
        whole(&self.point, self.inner.remove(path)).await
    }

    async fn remove_all(&self, folder: &str) -> Result<(), StateError> {
        whole(&self.point, self.inner.remove_all(folder)).await
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
        let log = whole(&self.point, self.inner.begin_log(path, name, content)).await?;
        let point = Arc::clone(&self.point);
        Ok(Box::new(FailpointLog { log, point }))
    }

    async fn remove_log(&self, path: &str) -> Result<(), StateError> {
        whole(&self.point, self.inner.remove_log(path)).await
    }
}

struct FailpointLog {
    log: Box<dyn Log>,
    point: Arc<Failpoint>,
}

#[async_trait]
impl Log for FailpointLog {
    async fn append(&mut self, mut bytes: Vec<u8>) -> Result<(), StateError> {
        let moment = self.point.count();
        if moment == Some(FailpointMoment::Before) {
            die();
        }
        if moment == Some(FailpointMoment::Torn) {
            bytes.truncate(bytes.len() / 2);
        }
        let written = self.log.append(bytes).await;
        if moment.is_some() {
            die();
        }
        written
    }
}
