//! Appends the records of a run to its journal.
//!
//! Many tasks append concurrently. One thread takes all queued records, writes and syncs them at
//! once, and wakes the tasks. This is group commit: thousands of records share a few fsyncs.

use std::future::Future;
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::runtime::Handle;
use tokio::sync::oneshot;

use super::journal_writer::{JournalWriter, Message};
use crate::record::Record;
use crate::stack::history::HistoryEntry;
use crate::stack::locked_stack::StackWriter;
use crate::stack_state::StackState;
use crate::state_error::StateError;

/// Takes the records of one run. Records are written in the order of the calls of `append` and
/// `append_unsynced`, even if their futures are never polled.
pub struct Journal {
    stack_writer: Arc<StackWriter>,
    queue: Mutex<Queue>,
}

struct Queue {
    messages: Option<std::sync::mpsc::Sender<Message>>,
    /// Set when a record could not be serialised; later records would leave a gap.
    failure: Option<StateError>,
    thread: Option<std::thread::JoinHandle<()>>,
}

/// The result of a journal's writer.
#[derive(Debug, Default)]
pub struct Written {
    pub failure: Option<StateError>,
    /// Whether there is a journal to fold into the snapshot.
    pub has_records: bool,
    pub id: Option<String>,
}

impl Journal {
    pub(crate) fn start(
        stack_writer: Arc<StackWriter>,
        writer: JournalWriter,
    ) -> Result<Self, StateError> {
        let runtime = Handle::try_current().map_err(|_| StateError::NoRuntime)?;
        let place = stack_writer.journal_place();
        let (messages, queue) = std::sync::mpsc::channel();
        let thread = std::thread::Builder::new()
            .name("journal".to_owned())
            .spawn(move || writer.run(&queue, &runtime))
            .map_err(|error| StateError::io("start a thread for", place, error))?;
        Ok(Self {
            stack_writer,
            queue: Mutex::new(Queue {
                messages: Some(messages),
                failure: None,
                thread: Some(thread),
            }),
        })
    }

    /// Appends a record. The future completes once the record is durable; await it before any
    /// effect that the record announces.
    ///
    /// [`Record::Run`] and [`Record::Finished`] are buffered until the first other record: a run
    /// that records nothing writes nothing.
    ///
    /// After the first failure every later append fails with the same error.
    pub fn append(
        &self,
        record: &Record,
    ) -> impl Future<Output = Result<(), StateError>> + Send + 'static {
        let (done, answer) = oneshot::channel();
        let queued = self.send(record, Some(done));
        async move {
            queued?;
            answer.await.unwrap_or(Err(StateError::Closed))
        }
    }

    /// Appends a record without waiting for the disk: it is written with the next record, or at the
    /// end. A later call reports the failure.
    pub fn append_unsynced(&self, record: &Record) {
        // The next `append` or `finish` reports the failure.
        let _ = self.send(record, None);
    }

    fn send(
        &self,
        record: &Record,
        done: Option<oneshot::Sender<Result<(), StateError>>>,
    ) -> Result<(), StateError> {
        let line = self.stack_writer.record_line(record);
        let is_quiet = matches!(record, Record::Run(_) | Record::Finished { .. });
        let mut queue = self.queue.lock();
        if let Some(failure) = &queue.failure {
            return Err(failure.clone());
        }
        match line {
            Ok(line) => {
                let messages = queue.messages.as_ref().ok_or(StateError::Closed)?;
                let message = Message::Record {
                    line,
                    is_quiet,
                    done,
                };
                messages.send(message).map_err(|_| StateError::Closed)
            }
            Err(error) => {
                queue.failure = Some(error.clone());
                Err(error)
            }
        }
    }

    /// Ends the run: writes `state` as the new snapshot, adds the entry to the history, and removes
    /// the journal. `state` must be the result of all records.
    ///
    /// A run that recorded nothing leaves the snapshot unchanged. If an append failed, the state is
    /// written nevertheless, unless the lock was lost.
    pub async fn finish(
        &self,
        state: &StackState,
        mut entry: HistoryEntry,
    ) -> Result<(), StateError> {
        entry.count(state);
        let written = self.close().await?;
        match written.failure {
            Some(lost @ StateError::LockLost { .. }) => return Err(lost),
            None if !written.has_records => {}
            _ => self.stack_writer.save(state, written.id).await?,
        }
        self.stack_writer.add_history(entry).await
    }

    /// Ends the run and keeps the journal, as if the process was killed; the next run folds it in.
    pub async fn abandon(&self) -> Result<(), StateError> {
        self.close().await?.failure.map_or(Ok(()), Err)
    }

    /// Waits until everything is written.
    async fn close(&self) -> Result<Written, StateError> {
        let (done, answer) = oneshot::channel();
        let (messages, failure) = {
            let mut queue = self.queue.lock();
            (queue.messages.take(), queue.failure.clone())
        };
        let messages = messages.ok_or(StateError::Closed)?;
        messages
            .send(Message::Close(done))
            .map_err(|_| StateError::Closed)?;
        drop(messages);
        let mut written = answer.await.map_err(|_| StateError::Closed)?;
        if written.failure.is_none() {
            written.failure = failure;
        }
        Ok(written)
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        let (messages, thread) = {
            let mut queue = self.queue.lock();
            (queue.messages.take(), queue.thread.take())
        };
        drop(messages);
        // The lock must be held until the last write is done.
        if self.stack_writer.is_local()
            && let Some(thread) = thread
        {
            let _ = thread.join();
        }
    }
}
