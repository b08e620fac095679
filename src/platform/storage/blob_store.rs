//! Named values in named spaces.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;
use tokio::task::spawn_blocking;

use super::file_name::{decode, encode};
use super::whole_file;

/// A folder with a folder per space.
pub struct BlobStore {
    root: PathBuf,
}

#[derive(Debug, Error)]
pub enum StorageError {
    #[error("{0}")]
    Name(String),
    #[error("the platform cannot use its files: {0}")]
    Io(#[from] io::Error),
}

impl BlobStore {
    pub fn new(root: PathBuf) -> Self {
        Self { root }
    }

    pub async fn read(&self, space: &str, key: &str) -> Result<Option<Vec<u8>>, StorageError> {
        let path = self.path(space, key)?;
        work(move || match std::fs::read(path) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if is_absent(&error) => Ok(None),
            Err(error) => Err(error),
        })
        .await
    }

    /// Writes a value; it is on disk when this returns.
    pub async fn write(
        &self,
        space: &str,
        key: &str,
        value: impl AsRef<[u8]> + Send + 'static,
    ) -> Result<(), StorageError> {
        let path = self.path(space, key)?;
        work(move || whole_file::write(&path, value.as_ref())).await
    }

    pub async fn remove(&self, space: &str, key: &str) -> Result<(), StorageError> {
        let path = self.path(space, key)?;
        work(move || whole_file::remove(&path)).await
    }

    /// The sorted keys that begin with `prefix`.
    pub async fn list(&self, space: &str, prefix: &str) -> Result<Vec<String>, StorageError> {
        let folder = self.space(space)?;
        let mut keys = work(move || {
            let mut keys = Vec::new();
            list(&folder, Path::new(""), &mut keys)?;
            Ok(keys)
        })
        .await?;
        keys.retain(|it| it.starts_with(prefix));
        keys.sort();
        Ok(keys)
    }

    fn space(&self, space: &str) -> Result<PathBuf, StorageError> {
        // A long name would need folders, which would be taken for those of keys.
        let name = encode(space).map_err(|it| StorageError::Name(it.to_string()))?;
        match name.components().count() {
            1 => Ok(self.root.join(name)),
            _ => Err(StorageError::Name(format!(
                "the name {space:?} is too long"
            ))),
        }
    }

    fn path(&self, space: &str, key: &str) -> Result<PathBuf, StorageError> {
        let key = encode(key).map_err(|it| StorageError::Name(it.to_string()))?;
        Ok(self.space(space)?.join(key))
    }
}

fn is_absent(error: &io::Error) -> bool {
    use io::ErrorKind::{IsADirectory, NotADirectory, NotFound};
    matches!(error.kind(), NotFound | NotADirectory | IsADirectory)
}

fn list(folder: &Path, within: &Path, keys: &mut Vec<String>) -> io::Result<()> {
    let entries = match folder.join(within).read_dir() {
        Ok(entries) => entries,
        Err(error) if is_absent(&error) => return Ok(()),
        Err(error) => return Err(error),
    };
    for entry in entries {
        let entry = entry?;
        let path = within.join(entry.file_name());
        match entry.file_type()?.is_dir() {
            true => list(folder, &path, keys)?,
            // Unfinished files and files of other programs are not keys.
            false => keys.extend(decode(&path)),
        }
    }
    Ok(())
}

/// Runs file system work on a blocking thread, so that connections do not block.
async fn work<T: Send + 'static>(
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> Result<T, StorageError> {
    let done = spawn_blocking(work).await;
    Ok(done.map_err(io::Error::other)??)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_is_written_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let it = BlobStore::new(folder.path().join("kv"));
        assert_eq!(it.read("s", "a").await.unwrap(), None);
        assert!(it.list("s", "").await.unwrap().is_empty());
        let long = format!("todos/{}", "é".repeat(200));
        for key in ["todos/1", "a", ".", "..", long.as_str()] {
            let value = vec![0, 255, key.len() as u8];
            it.write("s", key, value.clone()).await.unwrap();
            assert_eq!(it.read("s", key).await.unwrap().as_deref(), Some(&*value));
        }
        it.write("s", "a", b"new").await.unwrap();
        assert_eq!(it.read("s", "a").await.unwrap().unwrap(), b"new");
        it.remove("s", ".").await.unwrap();
        it.remove("s", ".").await.unwrap();
        assert_eq!(
            it.list("s", "").await.unwrap(),
            ["..", "a", "todos/1", &long]
        );
        assert_eq!(it.list("s", "todos/").await.unwrap().len(), 2);
        assert!(it.list("other", "").await.unwrap().is_empty());
        // No file is outside its space.
        assert_eq!(folder.path().read_dir().unwrap().count(), 1);
    }

    #[tokio::test]
    async fn unfinished_files_are_not_listed_as_keys() {
        let folder = tempfile::tempdir().unwrap();
        let it = BlobStore::new(folder.path().to_owned());
        it.write("s", "a", b"").await.unwrap();
        std::fs::write(folder.path().join("s/.new-b"), "").unwrap();
        assert_eq!(it.list("s", "").await.unwrap(), ["a"]);
    }
}
