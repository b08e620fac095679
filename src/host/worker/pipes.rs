//! Orders and reports on the worker's side.

use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use tokio::io::{AsyncRead, ReadBuf};
use tokio::net::unix::pipe::Receiver;
use tokio::sync::mpsc::UnboundedReceiver;

use crate::errors::error::{ProgramError, Thrown};

use super::body_message::BodyMessage;
use super::frame::Decoder;
use super::http_message::HttpAnswer;
use super::message::{MAX_RESULT, Report, WorkerRequest};

pub const PIECE: usize = 64 << 10;
/// Size in bytes at which buffered answers are sent.
const FLUSH_SIZE: usize = 256 << 10;
/// Time for which records are sent together. Those of a function that goes on without a pause may be lost if its process is
/// killed within that time.
const FLUSH_PAUSE: Duration = Duration::from_millis(5);

/// Reads orders.
pub enum RequestReader {
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
    flushed: Instant,
}

impl ReportWriter {
    pub fn new(pipe: File) -> Self {
        Self(Arc::new(Mutex::new(ReportPipe {
            pipe,
            waiting: Vec::new(),
            flushed: Instant::now(),
        })))
    }

    /// Sends a report immediately.
    pub fn send(&self, report: Report) {
        let mut sending = self.0.lock();
        // Events are far smaller than the maximum frame.
        let _ = report.write(&mut sending.waiting);
        sending.flush();
    }

    /// Sends a record of telemetry, with those that follow within [`FLUSH_PAUSE`].
    pub fn record(&self, json: String) {
        let mut sending = self.0.lock();
        // A record that is too large is none: the platform has less room for it than a frame.
        let _ = Report::Telemetry(json).write(&mut sending.waiting);
        if sending.waiting.len() > FLUSH_SIZE || sending.flushed.elapsed() > FLUSH_PAUSE {
            sending.flush();
        }
    }

    /// Buffers a report until the next [`flush`](Self::flush).
    pub fn answer(&self, number: u64, result: Result<Option<String>, ProgramError>) {
        self.buffer(
            number,
            match result {
                Ok(Some(result)) if result.len() > MAX_RESULT => Report::Failure {
                    number,
                    error: too_large(result.len(), " as JSON"),
                },
                Ok(result) => Report::Answer { number, result },
                Err(error) => Report::Failure { number, error },
            },
        );
    }

    /// As [`answer`](Self::answer), for a request of HTTP.
    pub fn answer_http(&self, number: u64, answer: HttpAnswer) {
        let length = answer.body.len();
        self.buffer(
            number,
            match length > MAX_RESULT {
                true => Report::Failure {
                    number,
                    error: too_large(length, ""),
                },
                false => Report::Http { number, answer },
            },
        );
    }

    /// Buffers a message about a body in parts.
    pub fn body(&self, number: u64, message: BodyMessage) {
        self.buffer(number, Report::Body { number, message });
    }

    fn buffer(&self, number: u64, report: Report) {
        let mut sending = self.0.lock();
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

/// `form` says what the length is that of.
fn too_large(length: usize, form: &str) -> ProgramError {
    let thrown = Thrown {
        class: Some("RangeError".to_owned()),
        message: format!(
            "the result is too large: it has {} MiB{form}, and may have {} MiB",
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
        self.flushed = Instant::now();
        self.waiting.clear();
        self.waiting.shrink_to(FLUSH_SIZE);
    }
}

#[cfg(test)]
mod tests {
    use std::os::fd::OwnedFd;

    use super::*;

    fn pipe() -> (File, ReportWriter) {
        let (reader, writer) = io::pipe().unwrap();
        let writer = ReportWriter::new(File::from(OwnedFd::from(writer)));
        (File::from(OwnedFd::from(reader)), writer)
    }

    /// The number of frames that one read finds.
    fn frames(pipe: &mut File) -> usize {
        let mut piece = vec![0; FLUSH_SIZE];
        let length = pipe.read(&mut piece).unwrap();
        let mut decoder = Decoder::default();
        decoder.feed(&piece[..length]);
        std::iter::from_fn(|| decoder.take().unwrap().map(drop)).count()
    }

    #[test]
    fn records_are_sent_together_until_a_pause_or_another_report() {
        let (mut pipe, writer) = pipe();
        // As if the last flush were to come.
        writer.0.lock().flushed = Instant::now() + Duration::from_secs(3600);
        for _ in 0..100 {
            writer.record("{}".to_owned());
        }
        assert!(writer.0.lock().waiting.len() > 100);
        writer.flush();
        assert_eq!(frames(&mut pipe), 100);
        writer.0.lock().flushed = Instant::now() + Duration::from_secs(3600);
        writer.record("{}".to_owned());
        writer.send(Report::Telemetry("{}".to_owned()));
        assert_eq!(frames(&mut pipe), 2);
    }

    #[test]
    fn a_record_after_a_pause_is_sent_at_once() {
        let (mut pipe, writer) = pipe();
        writer.0.lock().flushed = Instant::now().checked_sub(FLUSH_PAUSE * 2).unwrap();
        writer.record("{}".to_owned());
        assert_eq!(frames(&mut pipe), 1);
    }
}
