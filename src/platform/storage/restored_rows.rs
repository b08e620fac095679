//! Rows that are moved into the platform from a file, together with the number of those that it has.

use std::path::{Path, PathBuf};

use super::blob_store::{Condition, check, previous, put, version_bytes};
use super::error::StorageError;
use super::space::SpaceKind;
use super::stored_value::{Content, ContentFile, INLINE, StoredValue};
use super::{Group, Storage, Table};

/// A row that is moved into a space, which is made if it is missing.
#[derive(Clone, Debug)]
pub struct RestoredRow {
    pub kind: SpaceKind,
    pub space: String,
    pub key: String,
    pub content: RestoredContent,
}

#[derive(Clone, Debug)]
pub enum RestoredContent {
    /// The row of a message.
    Message(Vec<u8>),
    /// The row of a message that was given up.
    DeadMessage(Vec<u8>),
    /// A value, and the milliseconds since the epoch at which it is gone; 0 if it stays.
    Value { bytes: Vec<u8>, expires: u64 },
}

/// A row that can be put without work of its own.
struct Prepared {
    kind: SpaceKind,
    space: String,
    key: String,
    content: PreparedContent,
    /// The folder of the space.
    folder: PathBuf,
}

enum PreparedContent {
    Message(Table, Vec<u8>),
    Value(StoredValue),
}

/// A file that no value has any more.
type Unused = (PathBuf, ContentFile);

impl Storage {
    /// The number that [`restore`](Self::restore) stored under a name last.
    pub fn restored(&self, name: &str) -> Result<u64, StorageError> {
        let name = name.to_owned();
        let position = self.engine().write_now(move |group| group.fact(&name))?;
        Ok(position.unwrap_or_default())
    }

    /// Puts rows that are not there, and with `replaces` values that are, and stores `position` under a name, with one change on
    /// disk: all of it or, where it fails, nothing. Returns the number of rows that were put.
    pub fn restore(
        &self,
        rows: Vec<RestoredRow>,
        replaces: bool,
        name: &str,
        position: u64,
    ) -> Result<u64, StorageError> {
        let prepared: Result<Vec<Prepared>, _> =
            rows.into_iter().map(|it| self.prepare(it)).collect();
        let prepared = prepared?;
        let name = name.to_owned();
        let condition = match replaces {
            true => Condition::Any,
            false => Condition::Absent,
        };
        let (count, unused) = self.engine().write_now(move |group| {
            let (mut count, mut unused) = (0, Vec::new());
            // Only a failure of the file, which undoes the whole change, may follow the first row that is put.
            for row in &prepared {
                check_row(group, row, &condition)?;
            }
            for row in prepared {
                count += u64::from(put_row(group, row, &condition, &mut unused)?);
            }
            group.set_fact(&name, position)?;
            Ok((count, unused))
        })?;
        for (folder, file) in unused {
            // A file that stays is removed at the next start.
            let _ = file.remove(&folder);
        }
        Ok(count)
    }

    fn prepare(&self, row: RestoredRow) -> Result<Prepared, StorageError> {
        let RestoredRow {
            kind,
            space,
            key,
            content,
        } = row;
        check(&key)?;
        let folder = self.spaces().folder(kind, &space)?;
        let content = match content {
            RestoredContent::Message(row) => PreparedContent::Message(Table::Messages, row),
            RestoredContent::DeadMessage(row) => PreparedContent::Message(Table::DeadMessages, row),
            RestoredContent::Value { bytes, expires } => PreparedContent::Value(StoredValue {
                expires,
                version: version_bytes(&bytes),
                content: match bytes.len() <= INLINE {
                    true => Content::Inline(bytes),
                    false => Content::File(self.large_file(kind, &space, &folder, &bytes)?),
                },
            }),
        };
        Ok(Prepared {
            kind,
            space,
            key,
            content,
            folder,
        })
    }

    /// Writes the file of a large value; its folder is that of the space before.
    fn large_file(
        &self,
        kind: SpaceKind,
        space: &str,
        folder: &Path,
        bytes: &[u8],
    ) -> Result<ContentFile, StorageError> {
        let name = space.to_owned();
        self.engine()
            .write_now(move |group| group.space(kind, &name))?;
        Ok(ContentFile::write(folder, bytes)?)
    }
}

/// Fails if a row cannot be put: its space is gone, or the value that it may not replace is damaged.
fn check_row(
    group: &mut Group<'_>,
    row: &Prepared,
    condition: &Condition,
) -> Result<(), StorageError> {
    let space = group.space(row.kind, &row.space)?;
    match &row.content {
        PreparedContent::Message(table, _) => group.has(*table, space, &row.key).map(drop),
        PreparedContent::Value(_) => previous(group, space, &row.key, condition).map(drop),
    }
}

/// Whether the row was put.
fn put_row(
    group: &mut Group<'_>,
    row: Prepared,
    condition: &Condition,
    unused: &mut Vec<Unused>,
) -> Result<bool, StorageError> {
    let space = group.space(row.kind, &row.space)?;
    match &row.content {
        PreparedContent::Message(table, bytes) => {
            let is_new = !group.has(*table, space, &row.key)?;
            if is_new {
                group.put(*table, space, &row.key, bytes)?;
            }
            Ok(is_new)
        }
        PreparedContent::Value(value) => {
            let written = put(group, space, &row.key, value, condition)?;
            unused.extend(written.unused.map(|file| (row.folder, file)));
            Ok(written.is_met)
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A row that is damaged where it is not to be replaced.
    fn damage(storage: &Storage, key: String) {
        let damaged = storage.engine().write_now(move |group| {
            let space = group.space(SpaceKind::Store, "s")?;
            group.put(Table::Values, space, &key, b"short")
        });
        damaged.unwrap();
    }

    fn row(number: usize, is_message: bool, length: usize) -> RestoredRow {
        let bytes = vec![1; length];
        RestoredRow {
            kind: if is_message {
                SpaceKind::Queue
            } else {
                SpaceKind::Store
            },
            space: "s".to_owned(),
            key: format!("{number:03}"),
            content: match is_message {
                true => RestoredContent::Message(bytes),
                false => RestoredContent::Value { bytes, expires: 0 },
            },
        }
    }

    fn count(storage: &Storage, kind: SpaceKind, table: Table) -> usize {
        let space = storage.spaces().find(kind, "s").unwrap();
        space.map_or(0, |it| {
            storage
                .engine()
                .read(|snapshot| snapshot.count(table, it))
                .unwrap()
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(16))]
        #[test]
        fn a_restore_is_whole_or_not_at_all(
            rows in proptest::collection::vec((any::<bool>(), prop_oneof![0..9_usize, Just(INLINE + 1)]), 1..6),
            at: prop::sample::Index,
            replaces: bool,
        ) {
            let folder = tempfile::tempdir().unwrap();
            let (storage, _) = Storage::open(folder.path()).unwrap();
            let damaged = at.index(rows.len());
            damage(&storage, format!("{damaged:03}"));
            let fails = !rows[damaged].0 && !replaces;
            let messages = rows.iter().filter(|it| it.0).count();
            let values = rows.iter().filter(|it| !it.0).count();
            let restored = rows.iter().enumerate().map(|(number, it)| row(number, it.0, it.1)).collect();
            let result = storage.restore(restored, replaces, "import", 7);
            prop_assert_eq!(result.is_err(), fails);
            let (position, counts) = (storage.restored("import").unwrap(), [
                count(&storage, SpaceKind::Queue, Table::Messages),
                count(&storage, SpaceKind::Store, Table::Values),
            ]);
            match fails {
                true => prop_assert_eq!((position, counts), (0, [0, 1])),
                false => prop_assert_eq!((position, counts), (7, [messages, values + usize::from(rows[damaged].0)])),
            }
        }
    }
}
