//! The messages of all queues in the database: a row for each, by id; and for each that a function gave up, by id and function.

use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::storage::{Group, SpaceId, Storage, StorageError, Table};

use super::KIND;
use super::message::{DeadMessage, Message};

pub struct QueueTable {
    storage: Arc<Storage>,
}

/// A row, or the reason why it cannot be read.
pub struct Found {
    pub id: String,
    pub message: Result<Message, String>,
}

/// A message that was given up.
#[derive(Clone, Debug)]
pub struct DeadRow {
    pub key: String,
    pub id: String,
    pub message: DeadMessage,
}

/// A new message for a queue, which is made if it is missing. Returns the queue's id.
pub fn put_new(
    group: &mut Group<'_>,
    queue: &str,
    id: &str,
    row: &[u8],
) -> Result<SpaceId, StorageError> {
    let space = group.space(KIND, queue)?;
    group.put(Table::Messages, space, id, row)?;
    Ok(space)
}

/// The queue that a message waits in; `None` if it does not wait any more, or the queue was removed.
pub fn space_of(
    group: &mut Group<'_>,
    queue: &str,
    id: &str,
) -> Result<Option<SpaceId>, StorageError> {
    let Some(space) = group.known_space(KIND, queue)? else {
        return Ok(None);
    };
    let is_there = group.has(Table::Messages, space, id)?;
    Ok(is_there.then_some(space))
}

/// The key of a message that a function gave up.
pub fn dead_key(id: &str, function: &str) -> String {
    format!("{id}-{function}")
}

pub fn to_row(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).expect("BUG: messages are plain data")
}

impl QueueTable {
    pub fn new(storage: Arc<Storage>) -> Self {
        Self { storage }
    }

    pub fn storage(&self) -> &Storage {
        &self.storage
    }

    /// The id of a queue; `None` if it was removed, or has had no message.
    pub fn space(&self, queue: &str) -> Result<Option<SpaceId>, StorageError> {
        self.storage.spaces().find(KIND, queue)
    }

    /// The names of all queues.
    pub fn queues(&self) -> io::Result<Vec<String>> {
        self.storage.spaces().names(KIND)
    }

    /// All messages of a queue, in order of arrival.
    pub fn load(&self, space: SpaceId) -> Result<Vec<Found>, StorageError> {
        let mut all = Vec::new();
        self.scan(Table::Messages, space, |id, row| {
            let id = id.to_owned();
            all.push(Found {
                id,
                message: parse(row),
            });
        })?;
        Ok(all)
    }

    /// The messages of a queue that were given up, in the order of their ids. Those that cannot be read are left alone.
    pub fn dead(&self, queue: &str) -> Result<Vec<DeadRow>, StorageError> {
        let mut all = Vec::new();
        if let Some(space) = self.space(queue)? {
            self.scan(Table::DeadMessages, space, |key, row| {
                if let Ok(message) = parse(row) {
                    all.push(DeadRow {
                        key: key.to_owned(),
                        id: id_of(key).to_owned(),
                        message,
                    });
                }
            })?;
        }
        Ok(all)
    }

    /// The number of messages that were given up.
    pub fn dead_count(&self, queue: &str) -> Result<usize, StorageError> {
        let Some(space) = self.space(queue)? else {
            return Ok(0);
        };
        let engine = self.storage.engine();
        engine.read(|it| it.count(Table::DeadMessages, space))
    }

    /// The keys of messages that were given up.
    pub fn dead_keys(&self, space: SpaceId) -> Result<Vec<String>, StorageError> {
        let mut keys = Vec::new();
        self.scan(Table::DeadMessages, space, |key, _| {
            keys.push(key.to_owned())
        })?;
        Ok(keys)
    }

    fn scan(
        &self,
        table: Table,
        space: SpaceId,
        mut visit: impl FnMut(&str, Option<&[u8]>),
    ) -> Result<(), StorageError> {
        self.storage.engine().read(|snapshot| {
            snapshot.scan(table, space, "", |key, row| {
                visit(key, row);
                ControlFlow::Continue(())
            })
        })
    }
}

fn parse<T: DeserializeOwned>(row: Option<&[u8]>) -> Result<T, String> {
    let row = row.ok_or("its checksum is wrong")?;
    serde_json::from_slice(row).map_err(|it| it.to_string())
}

/// Time and random digits; the name of the function follows.
fn id_of(key: &str) -> &str {
    let end = key.match_indices('-').nth(1);
    end.map_or(key, |(at, _)| &key[..at])
}
