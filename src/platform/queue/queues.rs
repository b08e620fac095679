//! All queues, in memory and on disk.

use std::collections::HashMap;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use parking_lot::Mutex;
use tokio::sync::{Notify, oneshot};

use crate::definition::Subscription;
use crate::functions::Functions;
use crate::storage::{Group, SpaceId, Storage, StorageError, Table, remove_rows};

use super::backlog::{Backlog, Delivery, Plan};
use super::message::Message;
use super::queue_table::{QueueTable, put_new, space_of, to_row};
use super::settlement::{Letter, SettledRow, Settlement};

/// Maximum number of outcomes that are not on disk; deliveries wait beyond it.
const MAX_UNSAVED: usize = 4096;
/// Times of ids have 16 digits; later ones are no times of a clock. In microseconds since the epoch.
const MAX_TIME: u64 = 9_000_000_000_000_000;

/// The queues. A message is on disk before it is acknowledged.
pub struct Queues {
    pub(super) table: QueueTable,
    pub(super) backlog: Mutex<Backlog>,
    /// The ids of the queues that messages of the backlog are in.
    spaces: Mutex<HashMap<String, SpaceId>>,
    /// Notified when there may be something to deliver.
    news: Notify,
    /// The number of outcomes that are not on disk.
    unsaved: AtomicUsize,
    last: AtomicU64,
}

impl Queues {
    /// Loads messages left by an earlier process; returns those that cannot be read, as messages.
    pub fn open(storage: Arc<Storage>) -> io::Result<(Arc<Self>, Vec<String>)> {
        let queues = Self {
            table: QueueTable::new(storage),
            backlog: Mutex::default(),
            spaces: Mutex::default(),
            news: Notify::new(),
            unsaved: AtomicUsize::new(0),
            last: AtomicU64::new(0),
        };
        let mut problems = Vec::new();
        for name in queues.table.queues()? {
            // A queue whose id cannot be read is left alone.
            match queues.table.space(&name) {
                Ok(Some(space)) => queues.load(&name, space, &mut problems)?,
                Ok(None) => {}
                Err(error) => problems.push(format!("the queue {name} cannot be used: {error}")),
            }
        }
        Ok((Arc::new(queues), problems))
    }

    fn load(&self, name: &str, space: SpaceId, problems: &mut Vec<String>) -> io::Result<()> {
        self.spaces.lock().insert(name.to_owned(), space);
        let mut backlog = self.backlog.lock();
        for found in self.table.load(space)? {
            self.continue_after(&found.id);
            match found.message {
                Ok(message) => {
                    let due = due_instant(&found.id, &message);
                    backlog.add(name, found.id, message, due);
                }
                Err(reason) => problems.push(format!(
                    "the message {} of the queue {name} cannot be read and is left alone: {reason}",
                    found.id
                )),
            }
        }
        for key in self.table.dead_keys(space)? {
            self.continue_after(&key);
        }
        Ok(())
    }

    /// Lets new ids follow an id of an earlier process, also if the clock was set back.
    fn continue_after(&self, id: &str) {
        let time = time_of(id);
        if time < MAX_TIME {
            self.last.fetch_max(time, Ordering::Relaxed);
        }
    }

    /// Adds a message and returns its id once it is on disk.
    pub async fn push(
        self: &Arc<Self>,
        queue: &str,
        message: Message,
    ) -> Result<String, StorageError> {
        let (queues, name, id) = (Arc::clone(self), queue.to_owned(), self.next_id());
        let (row, queue, key) = (to_row(&message), queue.to_owned(), id.clone());
        let (done, pushed) = oneshot::channel();
        self.table.storage().engine().submit(
            move |group| put_new(group, &queue, &key, &row),
            move |stored| {
                let pushed = stored.map(|space| {
                    queues.add(&name, space, id.clone(), message);
                    id
                });
                // Nothing holds the queues when the answer is there.
                drop(queues);
                let _ = done.send(pushed);
            },
        );
        let pushed = pushed.await;
        pushed.unwrap_or_else(|_| Err(io::Error::other("the platform has ended").into()))
    }

    /// Adds a message that is on disk to those that wait.
    pub(super) fn add(&self, queue: &str, space: SpaceId, id: String, message: Message) {
        let due = due_instant(&id, &message);
        let mut backlog = self.backlog.lock();
        let before = self.spaces.lock().insert(queue.to_owned(), space);
        if before.is_some_and(|it| it != space) {
            backlog.remove_queue(queue);
        }
        backlog.add(queue, id, message, due);
        self.news.notify_one();
    }

    /// The number of messages of each queue that is not empty.
    pub fn depths(&self) -> Vec<(String, usize)> {
        let mut backlog = self.backlog.lock();
        let queues = backlog.queues();
        for queue in queues.iter().filter(|it| !self.is_there(it)) {
            backlog.remove_queue(queue);
        }
        let depths = backlog.depths();
        depths
            .map(|(name, count)| (name.to_owned(), count))
            .collect()
    }

    /// Completes when there may be something to deliver.
    pub async fn wait_for_changes(&self) {
        self.news.notified().await;
    }

    /// Takes the due messages.
    pub fn take(&self, functions: &Functions) -> Plan {
        let mut plan = Plan::default();
        if self.unsaved.load(Ordering::Relaxed) >= MAX_UNSAVED {
            return plan;
        }
        let mut backlog = self.backlog.lock();
        for queue in backlog.queues() {
            let subscribers = functions.subscribers(&queue);
            let before = plan.deliveries.len();
            backlog.take(&queue, &subscribers, Instant::now(), &mut plan);
            if plan.deliveries.len() > before && !self.is_there(&queue) {
                plan.deliveries.truncate(before);
                backlog.remove_queue(&queue);
                self.table.storage().engine().submit(remove_rows, drop);
            }
        }
        plan
    }

    /// Whether a queue is the one that its messages were pushed to. Removing the folder of a queue removes the queue.
    fn is_there(&self, queue: &str) -> bool {
        let known = self.spaces.lock().get(queue).copied();
        // While the disk fails, the queue counts as existing.
        self.table.space(queue).map_or(true, |it| it == known)
    }

    /// Records the outcome of a delivery in memory. The caller [saves](Self::save) the result; `None` if the message was removed.
    pub fn settle(
        &self,
        delivery: &Delivery,
        succeeded: bool,
        functions: &Functions,
    ) -> Option<Settlement> {
        let subscribers = functions.subscribers(&delivery.queue);
        let subscription = functions.subscription(&delivery.function, &delivery.queue);
        let retries = Subscription::retries_of(subscription.as_ref());
        let dead_letters = subscription.and_then(|it| it.dead_letters);
        let mut backlog = self.backlog.lock();
        let now = Instant::now();
        let settled = backlog.settle(delivery, succeeded, &subscribers, &retries, now)?;
        drop(backlog);
        self.unsaved.fetch_add(1, Ordering::Relaxed);
        self.news.notify_one();
        let letter = settled.dead.as_ref().zip(dead_letters);
        Some(Settlement {
            queue: delivery.queue.clone(),
            id: delivery.id.clone(),
            letter: letter.map(|(dead, queue)| Letter {
                queue,
                id: self.next_id(),
                message: dead.letter(),
            }),
            dead: settled.dead,
        })
    }

    /// Stores outcomes; completes when they are on disk. After a failure they are to be saved again.
    pub async fn save(self: &Arc<Self>, settlements: &[Settlement]) -> Result<(), StorageError> {
        let (done, saved) = oneshot::channel();
        self.submit(settlements, move |result| {
            let _ = done.send(result);
        });
        saved
            .await
            .unwrap_or_else(|_| Err(io::Error::other("the platform has ended").into()))
    }

    fn submit(
        self: &Arc<Self>,
        settlements: &[Settlement],
        done: impl FnOnce(Result<(), StorageError>) + Send + 'static,
    ) {
        let queues = Arc::clone(self);
        let count = settlements.len();
        // Held until the change is submitted: the last row that is stored of a message is the newest.
        let backlog = self.backlog.lock();
        let rows: Vec<SettledRow> = settlements
            .iter()
            .map(|it| SettledRow {
                row: backlog.message(&it.queue, &it.id).map(to_row),
                settlement: it.clone(),
            })
            .collect();
        let store = move |group: &mut Group<'_>| {
            let mut letters = Vec::new();
            for row in rows {
                if let (true, Some(letter)) = (row.store(group)?, row.settlement.letter) {
                    letters.push((group.known_space(super::KIND, &letter.queue)?, letter));
                }
            }
            Ok(letters)
        };
        self.table.storage().engine().submit(store, move |stored| {
            let saved = stored.map(|letters| queues.saved(count, letters));
            drop(queues);
            done(saved);
        });
        drop(backlog);
    }

    /// Takes notice of outcomes that are on disk, and of the letters that were stored with them.
    fn saved(&self, count: usize, letters: Vec<(Option<SpaceId>, Letter)>) {
        self.unsaved.fetch_sub(count, Ordering::Relaxed);
        for (space, letter) in letters {
            if let Some(space) = space {
                self.add(&letter.queue, space, letter.id, letter.message);
            }
        }
        self.news.notify_one();
    }

    /// Removes a message that was processed or is dead.
    pub async fn forget(&self, queue: String, id: String) -> Result<(), StorageError> {
        self.backlog.lock().remove(&queue, &id);
        let engine = self.table.storage().engine();
        let removed = engine.write(move |group| {
            if let Some(space) = space_of(group, &queue, &id)? {
                group.remove(Table::Messages, space, &id)?;
            }
            Ok(())
        });
        removed.await
    }

    /// Ids increase, also across restarts and when the clock is set back. Random digits distinguish ids from different
    /// starts.
    pub(super) fn next_id(&self) -> String {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let now = now.map_or(0, |it| it.as_micros() as u64);
        let next = |last: u64| now.max(last + 1);
        let mut last = self.last.load(Ordering::Relaxed);
        while let Err(other) =
            self.last
                .compare_exchange_weak(last, next(last), Ordering::Relaxed, Ordering::Relaxed)
        {
            last = other;
        }
        format!("{:016}-{:08x}", next(last), rand::random::<u32>())
    }
}

/// The time of the push in microseconds since the epoch, which the id of a message begins with.
pub fn time_of(id: &str) -> u64 {
    let digits = id.split('-').next().unwrap_or_default();
    digits.parse().unwrap_or_default()
}

/// The time of a clock that counts on at which a message is due; `None` if it is due now. A clock that was set back does not
/// make a message wait longer than at its push.
fn due_instant(id: &str, message: &Message) -> Option<Instant> {
    let due = Duration::from_millis(message.due?);
    let now = SystemTime::now().duration_since(UNIX_EPOCH).ok()?;
    let left = due.checked_sub(now)?;
    let delay = due.checked_sub(Duration::from_micros(time_of(id)));
    Instant::now().checked_add(delay.map_or(left, |it| it.min(left)))
}

/// Milliseconds since the epoch in so many seconds.
pub fn due_in(delay: Duration) -> u64 {
    let due = SystemTime::now() + delay;
    let since = due.duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
pub mod tests;
