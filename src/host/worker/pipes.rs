//! Orders and reports on the worker's side.

use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use parking_lot::Mutex;
use tokio::io::{AsyncRead, ReadBuf};
use tokio::net::unix::pipe::Receiver;
use tokio::sync::mpsc::UnboundedReceiver;

use crate::errors::error::{ProgramError, Thrown};

use super::frame::Decoder;
use super::message::{MAX_RESULT, Report, WorkerRequest};

pub const PIECE: usize = 64 << 10;
/// Size in bytes at which buffered answers are sent.
const FLUSH_SIZE: usize = 256 << 10;

/// Reads orders.
pub enum RequestReader {
    /// From a pipe.
    Pipe(RequestPipe),
    /// From the thread that reads the pipe of a function that is debugged.
    Thread(UnboundedReceiver<WorkerRequest>),
}

/// Reads orders from a pipe in the event loop.
pub struct RequestPipe {
    pipe: Receiver,
    decoder: Decoder,
    piece: Box<[u8]>,
}

impl RequestReader {
    /// Waits for the first order, before the event loop exists.
    pub fn first(pipe: &mut File, decoder: &mut Decoder) -> io::Result<WorkerRequest> {
        let mut piece = vec![0; PIECE];
        loop {
            if let Some(frame) = decoder.take().map_err(invalid)? {
                return WorkerRequest::read(frame).map_err(invalid);
            }
            let length = pipe.read(&mut piece)?;
            if length == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            decoder.feed(&piece[..length]);
        }
    }

    /// Must be called in the event loop. `decoder` holds bytes received after the first order.
    pub fn new(pipe: File, decoder: Decoder) -> io::Result<Self> {
        Ok(Self::Pipe(RequestPipe {
            pipe: Receiver::from_file(pipe)?,
            decoder,
            piece: vec![0; PIECE].into(),
        }))
    }

    /// The next order; `None` if the pipe is closed or its bytes are invalid.
    pub fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<Option<WorkerRequest>> {
        match self {
            Self::Pipe(pipe) => pipe.poll_next(context),
            Self::Thread(requests) => requests.poll_recv(context),
        }
    }
}

impl RequestPipe {
    fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<Option<WorkerRequest>> {
        loop {
            match self.decoder.take() {
                Ok(Some(frame)) => return Poll::Ready(WorkerRequest::read(frame).ok()),
                Ok(None) => {}
                Err(_) => return Poll::Ready(None),
            }
            let mut piece = ReadBuf::new(&mut self.piece);
            let read = ready!(Pin::new(&mut self.pipe).poll_read(context, &mut piece));
            if read.is_err() || piece.filled().is_empty() {
                return Poll::Ready(None);
            }
            self.decoder.feed(piece.filled());
        }
    }
}

fn invalid(error: impl std::error::Error + Send + Sync + 'static) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, error)
}

/// Writes reports from any thread. Buffered reports are sent before a fatal error ends the process.
#[derive(Clone)]
pub struct ReportWriter(Arc<Mutex<ReportPipe>>);

struct ReportPipe {
    pipe: File,
    /// Buffered answers.
    waiting: Vec<u8>,
}

impl ReportWriter {
    pub fn new(pipe: File) -> Self {
        let waiting = Vec::new();
        Self(Arc::new(Mutex::new(ReportPipe { pipe, waiting })))
    }

    /// Sends a report immediately.
    pub fn send(&self, report: Report) {
        let mut sending = self.0.lock();
        // Events are far smaller than the maximum frame.
        let _ = report.write(&mut sending.waiting);
        sending.flush();
    }

    /// Buffers a report until the next [`flush`](Self::flush).
    pub fn answer(&self, number: u64, result: Result<Option<String>, ProgramError>) {
        let mut sending = self.0.lock();
        let report = match result {
            Ok(Some(result)) if result.len() > MAX_RESULT => Report::Failure {
                number,
                error: too_large(result.len()),
            },
            Ok(result) => Report::Answer { number, result },
            Err(error) => Report::Failure { number, error },
        };
        if let Err(error) = report.write(&mut sending.waiting) {
            let error = ProgramError::Internal(format!("the result is too large: {error}"));
            let _ = Report::Failure { number, error }.write(&mut sending.waiting);
        }
        if sending.waiting.len() > FLUSH_SIZE {
            sending.flush();
        }
    }

    pub fn flush(&self) {
        self.0.lock().flush();
    }
}

fn too_large(length: usize) -> ProgramError {
    let thrown = Thrown {
        class: Some("RangeError".to_owned()),
        message: format!(
            "the result is too large: it has {} MiB as JSON, and may have {} MiB",
            length >> 20,
            MAX_RESULT >> 20
        ),
        ..Thrown::default()
    };
    ProgramError::Thrown(Box::new(thrown))
}

impl ReportPipe {
    fn flush(&mut self) {
        if self.waiting.is_empty() {
            return;
        }
        // A closed pipe means that the platform has ended; the worker then ends with its input.
        let _ = self.pipe.write_all(&self.waiting);
        self.waiting.clear();
        self.waiting.shrink_to(FLUSH_SIZE);
    }
}
