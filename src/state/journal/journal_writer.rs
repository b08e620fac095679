//! The thread that writes a journal.

use std::sync::Arc;
use std::sync::mpsc::Receiver;

use tokio::runtime::Handle;
use tokio::sync::oneshot;
use tracing::debug_span;

use super::frame;
use super::journal::Written;
use super::journal_text::JournalHeader;
use super::loaded_state::Base;
use crate::stack::locked_stack::StackWriter;
use crate::state_error::StateError;
use crate::stores::store::Log;

/// The size limit of one write, in bytes.
const MAX_BATCH: usize = 4 << 20;

pub type Done = oneshot::Sender<Result<(), StateError>>;

pub enum Message {
    Record {
        line: Vec<u8>,
        /// Whether the record is written only together with another one.
        is_quiet: bool,
        done: Option<Done>,
    },
    Close(oneshot::Sender<Written>),
}

pub struct JournalWriter {
    stack_writer: Arc<StackWriter>,
    /// The journal's id, and its header.
    id: String,
    start: Vec<u8>,
    log: Option<Box<dyn Log>>,
    /// The number of the next record.
    number: u64,
    /// Quiet lines, buffered until the first other record.
    quiet: Vec<Vec<u8>>,
    batch: Vec<u8>,
    waiting: Vec<Done>,
    /// Whether an earlier journal exists.
    has_old: bool,
    failure: Option<StateError>,
}

impl JournalWriter {
    pub fn new(stack_writer: Arc<StackWriter>, base: &Base) -> Result<Self, StateError> {
        let (id, start, records) = match &base.journal {
            Some(journal) => (journal.id.clone(), journal.valid.clone(), journal.records),
            None => {
                let it = &base.snapshot;
                let checksum = base.checksum.clone();
                let header = JournalHeader::new(&it.project, &it.stack, it.serial, checksum);
                (header.id.clone(), header.bytes()?, 0)
            }
        };
        Ok(Self {
            stack_writer,
            id,
            start,
            log: None,
            number: records + 1,
            quiet: Vec::new(),
            batch: Vec::new(),
            waiting: Vec::new(),
            has_old: base.journal.is_some(),
            failure: None,
        })
    }

    /// Writes records until the journal is closed.
    pub fn run(mut self, queue: &Receiver<Message>, runtime: &Handle) {
        while let Ok(first) = queue.recv() {
            let mut close = None;
            let mut next = Some(first);
            while let Some(message) = next {
                match message {
                    Message::Record {
                        line,
                        is_quiet,
                        done,
                    } => self.take(line, is_quiet, done),
                    Message::Close(done) => close = Some(done),
                }
                let is_full = self.batch.len() >= MAX_BATCH;
                next = if is_full { None } else { queue.try_recv().ok() };
            }
            // Unsynced records are written with the next synced one, or when the batch is large.
            if !self.waiting.is_empty() || close.is_some() || self.batch.len() >= MAX_BATCH {
                self.write(runtime);
            }
            if let Some(done) = close {
                let _ = done.send(self.written());
                return;
            }
        }
        // Dropped without `finish`: queued records are written nevertheless.
        self.write(runtime);
    }

    fn take(&mut self, line: Vec<u8>, is_quiet: bool, done: Option<Done>) {
        if is_quiet && self.batch.is_empty() && self.log.is_none() {
            self.quiet.push(line);
        } else {
            for line in std::mem::take(&mut self.quiet) {
                self.push(&line);
            }
            self.push(&line);
        }
        self.waiting.extend(done);
    }

    fn push(&mut self, line: &[u8]) {
        frame::write(&mut self.batch, self.number, line);
        self.number += 1;
    }

    fn write(&mut self, runtime: &Handle) {
        let batch = std::mem::take(&mut self.batch);
        let _span = debug_span!(target: "state", "journal write", bytes = batch.len()).entered();
        if self.failure.is_none()
            && !batch.is_empty()
            && let Err(error) = runtime.block_on(self.write_batch(batch))
        {
            self.failure = Some(error);
        }
        for done in self.waiting.drain(..) {
            // The receiver may have been dropped.
            let _ = done.send(self.failure.clone().map_or(Ok(()), Err));
        }
    }

    async fn write_batch(&mut self, batch: Vec<u8>) -> Result<(), StateError> {
        self.stack_writer.before_write().await?;
        if let Some(log) = &mut self.log {
            return log.append(batch).await;
        }
        let mut content = std::mem::take(&mut self.start);
        content.extend_from_slice(&batch);
        self.log = Some(self.stack_writer.begin_log(&self.id, content).await?);
        Ok(())
    }

    fn written(&self) -> Written {
        let has_records = self.has_old || self.log.is_some();
        // A failed write may have reached the disk.
        let may_exist = has_records || self.failure.is_some();
        Written {
            failure: self.failure.clone(),
            has_records,
            id: may_exist.then(|| self.id.clone()),
        }
    }
}
