//! Named values in named spaces: the values of stores, and the objects of buckets.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use data_encoding::HEXLOWER;
use sha2::{Digest as _, Sha256};
use tokio::task::spawn_blocking;

use super::error::StorageError;
use super::file_name::encode;
use super::space::{SpaceId, SpaceKind};
use super::stored_value::{Content, ContentFile, INLINE, StoredValue, VERSION};
use super::{Group, Storage, Table, removed_space};

/// The spaces of a kind.
#[derive(Clone)]
pub struct BlobStore {
    storage: Arc<Storage>,
    kind: SpaceKind,
}

/// How a value is written.
#[derive(Clone, Debug, Default)]
pub struct WriteOptions {
    pub condition: Condition,
    /// The time after which the value is gone.
    pub ttl: Option<Duration>,
}

/// The state of a key that a write requires.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Condition {
    #[default]
    Any,
    Absent,
    /// The value has this [`version`].
    Version(String),
}

/// The version of a value, which changes with its content.
pub fn version(value: &[u8]) -> String {
    HEXLOWER.encode(&version_bytes(value))
}

/// The first bytes of the value's SHA-256.
pub fn version_bytes(value: &[u8]) -> [u8; VERSION] {
    let mut version = [0; VERSION];
    version.copy_from_slice(&Sha256::digest(value)[..VERSION]);
    version
}

/// The outcome of a write.
pub struct Written {
    pub is_met: bool,
    /// The file that no value has any more.
    pub unused: Option<ContentFile>,
}

impl BlobStore {
    pub fn new(storage: Arc<Storage>, kind: SpaceKind) -> Self {
        Self { storage, kind }
    }

    pub async fn read(&self, space: &str, key: &str) -> Result<Option<Vec<u8>>, StorageError> {
        check(key)?;
        let (store, space, key) = (self.clone(), space.to_owned(), key.to_owned());
        work(move || store.read_now(&space, &key)).await
    }

    fn read_now(&self, space: &str, key: &str) -> Result<Option<Vec<u8>>, StorageError> {
        let folder = self.storage.spaces().folder(self.kind, space)?;
        loop {
            let Some(value) = self.current(space, key)? else {
                return Ok(None);
            };
            if value.has_expired() {
                self.remove_now(space, key, true)?;
                return Ok(None);
            }
            match value.content {
                Content::Inline(bytes) => return Ok(Some(bytes)),
                // A file that is gone is that of an older value, unless the whole space is.
                Content::File(file) => match file.read(&folder)? {
                    Some(bytes) => return Ok(Some(bytes)),
                    None if self
                        .current(space, key)?
                        .as_ref()
                        .and_then(StoredValue::file)
                        == Some(&file) =>
                    {
                        return Err(StorageError::damaged(key));
                    }
                    None => {}
                },
            }
        }
    }

    fn current(&self, space: &str, key: &str) -> Result<Option<StoredValue>, StorageError> {
        let Some(id) = self.storage.spaces().find(self.kind, space)? else {
            return Ok(None);
        };
        let engine = self.storage.engine();
        let row = engine.read(|it| it.get(Table::Values, id, key))?;
        row.map(|row| parse(key, &row)).transpose()
    }

    /// Writes a value, which is on disk when this returns. Returns whether the key met the condition.
    pub async fn write(
        &self,
        space: &str,
        key: &str,
        value: impl AsRef<[u8]> + Send + 'static,
        options: WriteOptions,
    ) -> Result<bool, StorageError> {
        check(key)?;
        let folder = self.storage.spaces().folder(self.kind, space)?;
        let value = self.content(space, &folder, value, options.ttl).await;
        let value = value.map_err(|error| match removed_space::is_removed(&folder) {
            true => StorageError::Removed(space.to_owned()),
            false => error,
        })?;
        let (kind, space, key) = (self.kind, space.to_owned(), key.to_owned());
        let file = value.file().cloned();
        let place = folder.clone();
        let written = self.storage.engine().write(move |group| {
            let id = group.space(kind, &space)?;
            // The space may have been removed and made again since its file was written.
            if value.file().is_some_and(|it| !it.path(&place).exists()) {
                return Err(StorageError::Removed(space));
            }
            put(group, id, &key, &value, &options.condition)
        });
        let written = written.await;
        let unused = match &written {
            Ok(written) => written.unused.clone(),
            Err(_) => file,
        };
        self.forget(unused, folder);
        Ok(written?.is_met)
    }

    /// The value as it is stored; a large one is in its file then.
    async fn content(
        &self,
        space: &str,
        folder: &Path,
        value: impl AsRef<[u8]> + Send + 'static,
        ttl: Option<Duration>,
    ) -> Result<StoredValue, StorageError> {
        let expires = ttl.map_or(0, expiry);
        let bytes = value.as_ref();
        if bytes.len() <= INLINE {
            return Ok(StoredValue {
                expires,
                version: version_bytes(bytes),
                content: Content::Inline(bytes.to_vec()),
            });
        }
        // The folder is that of the space before a file is in it.
        let (kind, name) = (self.kind, space.to_owned());
        let engine = self.storage.engine();
        engine.write(move |group| group.space(kind, &name)).await?;
        let folder = folder.to_owned();
        work(move || {
            let bytes = value.as_ref();
            Ok(StoredValue {
                expires,
                version: version_bytes(bytes),
                content: Content::File(ContentFile::write(&folder, bytes)?),
            })
        })
        .await
    }

    pub async fn remove(&self, space: &str, key: &str) -> Result<(), StorageError> {
        check(key)?;
        let (store, space, key) = (self.clone(), space.to_owned(), key.to_owned());
        work(move || store.remove_now(&space, &key, false)).await
    }

    /// Removes a value; with `if_expired` only one whose time is over.
    fn remove_now(&self, space: &str, key: &str, if_expired: bool) -> Result<(), StorageError> {
        let Some(id) = self.storage.spaces().find(self.kind, space)? else {
            return Ok(());
        };
        let name = key.to_owned();
        let removed = self.storage.engine().write_now(move |group| {
            // A damaged value can be removed as well.
            let value = group.get(Table::Values, id, &name).ok().flatten();
            let value = value.and_then(|row| StoredValue::from_row(&row));
            let stays = if_expired && value.as_ref().is_none_or(|it| !it.has_expired());
            if !stays {
                group.remove(Table::Values, id, &name)?;
            }
            Ok(value.filter(|_| !stays))
        })?;
        if let Some(file) = removed.as_ref().and_then(StoredValue::file) {
            // A file that stays is removed at the next start.
            let _ = file.remove(&self.storage.spaces().folder(self.kind, space)?);
        }
        Ok(())
    }

    /// The sorted keys that begin with `prefix`.
    pub async fn list(&self, space: &str, prefix: &str) -> Result<Vec<String>, StorageError> {
        let (store, space, prefix) = (self.clone(), space.to_owned(), prefix.to_owned());
        work(move || {
            let Some(id) = store.storage.spaces().find(store.kind, &space)? else {
                return Ok(Vec::new());
            };
            let mut keys = Vec::new();
            store.storage.engine().read(|snapshot| {
                snapshot.scan(Table::Values, id, &prefix, |key, row| {
                    // A damaged value has a key, and reading it is an error.
                    let value = row.and_then(StoredValue::from_row);
                    if !value.is_some_and(|it| it.has_expired()) {
                        keys.push(key.to_owned());
                    }
                    ControlFlow::Continue(())
                })
            })?;
            Ok(keys)
        })
        .await
    }

    /// Removes the file of a removed or replaced value, in the background.
    fn forget(&self, file: Option<ContentFile>, folder: PathBuf) {
        if let Some(file) = file {
            // A file that stays is removed at the next start.
            spawn_blocking(move || file.remove(&folder));
        }
    }
}

/// The value of a key. A damaged one is an error, unless it may be overwritten: then it is as good as none.
pub fn previous(
    group: &mut Group<'_>,
    space: SpaceId,
    key: &str,
    condition: &Condition,
) -> Result<Option<StoredValue>, StorageError> {
    let row = group.get(Table::Values, space, key);
    let value = row.and_then(|row| row.map(|row| parse(key, &row)).transpose());
    match (value, condition) {
        (Err(_), Condition::Any) => Ok(None),
        (value, _) => value,
    }
}

pub fn put(
    group: &mut Group<'_>,
    space: SpaceId,
    key: &str,
    value: &StoredValue,
    condition: &Condition,
) -> Result<Written, StorageError> {
    let before = previous(group, space, key, condition)?;
    // A value that has expired is absent for the condition.
    let current = before.as_ref().filter(|it| !it.has_expired());
    let is_met = match condition {
        Condition::Any => true,
        Condition::Absent => current.is_none(),
        Condition::Version(wanted) => {
            current.is_some_and(|it| HEXLOWER.encode(&it.version) == *wanted)
        }
    };
    let unused = match is_met {
        true => before.as_ref(),
        false => Some(value),
    };
    let unused = unused.and_then(StoredValue::file).cloned();
    if is_met {
        group.put(Table::Values, space, key, &value.to_row())?;
    }
    Ok(Written { is_met, unused })
}

fn parse(key: &str, row: &[u8]) -> Result<StoredValue, StorageError> {
    StoredValue::from_row(row).ok_or_else(|| StorageError::damaged(key))
}

pub fn check(key: &str) -> Result<(), StorageError> {
    let checked = encode(key).map(drop);
    checked.map_err(|it| StorageError::Name(it.to_string()))
}

/// Milliseconds since the epoch, from now on.
fn expiry(ttl: Duration) -> u64 {
    let time = (SystemTime::now() + ttl).duration_since(UNIX_EPOCH);
    u64::try_from(time.unwrap_or_default().as_millis()).unwrap_or(u64::MAX)
}

/// Runs file system work on a blocking thread, so that connections do not block.
async fn work<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, StorageError> + Send + 'static,
) -> Result<T, StorageError> {
    spawn_blocking(work).await.map_err(std::io::Error::other)?
}

#[cfg(test)]
mod tests {
    use super::*;

    fn store(data: &Path) -> BlobStore {
        BlobStore::new(Storage::open(data).unwrap().0, SpaceKind::Store)
    }

    async fn write(store: &BlobStore, key: &str, value: &[u8]) {
        let options = WriteOptions::default();
        let written = store.write("s", key, value.to_vec(), options).await;
        assert!(written.unwrap());
    }

    #[tokio::test]
    async fn one_of_several_conditional_writes_succeeds() {
        let folder = tempfile::tempdir().unwrap();
        let it = Arc::new(store(folder.path()));
        for (before, condition) in [
            (None, Condition::Absent),
            (Some(b"old"), Condition::Version(version(b"old"))),
        ] {
            if let Some(value) = before {
                write(&it, "a", value).await;
            }
            let writes = (0..20).map(|number: u8| {
                let (it, condition) = (Arc::clone(&it), condition.clone());
                tokio::spawn(async move {
                    let options = WriteOptions {
                        condition,
                        ttl: None,
                    };
                    it.write("s", "a", vec![number], options).await.unwrap()
                })
            });
            let mut succeeded = Vec::new();
            for (number, write) in (0_u8..).zip(writes.collect::<Vec<_>>()) {
                if write.await.unwrap() {
                    succeeded.push(number);
                }
            }
            assert_eq!(succeeded.len(), 1);
            assert_eq!(it.read("s", "a").await.unwrap(), Some(succeeded));
        }
    }

    #[tokio::test]
    async fn a_value_is_gone_after_its_time() {
        let folder = tempfile::tempdir().unwrap();
        let it = store(folder.path());
        let with = |ttl, condition| WriteOptions {
            condition,
            ttl: Some(Duration::from_secs(ttl)),
        };
        let put =
            async |key: &'static str, options| it.write("s", key, "v", options).await.unwrap();
        assert!(put("later", with(600, Condition::Any)).await);
        assert!(put("gone", with(0, Condition::Any)).await);
        write(&it, "stays", b"v").await;
        assert_eq!(it.list("s", "").await.unwrap(), ["later", "stays"]);
        assert!(put("gone", with(0, Condition::Absent)).await);
        let old = Condition::Version(version(b"v"));
        assert!(!put("gone", with(600, old)).await);
        assert_eq!(it.read("s", "gone").await.unwrap(), None);
        assert!(it.read("s", "later").await.unwrap().is_some());
        // A write without a time clears it.
        assert!(put("later", with(0, Condition::Any)).await);
        write(&it, "later", b"v").await;
        assert!(it.read("s", "later").await.unwrap().is_some());
        it.remove("s", "later").await.unwrap();
        assert_eq!(it.list("s", "").await.unwrap(), ["stays"]);
    }

    #[tokio::test]
    async fn written_blobs_are_read_back() {
        let folder = tempfile::tempdir().unwrap();
        let it = store(folder.path());
        assert_eq!(it.read("s", "a").await.unwrap(), None);
        assert!(it.list("s", "").await.unwrap().is_empty());
        let long = format!("todos/{}", "é".repeat(200));
        for key in ["todos/1", "a", ".", "..", long.as_str()] {
            let value = vec![0, 255, key.len() as u8];
            write(&it, key, &value).await;
            assert_eq!(it.read("s", key).await.unwrap().as_deref(), Some(&*value));
        }
        write(&it, "a", b"new").await;
        assert_eq!(it.read("s", "a").await.unwrap().unwrap(), b"new");
        it.remove("s", ".").await.unwrap();
        it.remove("s", ".").await.unwrap();
        assert_eq!(
            it.list("s", "").await.unwrap(),
            ["..", "a", "todos/1", &long]
        );
        assert_eq!(it.list("s", "todos/").await.unwrap().len(), 2);
        assert!(it.list("other", "").await.unwrap().is_empty());
        // No file has the name of a key.
        let names: Vec<_> = folder.path().join("kv/s").read_dir().unwrap().collect();
        assert_eq!(names.len(), 1, "{names:?}");
    }

    #[tokio::test]
    async fn a_removed_space_stays_away_until_the_next_start() {
        let folder = tempfile::tempdir().unwrap();
        let spaces = folder.path().join("kv");
        std::fs::create_dir(&spaces).unwrap();
        let it = store(folder.path());
        std::fs::write(spaces.join("s"), "").unwrap();
        std::fs::write(spaces.join("other"), "of a user").unwrap();
        let put = async || it.write("s", "a", "v", WriteOptions::default()).await;
        let refused = put().await.unwrap_err().to_string();
        assert!(refused.starts_with("\"s\" is no longer there"), "{refused}");
        assert_eq!(it.read("s", "a").await.unwrap(), None);
        assert!(it.list("s", "").await.unwrap().is_empty());
        it.remove("s", "a").await.unwrap();
        drop(it);
        let it = store(folder.path());
        let put = async || it.write("s", "a", "v", WriteOptions::default()).await;
        assert!(put().await.unwrap());
        assert!(spaces.join("other").exists());
    }

    #[tokio::test]
    async fn large_values_are_files_that_go_with_their_value() {
        let folder = tempfile::tempdir().unwrap();
        let files = || {
            let files = folder.path().join("kv/s/.values").read_dir();
            files.map_or(0, Iterator::count)
        };
        let large = |byte: u8| vec![byte; INLINE + 1];
        let it = store(folder.path());
        write(&it, "a", &large(1)).await;
        write(&it, "b", &large(2)).await;
        assert_eq!(
            (it.read("s", "a").await.unwrap(), files()),
            (Some(large(1)), 2)
        );
        let absent = WriteOptions {
            condition: Condition::Absent,
            ttl: None,
        };
        assert!(!it.write("s", "a", large(3), absent).await.unwrap());
        write(&it, "a", b"small").await;
        it.remove("s", "b").await.unwrap();
        assert_eq!(it.read("s", "a").await.unwrap().unwrap(), b"small");
        // The files of values that are gone are removed at the next start at the latest.
        drop(it);
        std::fs::write(folder.path().join("kv/s/.values/.new-left"), "").unwrap();
        let it = store(folder.path());
        assert_eq!(files(), 0);
        write(&it, "a", &large(4)).await;
        drop(it);
        let it = store(folder.path());
        assert_eq!(
            (it.read("s", "a").await.unwrap(), files()),
            (Some(large(4)), 1)
        );
        let file = folder.path().join("kv/s/.values").read_dir().unwrap();
        let file = file.map(|it| it.unwrap().path()).next().unwrap();
        std::fs::write(&file, large(5)).unwrap();
        let error = it.read("s", "a").await.unwrap_err().to_string();
        assert!(error.ends_with("is damaged"), "{error}");
    }

    #[tokio::test]
    async fn a_space_that_is_removed_is_empty_at_once_and_its_rows_go_at_the_next_start() {
        let folder = tempfile::tempdir().unwrap();
        let it = store(folder.path());
        write(&it, "a", b"old").await;
        std::fs::remove_dir_all(folder.path().join("kv/s")).unwrap();
        assert_eq!(it.read("s", "a").await.unwrap(), None);
        assert!(it.list("s", "").await.unwrap().is_empty());
        write(&it, "b", b"new").await;
        assert_eq!(it.list("s", "").await.unwrap(), ["b"]);
        let rows = |it: &BlobStore| {
            let all = it.storage.engine().write_now(|group| {
                let first = group.first_space(Table::Values, SpaceId(0))?;
                let Some(SpaceId(first)) = first else {
                    return Ok(0);
                };
                let second = group.first_space(Table::Values, SpaceId(first + 1))?;
                Ok(1 + usize::from(second.is_some()))
            });
            all.unwrap()
        };
        assert_eq!(rows(&it), 2);
        drop(it);
        assert_eq!(rows(&store(folder.path())), 1);
    }
}
