//! Where the files of stacks are.

use std::time::SystemTime;

use async_trait::async_trait;

use super::state_error::StateError;

/// A folder or a bucket, as far as state needs one. Paths are relative, parted by `/`, and made of
/// safe characters.
#[async_trait]
pub(super) trait Store: Send + Sync {
    /// How messages name the place.
    fn place(&self, path: &str) -> String;

    /// Whether nothing here ever waits for the network.
    fn is_local(&self) -> bool;

    /// `None` if there is nothing at the path.
    async fn read(&self, path: &str) -> Result<Option<Blob>, StateError>;

    /// Writes all of it or nothing, and safely: it survives a power cut once this is done.
    async fn write(&self, path: &str, bytes: Vec<u8>) -> Result<(), StateError>;

    /// Writes it unless something is there; answers what is there now, or `None` if it did not.
    async fn create(&self, path: &str, bytes: Vec<u8>) -> Result<Option<Blob>, StateError>;

    /// Writes it if what is there is still `expected`; answers as [`Self::create`].
    async fn replace(
        &self,
        path: &str,
        expected: &Blob,
        bytes: Vec<u8>,
    ) -> Result<Option<Blob>, StateError>;

    /// Removes it if it is still `expected`, where the store can do that in one step; elsewhere
    /// `tombstone` takes its place.
    async fn withdraw(
        &self,
        path: &str,
        expected: &Blob,
        tombstone: Vec<u8>,
    ) -> Result<bool, StateError>;

    /// Removes it; nothing there is fine.
    async fn remove(&self, path: &str) -> Result<(), StateError>;

    /// Removes everything below a folder, and the folder.
    async fn remove_all(&self, folder: &str) -> Result<(), StateError>;

    /// Names right below a folder, sorted; folders end with `/`.
    async fn list(&self, folder: &str) -> Result<Vec<String>, StateError>;

    /// The time by the clock that [`Blob::modified`] is from. May write to `scratch`.
    async fn now(&self, scratch: &str) -> Result<SystemTime, StateError>;

    /// The log at a path. Logs named in `except` are left out.
    async fn read_log(&self, path: &str, except: Option<&str>) -> Result<Vec<u8>, StateError>;

    /// Goes on with a log of which `content` is all that counts, and which is safe once this is
    /// done. What is beyond it, and logs of other names, go away; a lumi that still has the log
    /// open does not reach it any more, or fails.
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
pub(super) trait Log: Send {
    /// Appends; safe once this is done.
    async fn append(&mut self, bytes: Vec<u8>) -> Result<(), StateError>;
}

/// What is at a path.
#[derive(Clone, Debug)]
pub(super) struct Blob {
    pub(super) bytes: Vec<u8>,
    /// By the store's own clock.
    pub(super) modified: SystemTime,
    /// What the store calls this version of it, if it does.
    pub(super) tag: Option<String>,
    pub(super) version: Option<String>,
}
