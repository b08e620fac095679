//! Answers of functions in gzip, for clients that take it.

use std::io::{self, Write as _};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use flate2::Compression;
use flate2::write::GzEncoder;
use hyper::body::{Body, Bytes, Frame};
use hyper::header::{
    ACCEPT_RANGES, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, ETAG, HeaderMap,
    HeaderValue, VARY,
};
use hyper::{Method, Request, StatusCode};

use crate::gzip::{is_text, takes_gzip};

use super::body::{Answer, AnswerBody};
use super::pattern::RESERVED;

/// Smaller bodies would hardly become smaller.
const LEAST: u64 = 1024;
/// Bytes that are compressed at a time.
const PART: usize = 64 << 10;

/// Whether the answer to a request may be in gzip.
pub fn is_wanted<B>(request: &Request<B>) -> bool {
    let path = request.uri().path();
    let is_service = path.trim_start_matches('/').starts_with(RESERVED);
    request.method() != Method::HEAD && !is_service && takes_gzip(request.headers())
}

/// An answer in gzip, if its content becomes smaller by that. `is_wanted` is that of the request.
pub fn compressed(mut answer: Answer, is_wanted: bool) -> Answer {
    if !is_compressible(&answer) {
        return answer;
    }
    // Caches keep an answer for each kind of client.
    answer
        .headers_mut()
        .append(VARY, HeaderValue::from_static("accept-encoding"));
    if !is_wanted
        || answer
            .body()
            .size_hint()
            .exact()
            .is_some_and(|it| it < LEAST)
    {
        return answer;
    }
    let headers = answer.headers_mut();
    headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    headers.remove(CONTENT_LENGTH);
    headers.remove(ACCEPT_RANGES);
    weaken(headers);
    answer.map(|body| AnswerBody::Compressed(Box::new(GzipBody::new(body))))
}

/// The bytes are others than those that a strong tag is of.
fn weaken(headers: &mut HeaderMap) {
    let tag = headers.get(ETAG).map(|it| it.as_bytes().to_vec());
    if let Some(tag) = tag.filter(|it| it.starts_with(b"\""))
        && let Ok(weak) = HeaderValue::from_bytes(&[b"W/", tag.as_slice()].concat())
    {
        headers.insert(ETAG, weak);
    }
}

fn is_compressible(answer: &Answer) -> bool {
    let headers = answer.headers();
    let text = |name| {
        headers
            .get(name)
            .and_then(|it| it.to_str().ok())
            .unwrap_or_default()
    };
    let is_whole = answer.status() != StatusCode::PARTIAL_CONTENT
        && answer.status() != StatusCode::SWITCHING_PROTOCOLS;
    let is_own = matches!(answer.body(), AnswerBody::Whole(_) | AnswerBody::Stream(_));
    let may_change = !text(CACHE_CONTROL)
        .to_ascii_lowercase()
        .contains("no-transform");
    is_whole
        && is_own
        && may_change
        && !headers.contains_key(CONTENT_ENCODING)
        && !answer.body().is_end_stream()
        && is_text(text(CONTENT_TYPE))
}

/// A body in gzip. Each part can be read when it has come.
pub struct GzipBody {
    body: AnswerBody,
    encoder: Option<GzEncoder<Vec<u8>>>,
    /// Bytes that are to be compressed.
    left: Bytes,
}

impl GzipBody {
    fn new(body: AnswerBody) -> Self {
        Self {
            body,
            encoder: Some(GzEncoder::new(Vec::new(), Compression::fast())),
            left: Bytes::new(),
        }
    }

    pub fn inner_mut(&mut self) -> &mut AnswerBody {
        &mut self.body
    }

    pub fn is_end(&self) -> bool {
        self.encoder.is_none()
    }

    fn compress(&mut self) -> io::Result<Bytes> {
        let part = self.left.split_to(self.left.len().min(PART));
        let Some(encoder) = &mut self.encoder else {
            return Ok(Bytes::new());
        };
        encoder.write_all(&part)?;
        // The parts of a stream are to be read as they come; those of a whole body have others after them.
        if self.left.is_empty() && !self.body.is_end_stream() {
            encoder.flush()?;
        }
        Ok(std::mem::take(encoder.get_mut()).into())
    }

    pub fn poll_part(
        &mut self,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, io::Error>>> {
        loop {
            if !self.left.is_empty() {
                let part = self.compress()?;
                if !part.is_empty() {
                    return Poll::Ready(Some(Ok(Frame::data(part))));
                }
                continue;
            }
            match ready!(Pin::new(&mut self.body).poll_frame(context)) {
                // A body that breaks off has no end in gzip either.
                Some(frame) => match frame?.into_data() {
                    Ok(bytes) => self.left = bytes,
                    Err(_trailers) => {}
                },
                None => {
                    let end = self.encoder.take().map(GzEncoder::finish).transpose()?;
                    return Poll::Ready(end.map(|it| Ok(Frame::data(it.into()))));
                }
            }
        }
    }
}

impl std::fmt::Debug for GzipBody {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("GzipBody").field(&self.body).finish()
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use flate2::read::GzDecoder;
    use http_body_util::BodyExt as _;
    use proptest::prelude::*;

    use super::super::body::answer as filled;
    use super::*;

    #[test]
    fn clients_say_whether_they_take_gzip() {
        for (text, expected) in [
            ("gzip", true),
            ("GZIP, br", true),
            ("br;q=1.0, gzip;q=0.8, *;q=0.1", true),
            ("gzip;q=0", false),
            ("gzip;q=0.000, *", false),
            ("*", true),
            ("*;q=0", false),
            ("br, identity", false),
            ("", false),
            ("gzip;q=x", false),
        ] {
            let request = Request::builder()
                .header("accept-encoding", text)
                .body(())
                .unwrap();
            assert_eq!(is_wanted(&request), expected, "{text}");
        }
        let request = |method, path: &str| {
            let request = Request::builder().method(method).uri(path.to_owned());
            is_wanted(&request.header("accept-encoding", "gzip").body(()).unwrap())
        };
        assert!(request("GET", "/a") && !request("HEAD", "/a") && !request("GET", "/_lumi/kv/a/b"));
    }

    #[test]
    fn answers_that_would_not_become_smaller_stay() {
        let is_gzip = |kind: &'static str, size: usize, header: (&'static str, &'static str)| {
            let mut answer = filled(StatusCode::OK, kind, vec![b'a'; size]);
            let (name, value) = header;
            answer
                .headers_mut()
                .append(name, HeaderValue::from_static(value));
            let answer = compressed(answer, true);
            answer
                .headers()
                .get(CONTENT_ENCODING)
                .is_some_and(|it| it == "gzip")
        };
        let none = ("x", "y");
        assert!(
            is_gzip("text/html", 2000, none) && is_gzip("application/problem+json", 2000, none)
        );
        assert!(!is_gzip("text/html", 1000, none) && !is_gzip("image/png", 2000, none));
        assert!(!is_gzip("text/html", 2000, ("content-encoding", "br")));
        assert!(!is_gzip(
            "text/html",
            2000,
            ("cache-control", "private, No-Transform")
        ));
        let mut tagged = filled(StatusCode::OK, "text/html", vec![b'a'; 2000]);
        tagged
            .headers_mut()
            .insert(ETAG, HeaderValue::from_static("\"1\""));
        let tagged = compressed(tagged, true);
        assert_eq!(
            (&tagged.headers()[ETAG], &tagged.headers()[VARY]),
            (
                &HeaderValue::from_static("W/\"1\""),
                &HeaderValue::from_static("accept-encoding")
            )
        );
    }

    proptest! {
        // Hundreds of kilobytes each.
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn content_is_the_same_in_gzip(bytes in proptest::collection::vec(0..4_u8, 1024..300_000)) {
            let answer = filled(StatusCode::OK, "text/plain", bytes.clone());
            let answer = compressed(answer, true);
            let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
            let body = runtime.block_on(answer.into_body().collect()).unwrap().to_bytes();
            prop_assert!(body.len() < bytes.len());
            let mut read = Vec::new();
            GzDecoder::new(&*body).read_to_end(&mut read).unwrap();
            prop_assert_eq!(read, bytes);
        }
    }
}
