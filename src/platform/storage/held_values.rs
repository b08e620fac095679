//! The values of a space, to be moved into a file.

use std::ops::ControlFlow;

use data_encoding::HEXLOWER;

use super::error::StorageError;
use super::space::{SpaceId, SpaceKind};
use super::stored_value::{Content, StoredValue};
use super::{Storage, Table};

/// A value without its content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeldValue {
    pub key: String,
    /// Milliseconds since the epoch at which it is gone.
    pub expires: Option<u64>,
    pub version: String,
}

impl HeldValue {
    pub fn of(key: &str, value: &StoredValue) -> Self {
        Self {
            key: key.to_owned(),
            expires: Some(value.expires).filter(|it| *it > 0),
            version: HEXLOWER.encode(&value.version),
        }
    }
}

impl Storage {
    /// The values of a space whose time is not over, by key. A damaged one is an error.
    pub fn held_values(&self, space: SpaceId) -> Result<Vec<HeldValue>, StorageError> {
        let mut values = Vec::new();
        let mut damaged = None;
        self.engine().read(|snapshot| {
            snapshot.scan(Table::Values, space, "", |key, row| {
                let Some(value) = row.and_then(StoredValue::from_row) else {
                    damaged = Some(StorageError::damaged(key));
                    return ControlFlow::Break(());
                };
                if !value.has_expired() {
                    values.push(HeldValue::of(key, &value));
                }
                ControlFlow::Continue(())
            })
        })?;
        damaged.map_or(Ok(values), Err)
    }

    /// The content of a value. Nothing else changes the space.
    pub fn content_of(
        &self,
        kind: SpaceKind,
        name: &str,
        space: SpaceId,
        key: &str,
    ) -> Result<Vec<u8>, StorageError> {
        let row = self.engine().read(|it| it.get(Table::Values, space, key))?;
        let value = row.and_then(|it| StoredValue::from_row(&it));
        let bytes = match value.map(|it| it.content) {
            Some(Content::Inline(bytes)) => Some(bytes),
            Some(Content::File(file)) => file.read(&self.spaces().folder(kind, name)?)?,
            None => None,
        };
        bytes.ok_or_else(|| StorageError::damaged(key))
    }
}
