//! The database of a platform: one file, and one thread that writes it.
//!
//! A change is a closure that reads and writes tables. The thread takes all changes that wait, applies them in the order
//! in which they came, and commits them together, so that many share one flush of the disk. A change is answered after
//! that, and readers see it from then on.
//!
//! | module | |
//! |---|---|
//! | `database_file` | opens the file, and checks it |
//! | `group` | changes that are committed together |
//! | `row` | rows with a checksum |
//! | `snapshot` | the tables as they have been committed |
//! | `writer` | the thread that writes |

mod database_file;
#[cfg(test)]
mod faulty_disk;
mod group;
mod row;
mod snapshot;
#[cfg(test)]
mod tests;
mod writer;

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread::{self, JoinHandle};

use parking_lot::{Mutex, RwLock};
use redb::{Database, ReadableDatabase as _, TableDefinition};
use tokio::sync::oneshot;

use super::error::StorageError;
use super::space::{SpaceId, Spaces};
use writer::{Change, Pending, Writer};

pub use group::Group;
pub use snapshot::Snapshot;

/// A space and a key in it.
type Key = (u64, &'static str);
type RowTable = TableDefinition<'static, Key, &'static [u8]>;

/// The tables. A row belongs to a space, which is a store, a bucket or a queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Table {
    /// Values of stores and objects of buckets.
    Values,
    /// Messages that wait, by id.
    Messages,
    /// Messages that a function gave up.
    DeadMessages,
}

impl Table {
    pub const ALL: [Self; 3] = [Self::Values, Self::Messages, Self::DeadMessages];

    const fn definition(self) -> RowTable {
        TableDefinition::new(match self {
            Self::Values => "values",
            Self::Messages => "messages",
            Self::DeadMessages => "dead messages",
        })
    }
}

/// Opens the database, at the start and after a failure.
type Opener = Box<dyn Fn() -> io::Result<Database> + Send>;
/// `None` while the file cannot be used, and after the end.
type Shared = Arc<RwLock<Option<Database>>>;

/// The database.
pub struct Engine {
    changes: Mutex<Option<Sender<Box<dyn Change>>>>,
    writer: Mutex<Option<JoinHandle<()>>>,
    database: Shared,
}

impl Engine {
    /// Opens or makes the file.
    pub fn open(file: &Path, spaces: Spaces) -> io::Result<Self> {
        let file = file.to_owned();
        Self::with(Box::new(move || database_file::open(&file)), spaces)
    }

    fn with(opener: Opener, spaces: Spaces) -> io::Result<Self> {
        let database = Arc::new(RwLock::new(Some(opener()?)));
        let (changes, received) = channel();
        let writer = Writer::new(Arc::clone(&database), opener, spaces);
        let writer = thread::Builder::new()
            .name("storage".into())
            .spawn(move || writer.run(&received))?;
        Ok(Self {
            changes: Mutex::new(Some(changes)),
            writer: Mutex::new(Some(writer)),
            database,
        })
    }

    /// Applies a change; completes when it is on disk. `work` must not change anything before it fails.
    pub async fn write<R: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Group<'_>) -> Result<R, StorageError> + Send + 'static,
    ) -> Result<R, StorageError> {
        let (done, result) = oneshot::channel();
        self.submit(work, move |result| {
            // The one who asked may have left.
            let _ = done.send(result);
        });
        result.await.unwrap_or_else(|_| Err(closed().into()))
    }

    /// As [`write`](Self::write); blocks.
    pub fn write_now<R: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Group<'_>) -> Result<R, StorageError> + Send + 'static,
    ) -> Result<R, StorageError> {
        let (done, result) = channel();
        self.submit(work, move |result| {
            let _ = done.send(result);
        });
        result.recv().unwrap_or_else(|_| Err(closed().into()))
    }

    /// Applies a change, without waiting. Changes are applied, and `done` is called, in the order of submission; `done`
    /// must not block.
    pub fn submit<R: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Group<'_>) -> Result<R, StorageError> + Send + 'static,
        done: impl FnOnce(Result<R, StorageError>) + Send + 'static,
    ) {
        let change = Box::new(Pending::new(work, done));
        let changes = self.changes.lock();
        let rejected = match &*changes {
            Some(sender) => sender.send(change).err().map(|it| it.0),
            None => Some(change as Box<dyn Change>),
        };
        drop(changes);
        if let Some(change) = rejected {
            change.finish(Some(&closed()));
        }
    }

    /// Reads what has been committed. May read the disk.
    pub fn read<R>(
        &self,
        work: impl FnOnce(&Snapshot) -> Result<R, StorageError>,
    ) -> Result<R, StorageError> {
        let database = self.database.read();
        let database = database.as_ref().ok_or_else(closed)?;
        let transaction = database.begin_read().map_err(database_file::failure)?;
        work(&Snapshot::new(transaction))
    }

    /// Commits what waits, and closes the file. Later uses fail.
    pub fn close(&self) {
        self.changes.lock().take();
        let writer = self.writer.lock().take();
        // The last user may be an answer, on the thread itself.
        let writer = writer.filter(|it| it.thread().id() != thread::current().id());
        if let Some(writer) = writer {
            let _ = writer.join();
        }
        *self.database.write() = None;
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.close();
    }
}

fn closed() -> io::Error {
    io::Error::other("the platform does not use its data any more")
}

/// The key of a row in its table.
fn key(space: SpaceId, key: &str) -> (u64, &str) {
    (space.0, key)
}
