//! Request bodies, and responses of the platform itself.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use http_body_util::{BodyExt as _, Full};
use hyper::body::{Body, Bytes, Frame, Incoming, SizeHint};
use hyper::header::{CONTENT_TYPE, HeaderValue};
use hyper::{Response, StatusCode};
use serde_json::{Value, json};

use crate::sites::FileBody;
use crate::worker::BodyStream;

use super::compression::GzipBody;

/// Maximum size of a body in bytes.
const MAX_SIZE: usize = 64 << 20;

pub type Answer = Response<AnswerBody>;

/// The body of a response.
#[derive(Debug)]
pub enum AnswerBody {
    Whole(Full<Bytes>),
    /// A function sends it in parts.
    Stream(BodyStream),
    /// A service sends it.
    Forwarded(Forwarded),
    File(FileContent),
    /// One of these in gzip.
    Compressed(Box<GzipBody>),
}

/// The content of a file.
#[derive(Debug)]
pub struct FileContent {
    body: FileBody,
    /// Dropped with the body: what must go on until its end.
    kept: Vec<Kept>,
}

/// The body of a service's answer.
#[derive(Debug)]
pub struct Forwarded {
    body: Incoming,
    /// Dropped with the body: what must go on until its end.
    kept: Vec<Kept>,
}

struct Kept(#[expect(dead_code, reason = "it is dropped")] Box<dyn Send + Sync>);

impl std::fmt::Debug for Kept {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Kept")
    }
}

impl Default for AnswerBody {
    fn default() -> Self {
        Self::Whole(Full::default())
    }
}

impl AnswerBody {
    pub const fn forwarded(body: Incoming) -> Self {
        Self::Forwarded(Forwarded {
            body,
            kept: Vec::new(),
        })
    }

    pub const fn file(body: FileBody) -> Self {
        Self::File(FileContent {
            body,
            kept: Vec::new(),
        })
    }

    /// Keeps something until the end of the body, if that is to come.
    pub fn keep(&mut self, kept: impl Send + Sync + 'static) {
        match self {
            Self::Whole(_) => {}
            Self::Stream(stream) => stream.keep(kept),
            Self::Forwarded(it) => it.kept.push(Kept(Box::new(kept))),
            Self::File(it) => it.kept.push(Kept(Box::new(kept))),
            Self::Compressed(it) => it.inner_mut().keep(kept),
        }
    }
}

impl Body for AnswerBody {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, io::Error>>> {
        match self.get_mut() {
            Self::Whole(body) => {
                let frame = ready!(Pin::new(body).poll_frame(context));
                // Bytes that are there have no error.
                Poll::Ready(frame.map(|it| it.map_err(|never| match never {})))
            }
            Self::Stream(stream) => Pin::new(stream).poll_frame(context),
            Self::Forwarded(it) => {
                let frame = ready!(Pin::new(&mut it.body).poll_frame(context));
                Poll::Ready(frame.map(|it| it.map_err(io::Error::other)))
            }
            Self::File(it) => Pin::new(&mut it.body).poll_frame(context),
            Self::Compressed(it) => it.poll_part(context),
        }
    }

    fn is_end_stream(&self) -> bool {
        match self {
            Self::Whole(body) => body.is_end_stream(),
            Self::Stream(stream) => stream.is_end_stream(),
            Self::Forwarded(it) => it.body.is_end_stream(),
            Self::File(it) => it.body.is_end_stream(),
            Self::Compressed(it) => it.is_end(),
        }
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            Self::Whole(body) => body.size_hint(),
            Self::Stream(stream) => stream.size_hint(),
            Self::Forwarded(it) => it.body.size_hint(),
            Self::File(it) => it.body.size_hint(),
            Self::Compressed(_) => SizeHint::default(),
        }
    }
}

/// Maximum time between two chunks of a body.
const SILENCE: Duration = Duration::from_secs(10);
/// Maximum time for a whole body: enough for 64 MiB on a slow connection.
const MAX_TIME: Duration = Duration::from_secs(300);

/// Reads a whole body. The error is the response if the body is too large or too slow, or the
/// client is gone.
pub async fn read<B>(body: B) -> Result<Bytes, Answer>
where
    B: Body<Data = Bytes> + Unpin,
    B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    // An announced size need not be awaited.
    if body.size_hint().lower() > MAX_SIZE as u64 {
        return Err(too_large());
    }
    let reading = read_within(body, SILENCE);
    match tokio::time::timeout(MAX_TIME, reading).await {
        Ok(body) => body,
        Err(_) => Err(too_slow()),
    }
}

async fn read_within<B>(mut body: B, silence: Duration) -> Result<Bytes, Answer>
where
    B: Body<Data = Bytes> + Unpin,
{
    let mut all = Vec::<u8>::new();
    loop {
        let Ok(frame) = tokio::time::timeout(silence, body.frame()).await else {
            return Err(too_slow());
        };
        let data = match frame {
            None => return Ok(all.into()),
            Some(Ok(frame)) => frame.into_data(),
            Some(Err(_)) => {
                return Err(refuse(StatusCode::BAD_REQUEST, "the body is not complete"));
            }
        };
        // Frames without data are trailers.
        let data = data.unwrap_or_default();
        if all.len() + data.len() > MAX_SIZE {
            return Err(too_large());
        }
        match all.is_empty() && body.is_end_stream() {
            true => return Ok(data),
            false => all.extend_from_slice(&data),
        }
    }
}

fn too_large() -> Answer {
    let problem = format!("the body is larger than {} MiB", MAX_SIZE >> 20);
    refuse(StatusCode::PAYLOAD_TOO_LARGE, &problem)
}

fn too_slow() -> Answer {
    let problem = "the body takes too long";
    refuse(StatusCode::REQUEST_TIMEOUT, problem)
}

pub fn answer(status: StatusCode, kind: &'static str, body: impl Into<Bytes>) -> Answer {
    let mut answer = Response::new(AnswerBody::Whole(Full::new(body.into())));
    *answer.status_mut() = status;
    let kind = HeaderValue::from_static(kind);
    answer.headers_mut().insert(CONTENT_TYPE, kind);
    answer
}

pub fn json_answer(status: StatusCode, value: &Value) -> Answer {
    answer(status, "application/json", format!("{value}\n"))
}

/// A response without a body.
pub fn empty(status: StatusCode) -> Answer {
    let mut answer = Response::new(AnswerBody::default());
    *answer.status_mut() = status;
    answer
}

pub fn refuse(status: StatusCode, problem: &str) -> Answer {
    json_answer(status, &json!({ "error": problem }))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A body that never continues after its first chunk.
    struct StalledBody {
        first: Option<Bytes>,
        announced: u64,
    }

    impl Body for StalledBody {
        type Data = Bytes;
        type Error = io::Error;

        fn poll_frame(
            mut self: Pin<&mut Self>,
            _: &mut Context<'_>,
        ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
            match self.first.take() {
                Some(first) => Poll::Ready(Some(Ok(Frame::data(first)))),
                None => Poll::Pending,
            }
        }

        fn size_hint(&self) -> SizeHint {
            SizeHint::with_exact(self.announced)
        }
    }

    fn stuck(announced: u64) -> StalledBody {
        StalledBody {
            first: Some(Bytes::from_static(b"a")),
            announced,
        }
    }

    #[tokio::test]
    async fn a_body_that_is_announced_as_too_large_is_not_waited_for() {
        for announced in [MAX_SIZE as u64 + 1, 100 << 30, u64::MAX] {
            let answer = read(stuck(announced)).await.unwrap_err();
            assert_eq!(answer.status(), StatusCode::PAYLOAD_TOO_LARGE);
        }
    }

    #[tokio::test]
    async fn a_stalled_body_is_refused() {
        let reading = read_within(stuck(10), Duration::from_millis(10));
        let answer = reading.await.unwrap_err();
        assert_eq!(answer.status(), StatusCode::REQUEST_TIMEOUT);
    }

    #[tokio::test]
    async fn bodies_without_a_length_are_counted() {
        let pieces = |number| {
            let piece = Bytes::from(vec![0; 1 << 20]);
            let pieces = (0..number).map(move |_| Ok::<_, io::Error>(Frame::data(piece.clone())));
            Pieces(Box::new(pieces))
        };
        assert_eq!(read(pieces(3)).await.unwrap().len(), 3 << 20);
        let answer = read(pieces(65)).await.unwrap_err();
        assert_eq!(answer.status(), StatusCode::PAYLOAD_TOO_LARGE);
    }

    type Piece = Result<Frame<Bytes>, io::Error>;

    struct Pieces(Box<dyn Iterator<Item = Piece>>);

    impl Body for Pieces {
        type Data = Bytes;
        type Error = io::Error;

        fn poll_frame(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Piece>> {
            Poll::Ready(self.0.next())
        }
    }
}
