//! The thread that writes.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::Receiver;

use super::database_file::failure;
use super::group::{Group, copy};
use super::{Opener, Shared};
use crate::storage::error::StorageError;
use crate::storage::space::Spaces;

/// Maximum number of changes that are committed together.
const TOGETHER: usize = 4096;

/// A change that waits.
pub trait Change: Send {
    /// Applies the change.
    fn apply(&mut self, group: &mut Group<'_>);

    /// Answers the change: it is on disk, or it has failed.
    fn finish(self: Box<Self>, failure: Option<&io::Error>);
}

/// A change, and who waits for it.
pub struct Pending<W, R, D> {
    work: Option<W>,
    result: Option<Result<R, StorageError>>,
    done: D,
}

impl<W, R, D> Pending<W, R, D>
where
    W: FnOnce(&mut Group<'_>) -> Result<R, StorageError>,
    D: FnOnce(Result<R, StorageError>),
{
    pub fn new(work: W, done: D) -> Self {
        Self {
            work: Some(work),
            result: None,
            done,
        }
    }
}

impl<W, R, D> Change for Pending<W, R, D>
where
    W: FnOnce(&mut Group<'_>) -> Result<R, StorageError> + Send,
    R: Send,
    D: FnOnce(Result<R, StorageError>) + Send,
{
    fn apply(&mut self, group: &mut Group<'_>) {
        if let Some(work) = self.work.take() {
            self.result = Some(work(group));
        }
    }

    fn finish(self: Box<Self>, failure: Option<&io::Error>) {
        let result = match (failure, self.result) {
            (None, Some(result)) => result,
            (Some(error), _) => Err(copy(error).into()),
            (None, None) => Err(super::closed().into()),
        };
        (self.done)(result);
    }
}

pub struct Writer {
    database: Shared,
    opener: Opener,
    spaces: Spaces,
}

impl Writer {
    pub fn new(database: Shared, opener: Opener, spaces: Spaces) -> Self {
        Self {
            database,
            opener,
            spaces,
        }
    }

    /// Writes until no one can submit changes any more.
    pub fn run(self, received: &Receiver<Box<dyn Change>>) {
        while let Ok(first) = received.recv() {
            let mut changes = vec![first];
            changes.extend(received.try_iter().take(TOGETHER - 1));
            // A panic of the database or of a change fails the group, and nothing else.
            let committed = catch_unwind(AssertUnwindSafe(|| self.commit(&mut changes)));
            let committed =
                committed.unwrap_or_else(|_| Err(io::Error::other("a change has panicked")));
            if committed.is_err() {
                self.reopen();
            }
            for change in changes {
                change.finish(committed.as_ref().err());
            }
        }
    }

    fn commit(&self, changes: &mut [Box<dyn Change>]) -> io::Result<()> {
        if self.database.read().is_none() {
            *self.database.write() = Some((self.opener)()?);
        }
        let database = self.database.read();
        let database = database.as_ref().ok_or_else(super::closed)?;
        let transaction = database.begin_write().map_err(failure)?;
        let mut group = Group::begin(&transaction, &self.spaces)?;
        for change in changes {
            change.apply(&mut group);
            if let Some(error) = group.take_failure() {
                return Err(error);
            }
        }
        let has_changed = group.has_changed();
        drop(group);
        match has_changed {
            true => transaction.commit().map_err(failure),
            // Nothing to wait for the disk for.
            false => transaction.abort().map_err(failure),
        }
    }

    /// After a failure of the file the database refuses all uses, so it is opened anew, as after a kill.
    fn reopen(&self) {
        let mut database = self.database.write();
        drop(database.take());
        *database = catch_unwind(AssertUnwindSafe(|| (self.opener)()))
            .ok()
            .and_then(Result::ok);
    }
}
