//! The body of an answer that a process sends in parts.

use std::fmt;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll, ready};

use hyper::body::{Body, Bytes, Frame};
use tokio::sync::mpsc::{
    UnboundedReceiver, UnboundedSender, WeakUnboundedSender, unbounded_channel,
};

use crate::error::CallFailure;
use lumi_host::{BodyMessage, STREAM_ROOM, WorkerRequest};

/// Takes requests to the process, as long as it runs.
pub type RequestSender = WeakUnboundedSender<WorkerRequest>;

/// A part; `None` at the end of a body that is whole.
type Part = Result<Option<Bytes>, CallFailure>;

/// The end of the process. It may send [`STREAM_ROOM`] bytes that are not taken yet.
pub struct PartSender {
    parts: UnboundedSender<Part>,
    waiting: Arc<AtomicUsize>,
}

/// The end of the client; when it is dropped, the process learns that the client has gone.
pub struct BodyStream {
    parts: UnboundedReceiver<Part>,
    waiting: Arc<AtomicUsize>,
    number: u64,
    requests: RequestSender,
    is_over: bool,
    /// Called with the reason why the body is not whole.
    failed: Option<Box<dyn FnOnce(CallFailure) + Send + Sync>>,
    /// Dropped with the stream: what must go on until its end.
    kept: Vec<Box<dyn Send + Sync>>,
}

pub fn body_stream(number: u64, requests: RequestSender) -> (PartSender, BodyStream) {
    let (sender, parts) = unbounded_channel();
    let waiting = Arc::new(AtomicUsize::new(0));
    let stream = BodyStream {
        parts,
        waiting: Arc::clone(&waiting),
        number,
        requests,
        is_over: false,
        failed: None,
        kept: Vec::new(),
    };
    let sender = PartSender {
        parts: sender,
        waiting,
    };
    (sender, stream)
}

impl PartSender {
    /// Whether there was room for the part. A client that has gone takes any.
    pub fn send(&self, bytes: Bytes) -> bool {
        let before = self.waiting.fetch_add(bytes.len(), Ordering::AcqRel);
        let has_room = before + bytes.len() <= STREAM_ROOM;
        if has_room {
            let _ = self.parts.send(Ok(Some(bytes)));
        }
        has_room
    }

    pub fn end(&self) {
        let _ = self.parts.send(Ok(None));
    }

    pub fn fail(&self, failure: CallFailure) {
        let _ = self.parts.send(Err(failure));
    }
}

impl BodyStream {
    /// Keeps something until the end of the stream.
    pub fn keep(&mut self, kept: impl Send + Sync + 'static) {
        self.kept.push(Box::new(kept));
    }

    pub fn on_failure(&mut self, failed: impl FnOnce(CallFailure) + Send + Sync + 'static) {
        self.failed = Some(Box::new(failed));
    }

    /// Tells the process about the body.
    fn tell(&self, message: BodyMessage) {
        let number = self.number;
        if let Some(requests) = self.requests.upgrade() {
            // A process that has ended takes no requests.
            let _ = requests.send(WorkerRequest::Body { number, message });
        }
    }
}

impl fmt::Debug for BodyStream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("BodyStream");
        shown.field("number", &self.number).finish_non_exhaustive()
    }
}

impl Body for BodyStream {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        match ready!(self.parts.poll_recv(context)) {
            Some(Ok(Some(part))) => {
                self.waiting.fetch_sub(part.len(), Ordering::AcqRel);
                // A part is not larger than the room of the stream.
                let bytes = u32::try_from(part.len()).unwrap_or(u32::MAX);
                self.tell(BodyMessage::Room(bytes));
                Poll::Ready(Some(Ok(Frame::data(part))))
            }
            Some(Ok(None)) => {
                self.is_over = true;
                Poll::Ready(None)
            }
            Some(Err(failure)) => {
                self.is_over = true;
                if let Some(failed) = self.failed.take() {
                    failed(failure);
                }
                Poll::Ready(Some(Err(broken())))
            }
            // The sender says how the body ends before it is dropped.
            None => Poll::Ready((!self.is_over).then(|| Err(broken()))),
        }
    }

    fn is_end_stream(&self) -> bool {
        self.is_over
    }
}

/// The connection breaks off, so that the client sees that the body is not whole.
fn broken() -> io::Error {
    io::Error::other("the function has not sent the whole body")
}

impl Drop for BodyStream {
    fn drop(&mut self) {
        if !self.is_over {
            self.tell(BodyMessage::Dropped);
        }
    }
}

#[cfg(test)]
mod tests {
    use http_body_util::BodyExt as _;

    use super::*;

    #[tokio::test]
    async fn taken_parts_make_room_and_a_dropped_stream_is_reported() {
        let (requests, mut requested) = unbounded_channel();
        let (sender, mut stream) = body_stream(7, requests.downgrade());
        assert!(sender.send(Bytes::from(vec![0; STREAM_ROOM])));
        assert!(!sender.send(Bytes::from_static(b"1")));
        let part = stream.frame().await.unwrap().unwrap().into_data().unwrap();
        assert_eq!(part.len(), STREAM_ROOM);
        let request = requested.recv().await;
        assert!(matches!(
            request,
            Some(WorkerRequest::Body { number: 7, message: BodyMessage::Room(bytes) })
                if bytes as usize == STREAM_ROOM
        ));
        drop(stream);
        let request = requested.recv().await;
        assert!(matches!(
            request,
            Some(WorkerRequest::Body {
                number: 7,
                message: BodyMessage::Dropped
            })
        ));
    }

    #[tokio::test]
    async fn a_body_is_whole_only_if_the_process_says_so() {
        let (requests, mut requested) = unbounded_channel();
        let (sender, stream) = body_stream(7, requests.downgrade());
        sender.send(Bytes::from_static(b"a"));
        sender.end();
        assert_eq!(stream.collect().await.unwrap().to_bytes(), "a");
        let (sender, mut stream) = body_stream(8, requests.downgrade());
        let failures = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&failures);
        stream.on_failure(move |_| {
            counted.fetch_add(1, Ordering::Relaxed);
        });
        sender.fail(CallFailure::Crashed("gone".into()));
        assert!(stream.collect().await.is_err());
        assert_eq!(failures.load(Ordering::Relaxed), 1);
        let (sender, stream) = body_stream(9, requests.downgrade());
        drop(sender);
        assert!(stream.collect().await.is_err());
        assert!(matches!(
            requested.recv().await,
            Some(WorkerRequest::Body {
                number: 7,
                message: BodyMessage::Room(_)
            })
        ));
        assert!(matches!(
            requested.recv().await,
            Some(WorkerRequest::Body {
                number: 9,
                message: BodyMessage::Dropped
            })
        ));
    }
}
