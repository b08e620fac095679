//! The tables as they have been committed.

use std::ops::ControlFlow;

use redb::ReadTransaction;

use super::database_file::failure;
use super::{Table, key, row};
use crate::storage::error::StorageError;
use crate::storage::space::SpaceId;

/// The tables at one moment.
pub struct Snapshot {
    transaction: ReadTransaction,
}

impl Snapshot {
    pub(super) fn new(transaction: ReadTransaction) -> Self {
        Self { transaction }
    }

    /// A row; damaged ones are errors.
    pub fn get(
        &self,
        table: Table,
        space: SpaceId,
        name: &str,
    ) -> Result<Option<Vec<u8>>, StorageError> {
        let table = self
            .transaction
            .open_table(table.definition())
            .map_err(failure)?;
        let sealed = table.get(key(space, name)).map_err(failure)?;
        sealed.map(|it| row::value(it.value(), name)).transpose()
    }

    /// The rows of a space whose keys begin with `prefix`, in the order of keys; `None` in place of a damaged row. Ends when
    /// `visit` breaks.
    pub fn scan(
        &self,
        table: Table,
        space: SpaceId,
        prefix: &str,
        mut visit: impl FnMut(&str, Option<&[u8]>) -> ControlFlow<()>,
    ) -> Result<(), StorageError> {
        let table = self
            .transaction
            .open_table(table.definition())
            .map_err(failure)?;
        for found in table.range(key(space, prefix)..).map_err(failure)? {
            let (found, sealed) = found.map_err(failure)?;
            let (id, name) = found.value();
            if id != space.0 || !name.starts_with(prefix) {
                break;
            }
            if visit(name, row::open(sealed.value())).is_break() {
                break;
            }
        }
        Ok(())
    }

    /// The number of rows of a space.
    pub fn count(&self, table: Table, space: SpaceId) -> Result<usize, StorageError> {
        let mut count = 0;
        self.scan(table, space, "", |_, _| {
            count += 1;
            ControlFlow::Continue(())
        })?;
        Ok(count)
    }
}
