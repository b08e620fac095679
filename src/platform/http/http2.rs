//! Requests of HTTP/2 as those of HTTP/1, and its clients that take nothing of an answer.

use std::io;
use std::pin::Pin;
use std::sync::{Arc, Weak};
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use hyper::body::{Body, Bytes, Frame, SizeHint};
use hyper::header::{COOKIE, HOST, HeaderValue};
use hyper::{Request, Version};
use parking_lot::Mutex;

use super::body::AnswerBody;
use super::stalled_reader::STALLED;

/// Interval between looks for answers that are not taken.
const INTERVAL: Duration = Duration::from_secs(10);
/// Bytes of a body that are handed over at a time: the rest waits here until the client takes them.
const PART: usize = 16 << 10;

/// Gives a request the version, the `Host` and the single `Cookie` that one of HTTP/1 has. By its version, hyper sends a body of
/// unknown length in chunks to a service; it would send none.
pub fn as_http1<B>(request: &mut Request<B>) {
    *request.version_mut() = Version::HTTP_11;
    let authority = request.uri().authority().map(|it| it.as_str().to_owned());
    let headers = request.headers_mut();
    // A `Host` beside another authority is compared by the check of hosts, which looks at both.
    if let Some(host) = authority.and_then(|it| HeaderValue::from_str(&it).ok()) {
        headers.entry(HOST).or_insert(host);
    }
    let cookies: Vec<&[u8]> = headers
        .get_all(COOKIE)
        .iter()
        .map(HeaderValue::as_bytes)
        .collect();
    if cookies.len() > 1
        && let Ok(all) = HeaderValue::from_bytes(&cookies.join(&b"; "[..]))
    {
        headers.insert(COOKIE, all);
    }
}

/// The time since which a part of an answer is not taken; `None` while the answer has none to give.
type Since = Mutex<Option<Instant>>;

/// The answers of one connection.
#[derive(Clone, Default)]
pub struct Watch(Arc<Mutex<Vec<Weak<Since>>>>);

impl Watch {
    pub fn body(&self, body: AnswerBody) -> WatchedBody {
        let since = Arc::default();
        let mut all = self.0.lock();
        all.retain(|it| it.strong_count() > 0);
        all.push(Arc::downgrade(&since));
        drop(all);
        WatchedBody {
            body,
            left: Bytes::new(),
            since,
        }
    }

    /// Completes when the client has taken nothing of an answer for a time.
    pub async fn stalled(&self) {
        loop {
            tokio::time::sleep(INTERVAL).await;
            if self.is_stalled(Instant::now()) {
                return;
            }
        }
    }

    fn is_stalled(&self, now: Instant) -> bool {
        let all = self.0.lock();
        let mut open = all.iter().filter_map(Weak::upgrade);
        open.any(|it| {
            it.lock()
                .is_some_and(|since| now.duration_since(since) >= STALLED)
        })
    }
}

/// A body in small parts.
pub struct WatchedBody {
    body: AnswerBody,
    /// The rest of a part.
    left: Bytes,
    since: Arc<Since>,
}

impl WatchedBody {
    fn part(&mut self) -> Frame<Bytes> {
        // A copy, so that what the connection keeps is not the whole body.
        let part = Bytes::copy_from_slice(&self.left[..self.left.len().min(PART)]);
        self.left = self.left.slice(part.len()..);
        *self.since.lock() = Some(Instant::now());
        Frame::data(part)
    }
}

impl Body for WatchedBody {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, io::Error>>> {
        *self.since.lock() = None;
        if !self.left.is_empty() {
            return Poll::Ready(Some(Ok(self.part())));
        }
        let Some(frame) = ready!(Pin::new(&mut self.body).poll_frame(context)) else {
            return Poll::Ready(None);
        };
        Poll::Ready(Some(match frame?.into_data() {
            Ok(bytes) if bytes.len() > PART => {
                self.left = bytes;
                Ok(self.part())
            }
            Ok(bytes) => {
                *self.since.lock() = Some(Instant::now());
                Ok(Frame::data(bytes))
            }
            Err(trailers) => Ok(trailers),
        }))
    }

    fn is_end_stream(&self) -> bool {
        self.left.is_empty() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        match self.left.is_empty() {
            true => self.body.size_hint(),
            false => SizeHint::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use http_body_util::{BodyExt as _, Full};

    use super::*;

    #[test]
    fn a_request_is_as_one_of_http_1() {
        let mut request = Request::builder()
            .uri("http://localhost:8080/a?b")
            .version(Version::HTTP_2)
            .header("cookie", "a=1")
            .header("cookie", "b=2")
            .body(())
            .unwrap();
        as_http1(&mut request);
        assert_eq!(request.version(), Version::HTTP_11);
        assert_eq!(request.headers()["host"], "localhost:8080");
        assert_eq!(request.headers()["cookie"], "a=1; b=2");
        assert_eq!(request.headers().get_all("cookie").iter().count(), 1);
    }

    #[tokio::test]
    async fn bodies_come_in_small_parts_and_answers_that_are_not_taken_are_known() {
        let watch = Watch::default();
        let whole: Vec<u8> = (0..100_000_u32).map(|it| it as u8).collect();
        let full = Full::new(Bytes::from(whole.clone()));
        let mut body = watch.body(AnswerBody::Whole(full));
        let later = Instant::now() + STALLED;
        assert!(!watch.is_stalled(later));
        let mut read = Vec::new();
        while let Some(frame) = body.frame().await {
            let part = frame.unwrap().into_data().unwrap();
            assert!(part.len() <= PART);
            read.extend_from_slice(&part);
            assert!(
                watch.is_stalled(Instant::now() + STALLED) && !watch.is_stalled(Instant::now())
            );
        }
        assert!(!watch.is_stalled(later + STALLED));
        assert_eq!(read, whole);
        drop(body);
        assert!(!watch.is_stalled(later));
    }
}
