//! Data of versions with a file for each value and message: `kv/STORE/KEY`, `kv/STORE/.expiry/KEY`, `buckets/BUCKET/KEY`,
//! `queues/QUEUE/ID.json`, and `queues/QUEUE/dead/ID-FUNCTION.json`.
//!
//! A file is removed after its row is on disk. A start that is interrupted moves the same files once more at the next one,
//! before anything has used the rows.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::blob_store::version_bytes;
use super::engine::Table;
use super::error::StorageError;
use super::file_name::decode;
use super::space::SpaceKind;
use super::stored_value::{Content, ContentFile, INLINE, StoredValue};
use super::{Storage, whole_file};

/// Times at which keys expire, in milliseconds since the epoch.
const EXPIRY: &str = ".expiry";
const DEAD: &str = "dead";
const EXTENSION: &str = "json";
/// Bytes of rows that one change moves, about.
const BYTES: usize = 8 << 20;

/// A file that becomes a row.
struct OldFile {
    path: PathBuf,
    table: Table,
    key: String,
    row: Vec<u8>,
}

/// Moves all files of older versions; returns those that cannot be read, as messages.
pub fn migrate(storage: &Storage) -> io::Result<Vec<String>> {
    let mut problems = Vec::new();
    for kind in SpaceKind::ALL {
        for name in storage.spaces().names(kind)? {
            let folder = storage.spaces().folder(kind, &name)?;
            match kind {
                SpaceKind::Queue => migrate_queue(storage, &name, &folder, &mut problems)?,
                SpaceKind::Store | SpaceKind::Bucket => {
                    migrate_values(storage, kind, &name, &folder)?
                }
            }
        }
    }
    Ok(problems)
}

fn migrate_queue(
    storage: &Storage,
    name: &str,
    folder: &Path,
    problems: &mut Vec<String>,
) -> io::Result<()> {
    let dead = folder.join(DEAD);
    let mut batch = Batch::new(storage, SpaceKind::Queue, name);
    for (folder, table) in [(folder, Table::Messages), (&dead, Table::DeadMessages)] {
        for path in files(folder)? {
            let is_json = path.extension().is_some_and(|it| it == EXTENSION);
            let key = path.file_stem().and_then(|it| it.to_str());
            let Some(key) = key.filter(|it| is_json && !it.starts_with('.')) else {
                continue;
            };
            let row = fs::read(&path)?;
            if let Err(error) = serde_json::from_slice::<serde::de::IgnoredAny>(&row) {
                problems.push(format!(
                    "the message {} cannot be read and is left alone: {error}",
                    path.display()
                ));
                continue;
            }
            let key = key.to_owned();
            batch.add(OldFile {
                path,
                table,
                key,
                row,
            })?;
        }
    }
    batch.flush()?;
    // It stays if something is left in it.
    let _ = fs::remove_dir(dead);
    Ok(())
}

fn migrate_values(storage: &Storage, kind: SpaceKind, name: &str, folder: &Path) -> io::Result<()> {
    let mut keys = Vec::new();
    list(folder, Path::new(""), &mut keys)?;
    let mut batch = Batch::new(storage, kind, name);
    for (key, name) in keys {
        let path = folder.join(&key);
        let expires = match fs::read_to_string(folder.join(EXPIRY).join(&key)) {
            Ok(text) => text.trim().parse().unwrap_or(0),
            Err(_) => 0,
        };
        let bytes = fs::read(&path)?;
        let version = version_bytes(&bytes);
        let content = match bytes.len() {
            0..=INLINE => Content::Inline(bytes),
            _ => Content::File(ContentFile::write(folder, &bytes)?),
        };
        let value = StoredValue {
            expires,
            version,
            content,
        };
        batch.add(OldFile {
            path,
            table: Table::Values,
            key: name,
            row: value.to_row(),
        })?;
    }
    batch.flush()?;
    // Times last: without them, values that are moved once more would stay.
    remove_tree(&folder.join(EXPIRY))?;
    remove_empty_folders(folder)
}

/// Files that are moved together.
struct Batch<'a> {
    storage: &'a Storage,
    kind: SpaceKind,
    name: &'a str,
    files: Vec<OldFile>,
    bytes: usize,
}

impl<'a> Batch<'a> {
    fn new(storage: &'a Storage, kind: SpaceKind, name: &'a str) -> Self {
        Self {
            storage,
            kind,
            name,
            files: Vec::new(),
            bytes: 0,
        }
    }

    fn add(&mut self, file: OldFile) -> io::Result<()> {
        self.bytes += file.row.len();
        self.files.push(file);
        match self.bytes > BYTES {
            true => self.flush(),
            false => Ok(()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.bytes = 0;
        let files = std::mem::take(&mut self.files);
        if files.is_empty() {
            return Ok(());
        }
        let paths: Vec<PathBuf> = files.iter().map(|it| it.path.clone()).collect();
        let (kind, name) = (self.kind, self.name.to_owned());
        let written: Result<(), StorageError> = self.storage.engine().write_now(move |group| {
            let space = group.space(kind, &name)?;
            for OldFile {
                table, key, row, ..
            } in files
            {
                group.put(table, space, &key, &row)?;
            }
            Ok(())
        });
        written?;
        paths.iter().try_for_each(|it| whole_file::remove(it))
    }
}

/// The files in a folder, in the order of their names; none if it does not exist.
fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = match folder.read_dir() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut paths = Vec::new();
    for entry in entries {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            paths.push(entry.path());
        }
    }
    paths.sort();
    Ok(paths)
}

/// The files of values, with their keys.
fn list(folder: &Path, within: &Path, keys: &mut Vec<(PathBuf, String)>) -> io::Result<()> {
    for entry in folder.join(within).read_dir()? {
        let entry = entry?;
        let path = within.join(entry.file_name());
        match entry.file_type()?.is_dir() {
            true => list(folder, &path, keys)?,
            // Unfinished files and files of other programs are not keys.
            false => keys.extend(decode(&path).map(|key| (path, key))),
        }
    }
    Ok(())
}

fn remove_tree(folder: &Path) -> io::Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
}

/// Removes the empty folders that long keys had.
fn remove_empty_folders(folder: &Path) -> io::Result<()> {
    for entry in folder.read_dir()? {
        let entry = entry?;
        let is_hidden = entry.file_name().to_string_lossy().starts_with('.');
        if entry.file_type()?.is_dir() && !is_hidden {
            remove_empty_folders(&entry.path())?;
            let _ = fs::remove_dir(entry.path());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::ops::ControlFlow;
    use std::sync::Arc;

    use super::*;
    use crate::storage::BlobStore;
    use crate::storage::whole_file::write;

    /// The data of an older version.
    fn old(data: &Path) {
        let large = vec![7; INLINE + 1];
        let long = format!("{}+/x", "x".repeat(200));
        let files: [(&str, &[u8]); 9] = [
            ("kv/todos/a", b"1"),
            ("kv/todos/gone", b"2"),
            ("kv/todos/.expiry/gone", b"1000"),
            ("kv/todos/later", b"3"),
            ("kv/todos/.expiry/later", b"99999999999999"),
            (&format!("kv/todos/{long}"), b"4"),
            ("buckets/files/large", &large),
            (
                "queues/jobs/0000000000000001-00000000.json",
                br#"{"body":"1"}"#,
            ),
            (
                "queues/jobs/dead/0000000000000002-00000000-f.json",
                br#"{"body":"2","function":"f","attempts":6}"#,
            ),
        ];
        for (path, bytes) in files {
            write(&data.join(path), bytes).unwrap();
        }
        write(&data.join("queues/jobs/broken.json"), b"{").unwrap();
    }

    fn rows(storage: &Storage, table: Table) -> BTreeMap<String, String> {
        let id = storage
            .spaces()
            .find(SpaceKind::Queue, "jobs")
            .unwrap()
            .unwrap();
        let mut rows = BTreeMap::new();
        let scan = |key: &str, row: Option<&[u8]>| {
            rows.insert(
                key.to_owned(),
                String::from_utf8(row.unwrap().to_vec()).unwrap(),
            );
            ControlFlow::Continue(())
        };
        storage
            .engine()
            .read(|it| it.scan(table, id, "", scan))
            .unwrap();
        rows
    }

    async fn is_there(storage: &Arc<Storage>) {
        let values = BlobStore::new(Arc::clone(storage), SpaceKind::Store);
        let long = "x".repeat(201);
        assert_eq!(
            values.list("todos", "").await.unwrap(),
            ["a", "later", &long]
        );
        assert_eq!(values.read("todos", "later").await.unwrap().unwrap(), b"3");
        assert_eq!(values.read("todos", "gone").await.unwrap(), None);
        let objects = BlobStore::new(Arc::clone(storage), SpaceKind::Bucket);
        assert_eq!(
            objects.read("files", "large").await.unwrap().unwrap().len(),
            INLINE + 1
        );
        assert_eq!(
            rows(storage, Table::Messages)["0000000000000001-00000000"],
            r#"{"body":"1"}"#
        );
        assert_eq!(rows(storage, Table::DeadMessages).len(), 1);
    }

    #[tokio::test]
    async fn files_become_rows_also_if_a_start_was_interrupted() {
        let folder = tempfile::tempdir().unwrap();
        old(folder.path());
        let (storage, problems) = Storage::open(folder.path()).unwrap();
        assert!(
            problems[0].contains("broken.json cannot be read and is left alone")
                && problems.len() == 1,
            "{problems:?}"
        );
        is_there(&storage).await;
        drop(storage);
        // As after a kill before the files were removed.
        old(folder.path());
        let (storage, _) = Storage::open(folder.path()).unwrap();
        is_there(&storage).await;
        let mut left: Vec<String> = Vec::new();
        for space in ["kv/todos", "buckets/files", "queues/jobs"] {
            let entries = folder.path().join(space).read_dir().unwrap();
            left.extend(entries.map(|it| it.unwrap().file_name().into_string().unwrap()));
        }
        left.sort();
        assert_eq!(left, [".id", ".id", ".id", ".values", "broken.json"]);
    }

    #[tokio::test]
    async fn files_stay_until_their_rows_are_on_disk() {
        let folder = tempfile::tempdir().unwrap();
        old(folder.path());
        // A database that cannot be opened.
        fs::create_dir(folder.path().join("platform.redb")).unwrap();
        assert!(Storage::open(folder.path()).is_err());
        assert!(
            folder
                .path()
                .join("queues/jobs/0000000000000001-00000000.json")
                .exists()
        );
        fs::remove_dir(folder.path().join("platform.redb")).unwrap();
        is_there(&Storage::open(folder.path()).unwrap().0).await;
    }
}
