//! Outcomes of deliveries, on their way to the disk.

use crate::storage::{Group, StorageError, Table};

use super::message::{DeadMessage, Message};
use super::queue_table::{dead_key, put_new, space_of, to_row};

/// The outcome of a delivery. In memory it counts already, so that the next delivery need not wait for the disk: after a
/// kill, messages come again whose outcome was not stored.
#[derive(Clone, Debug)]
pub struct Settlement {
    pub queue: String,
    pub id: String,
    /// The message, if it was given up.
    pub dead: Option<DeadMessage>,
    /// The message for the queue of dead letters.
    pub letter: Option<Letter>,
}

/// A message for a queue of dead letters.
#[derive(Clone, Debug)]
pub struct Letter {
    pub queue: String,
    pub id: String,
    pub message: Message,
}

/// A settlement with the row of its message.
pub struct SettledRow {
    pub settlement: Settlement,
    /// `None` if the message is done.
    pub row: Option<Vec<u8>>,
}

impl SettledRow {
    /// Stores the outcome. What was given up is in its new place when it leaves the old one. Returns whether the letter is
    /// in its queue.
    pub fn store(&self, group: &mut Group<'_>) -> Result<bool, StorageError> {
        let Settlement {
            queue,
            id,
            dead,
            letter,
        } = &self.settlement;
        let Some(space) = space_of(group, queue, id)? else {
            // An earlier change that seemed to fail may have stored the letter.
            let stored = letter.as_ref();
            let stored = stored.map(|it| space_of(group, &it.queue, &it.id));
            return Ok(stored.transpose()?.flatten().is_some());
        };
        let mut is_sent = false;
        if let Some(letter) = letter {
            let row = to_row(&letter.message);
            match put_new(group, &letter.queue, &letter.id, &row) {
                Ok(_) => is_sent = true,
                // The queue was removed, so the message is kept with its own.
                Err(StorageError::Name(_) | StorageError::Removed(_)) => {}
                Err(error) => return Err(error),
            }
        }
        if let Some(dead) = dead.as_ref().filter(|_| !is_sent) {
            let key = dead_key(id, &dead.function);
            group.put(Table::DeadMessages, space, &key, &to_row(dead))?;
        }
        match &self.row {
            Some(row) => group.put(Table::Messages, space, id, row)?,
            None => drop(group.remove(Table::Messages, space, id)?),
        }
        Ok(is_sent)
    }
}
