//! The body of a request that goes to a process in parts, while the function runs.

use std::fmt;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use http_body_util::BodyExt as _;
use http_body_util::combinators::UnsyncBoxBody;
use hyper::body::{Body, Bytes, Frame};
use tokio::sync::mpsc::{Receiver, UnboundedReceiver};

use lumi_host::{BodyMessage, STREAM_ROOM, WorkerRequest};

use super::body_stream::RequestSender;

/// The longest time between two parts of a body that a client sends.
const SILENCE: Duration = Duration::from_secs(60);

/// A body that is read as it comes in.
pub struct RequestBody {
    body: UnsyncBoxBody<Bytes, io::Error>,
    /// The longest time between two parts.
    silence: Option<Duration>,
}

/// A body on its way to a process.
pub struct Upload {
    pub number: u64,
    pub body: RequestBody,
    /// The messages of the process about the body.
    pub taken: UnboundedReceiver<BodyMessage>,
}

impl RequestBody {
    /// The body of a request of HTTP. A client that sends nothing for a minute is taken to be gone.
    pub fn of_client<B>(body: B) -> Self
    where
        B: Body<Data = Bytes> + Send + 'static,
        B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        Self {
            body: body.map_err(io::Error::other).boxed_unsync(),
            silence: Some(SILENCE),
        }
    }

    /// The bytes of a connection after its change from HTTP to another protocol, such as WebSocket.
    pub fn of_connection(received: Receiver<Bytes>) -> Self {
        Self {
            body: ReceivedBytes(received).boxed_unsync(),
            silence: None,
        }
    }

    /// The next message for the process. Frames without data are trailers.
    async fn next(&mut self) -> BodyMessage {
        let frame = match self.silence {
            Some(silence) => match tokio::time::timeout(silence, self.body.frame()).await {
                Ok(frame) => frame,
                Err(_) => return BodyMessage::Broken,
            },
            None => self.body.frame().await,
        };
        match frame {
            Some(Ok(frame)) => BodyMessage::Part(frame.into_data().unwrap_or_default()),
            Some(Err(_)) => BodyMessage::Broken,
            None => BodyMessage::End,
        }
    }
}

impl fmt::Debug for RequestBody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RequestBody").finish_non_exhaustive()
    }
}

struct ReceivedBytes(Receiver<Bytes>);

impl Body for ReceivedBytes {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, io::Error>>> {
        let received = self.0.poll_recv(context);
        received.map(|bytes| bytes.map(|it| Ok(Frame::data(it))))
    }
}

impl Upload {
    /// Sends the body, no faster than the process takes it, until its end or until the process takes no more.
    pub async fn send(mut self, requests: RequestSender) {
        // Bytes on their way: a process that says that it has taken more makes no more room.
        let mut sent = 0_usize;
        loop {
            let message = tokio::select! {
                biased;
                taken = self.taken.recv() => {
                    let Some(BodyMessage::Room(bytes)) = taken else { return };
                    sent = sent.saturating_sub(bytes as usize);
                    continue;
                }
                message = self.body.next(), if sent < STREAM_ROOM => message,
            };
            let is_end = !matches!(message, BodyMessage::Part(_));
            if let BodyMessage::Part(bytes) = &message {
                sent += bytes.len();
            }
            let number = self.number;
            let order = WorkerRequest::Body { number, message };
            let is_sent = requests.upgrade().is_some_and(|it| it.send(order).is_ok());
            if is_end || !is_sent {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::mpsc::{channel, unbounded_channel};

    use super::*;

    #[tokio::test]
    async fn a_body_waits_for_the_process() {
        let (requests, mut requested) = unbounded_channel();
        let (taking, taken) = unbounded_channel();
        let (parts, received) = channel(1);
        let upload = Upload {
            number: 7,
            body: RequestBody::of_connection(received),
            taken,
        };
        let sending = tokio::spawn(upload.send(requests.downgrade()));
        let part = Bytes::from(vec![0; STREAM_ROOM]);
        parts.send(part.clone()).await.unwrap();
        let first = requested.recv().await;
        assert!(matches!(
            first,
            Some(WorkerRequest::Body { number: 7, message: BodyMessage::Part(it) }) if it == part
        ));
        // The worker has granted no further room, so this part waits in the channel.
        parts.send(Bytes::from_static(b"a")).await.unwrap();
        assert!(parts.try_send(Bytes::new()).is_err());
        taking.send(BodyMessage::Room(1)).unwrap();
        let second = requested.recv().await;
        assert!(matches!(
            second,
            Some(WorkerRequest::Body { message: BodyMessage::Part(it), .. }) if it == "a"
        ));
        taking.send(BodyMessage::Room(u32::MAX)).unwrap();
        drop(parts);
        let end = requested.recv().await;
        assert!(matches!(
            end,
            Some(WorkerRequest::Body {
                message: BodyMessage::End,
                ..
            })
        ));
        sending.await.unwrap();
    }

    #[tokio::test]
    async fn a_process_that_takes_no_more_ends_the_body() {
        let (requests, mut requested) = unbounded_channel();
        let (taking, taken) = unbounded_channel();
        let (parts, received) = channel(1);
        let body = RequestBody::of_connection(received);
        let upload = Upload {
            number: 7,
            body,
            taken,
        };
        taking.send(BodyMessage::Dropped).unwrap();
        upload.send(requests.downgrade()).await;
        assert!(parts.send(Bytes::new()).await.is_err());
        drop(requests);
        assert!(requested.recv().await.is_none());
    }
}
