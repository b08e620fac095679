//! The storage of stacks.

use std::time::SystemTime;

use async_trait::async_trait;

use crate::state_error::StateError;

/// A folder or a bucket. Paths are relative, separated by `/`, and consist of safe characters.
#[async_trait]
pub trait Store: Send + Sync {
    /// The location of a path, for messages.
    fn place(&self, path: &str) -> String;

    /// Whether no operation waits for the network.
    fn is_local(&self) -> bool;

    /// Reads a file; `None` if it does not exist.
    async fn read(&self, path: &str) -> Result<Option<Blob>, StateError>;

    /// Reads a file of at most `limit` bytes, which others may have written; fails if it is larger.
    async fn read_within(&self, path: &str, limit: u64) -> Result<Option<Blob>, StateError>;

    /// Writes a file atomically and durably: it survives a power cut once this returns.
    async fn write(&self, path: &str, bytes: Vec<u8>) -> Result<(), StateError>;

    /// Writes a file that does not exist yet; returns what was written, or `None` if the path is
    /// taken.
    async fn create(&self, path: &str, bytes: Vec<u8>) -> Result<Option<Blob>, StateError>;

    /// Replaces a file that is still `expected`; returns the same as [`Self::create`].
    async fn replace(
        &self,
        path: &str,
        expected: &Blob,
        bytes: Vec<u8>,
    ) -> Result<Option<Blob>, StateError>;

    /// Removes a file that is still `expected`, if the store can do so atomically; otherwise writes
    /// `tombstone` in its place.
    async fn withdraw(
        &self,
        path: &str,
        expected: &Blob,
        tombstone: Vec<u8>,
    ) -> Result<bool, StateError>;

    /// Removes a file; a missing file is not an error.
    async fn remove(&self, path: &str) -> Result<(), StateError>;

    /// Removes a folder with its content.
    async fn remove_all(&self, folder: &str) -> Result<(), StateError>;

    /// The names of the direct children of a folder, sorted; folders end with `/`.
    async fn list(&self, folder: &str) -> Result<Vec<String>, StateError>;

    /// The time of the clock that [`Blob::modified`] uses. May write to `scratch`.
    async fn now(&self, scratch: &str) -> Result<SystemTime, StateError>;

    /// Reads the log at a path; `None` if there is none. Logs named in `except` are left out.
    async fn read_log(
        &self,
        path: &str,
        except: Option<&str>,
    ) -> Result<Option<Vec<u8>>, StateError>;

    /// Continues a log after `content`, its valid part, which is durable once this returns. Bytes
    /// after it and logs with other names are removed; a process that still has the old log open
    /// can no longer append to this one.
    async fn begin_log(
        &self,
        path: &str,
        name: &str,
        content: Vec<u8>,
    ) -> Result<Box<dyn Log>, StateError>;

    async fn remove_log(&self, path: &str) -> Result<(), StateError>;
}

/// An append-only file.
#[async_trait]
pub trait Log: Send {
    /// Appends bytes, durable once this returns.
    async fn append(&mut self, bytes: Vec<u8>) -> Result<(), StateError>;
}

/// The content of a file and its version.
#[derive(Clone, Debug)]
pub struct Blob {
    pub bytes: Vec<u8>,
    /// The modification time by the store's clock.
    pub modified: SystemTime,
    /// The store's version tag (ETag), if it has one.
    pub tag: Option<String>,
    pub version: Option<String>,
}
