//! Changes that are committed together.

use std::collections::HashMap;
use std::io;

use redb::{ReadableTable as _, WriteTransaction};

use super::database_file::{FACTS, failure};
use super::{Key, Table, key, row};
use crate::storage::error::StorageError;
use crate::storage::space::{SpaceId, SpaceKind, Spaces};

/// Tables with the changes so far. A failure of the file fails all changes of the group.
pub struct Group<'a> {
    values: redb::Table<'a, Key, &'static [u8]>,
    messages: redb::Table<'a, Key, &'static [u8]>,
    dead_messages: redb::Table<'a, Key, &'static [u8]>,
    facts: redb::Table<'a, &'static str, u64>,
    spaces: &'a Spaces,
    /// The spaces that changes of this group have asked for.
    known: HashMap<(SpaceKind, String), SpaceId>,
    has_changed: bool,
    failure: Option<io::Error>,
}

impl<'a> Group<'a> {
    pub(super) fn begin(transaction: &'a WriteTransaction, spaces: &'a Spaces) -> io::Result<Self> {
        let open = |table: Table| transaction.open_table(table.definition()).map_err(failure);
        Ok(Self {
            values: open(Table::Values)?,
            messages: open(Table::Messages)?,
            dead_messages: open(Table::DeadMessages)?,
            facts: transaction.open_table(FACTS).map_err(failure)?,
            spaces,
            known: HashMap::new(),
            has_changed: false,
            failure: None,
        })
    }

    pub(super) fn has_changed(&self) -> bool {
        self.has_changed
    }

    /// The failure of the file, if any.
    pub(super) fn take_failure(&mut self) -> Option<io::Error> {
        self.failure.take()
    }

    /// The id of a space, which is made if it is missing.
    pub fn space(&mut self, kind: SpaceKind, name: &str) -> Result<SpaceId, StorageError> {
        let known = self.known.get(&(kind, name.to_owned()));
        if let Some(id) = known {
            return Ok(*id);
        }
        let id = self.spaces.make(kind, name)?;
        self.known.insert((kind, name.to_owned()), id);
        Ok(id)
    }

    /// The id of a space; `None` if it is missing.
    pub fn known_space(
        &mut self,
        kind: SpaceKind,
        name: &str,
    ) -> Result<Option<SpaceId>, StorageError> {
        let known = self.known.get(&(kind, name.to_owned())).copied();
        if known.is_some() {
            return Ok(known);
        }
        let found = self.spaces.find(kind, name)?;
        if let Some(id) = found {
            self.known.insert((kind, name.to_owned()), id);
        }
        Ok(found)
    }

    /// The spaces of the platform. No space is made while a change runs.
    pub fn spaces(&self) -> &Spaces {
        self.spaces
    }

    pub fn has(&mut self, table: Table, space: SpaceId, name: &str) -> Result<bool, StorageError> {
        let found = self
            .table(table)
            .get(key(space, name))
            .map(|it| it.is_some());
        self.checked(found)
    }

    /// A row; damaged ones are errors.
    pub fn get(
        &mut self,
        table: Table,
        space: SpaceId,
        name: &str,
    ) -> Result<Option<Vec<u8>>, StorageError> {
        let sealed = self
            .table(table)
            .get(key(space, name))
            .map(|it| it.map(|it| it.value().to_vec()));
        let sealed = self.checked(sealed)?;
        sealed.map(|it| row::value(&it, name)).transpose()
    }

    pub fn put(
        &mut self,
        table: Table,
        space: SpaceId,
        name: &str,
        row: &[u8],
    ) -> Result<(), StorageError> {
        self.has_changed = true;
        let sealed = row::seal(row);
        let put = self
            .table(table)
            .insert(key(space, name), sealed.as_slice())
            .map(drop);
        self.checked(put)
    }

    /// A number that is kept beside the rows.
    pub fn fact(&mut self, name: &str) -> Result<Option<u64>, StorageError> {
        let number = self.facts.get(name).map(|it| it.map(|it| it.value()));
        self.checked(number)
    }

    pub fn set_fact(&mut self, name: &str, number: u64) -> Result<(), StorageError> {
        self.has_changed = true;
        let put = self.facts.insert(name, number).map(drop);
        self.checked(put)
    }

    /// Whether the row was there.
    pub fn remove(
        &mut self,
        table: Table,
        space: SpaceId,
        name: &str,
    ) -> Result<bool, StorageError> {
        let removed = self
            .table(table)
            .remove(key(space, name))
            .map(|it| it.is_some());
        let was_there = self.checked(removed)?;
        self.has_changed |= was_there;
        Ok(was_there)
    }

    /// The first space with an id of at least `from` that has rows.
    pub fn first_space(
        &mut self,
        table: Table,
        from: SpaceId,
    ) -> Result<Option<SpaceId>, StorageError> {
        let first = (|| {
            let mut rows = self.table(table).range(key(from, "")..)?;
            let first = rows.next().transpose()?;
            Ok(first.map(|(key, _)| SpaceId(key.value().0)))
        })();
        self.checked(first)
    }

    /// Removes up to `limit` rows of a space; returns their number.
    pub fn clear(
        &mut self,
        table: Table,
        space: SpaceId,
        limit: usize,
    ) -> Result<usize, StorageError> {
        let keys = (|| {
            let rows = self.table(table).range(key(space, "")..)?;
            let mut keys = Vec::new();
            for row in rows.take(limit) {
                let (key, _) = row?;
                let (id, name) = key.value();
                if id != space.0 {
                    break;
                }
                keys.push(name.to_owned());
            }
            Ok(keys)
        })();
        let keys = self.checked(keys)?;
        for name in &keys {
            self.remove(table, space, name)?;
        }
        Ok(keys.len())
    }

    fn table(&mut self, table: Table) -> &mut redb::Table<'a, Key, &'static [u8]> {
        match table {
            Table::Values => &mut self.values,
            Table::Messages => &mut self.messages,
            Table::DeadMessages => &mut self.dead_messages,
        }
    }

    fn checked<R>(&mut self, result: Result<R, redb::StorageError>) -> Result<R, StorageError> {
        result.map_err(|error| {
            let error = failure(error);
            let answer = copy(&error);
            self.failure.get_or_insert(error);
            answer.into()
        })
    }
}

/// The same error once more.
pub fn copy(error: &io::Error) -> io::Error {
    match error.raw_os_error() {
        Some(code) => io::Error::from_raw_os_error(code),
        None => io::Error::new(error.kind(), error.to_string()),
    }
}
