//! Detects requests whose end two readers could see at different places.
//!
//! A request with both `Transfer-Encoding` and `Content-Length` is refused (RFC 9112, section 6.3): a proxy that
//! reads it by its length would hand on what follows as a request of another client. hyper drops the length before a
//! service sees the request, so the heads of the requests are read here once more, while they come in. A length in
//! an unusual form is refused as well, since the next head would be looked for at a wrong place.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, ReadBuf};

/// Length in bytes up to which a line of a head is kept: names of headers and lengths of bodies are shorter.
const MAX_LINE: usize = 256;

/// Whether a connection had a request with two lengths.
pub type HasTwoLengths = Arc<AtomicBool>;

/// The position in the requests of a connection.
#[derive(Debug, Default)]
pub struct FramingCheck {
    /// The beginning of the current line of a head.
    line: Vec<u8>,
    /// Whether the line goes on behind that.
    is_cut: bool,
    /// Whether the current head has begun: empty lines before it do not end it.
    has_begun: bool,
    length: Option<u64>,
    /// Whether two readers could see different lengths.
    is_unclear: bool,
    has_encoding: bool,
    /// The number of bytes of the body that are still to come.
    body: u64,
    /// Whether a body in chunks has begun. It is the last request of its connection.
    is_over: bool,
    pub has_two_lengths: bool,
}

impl FramingCheck {
    pub fn feed(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() && !self.is_over && !self.has_two_lengths {
            let skipped = usize::try_from(self.body)
                .unwrap_or(usize::MAX)
                .min(bytes.len());
            self.body -= skipped as u64;
            bytes = &bytes[skipped..];
            let end = bytes.iter().position(|it| *it == b'\n');
            let (part, rest) = bytes.split_at(end.unwrap_or(bytes.len()));
            let room = MAX_LINE.saturating_sub(self.line.len()).min(part.len());
            self.line.extend_from_slice(&part[..room]);
            self.is_cut |= room < part.len();
            if end.is_none() {
                return;
            }
            bytes = &rest[1..];
            self.end_line();
        }
    }

    fn end_line(&mut self) {
        let line = std::mem::take(&mut self.line);
        let is_cut = std::mem::take(&mut self.is_cut);
        let line = line.trim_ascii();
        if !line.is_empty() || is_cut {
            if self.has_begun {
                self.note(line, is_cut);
            }
            self.has_begun = true;
        } else if self.has_begun {
            self.has_two_lengths = self.is_unclear || self.has_encoding && self.length.is_some();
            self.is_over = self.has_encoding;
            self.body = self.length.take().unwrap_or_default();
            self.has_begun = false;
        }
    }

    /// Notes a line of a head.
    fn note(&mut self, line: &[u8], is_cut: bool) {
        let Some(colon) = line.iter().position(|it| *it == b':') else {
            return;
        };
        let (name, value) = (line[..colon].trim_ascii(), line[colon + 1..].trim_ascii());
        if name.eq_ignore_ascii_case(b"content-length") {
            let length = plain_number(value).filter(|_| !is_cut);
            self.is_unclear |= length.is_none() || self.length.is_some_and(|it| Some(it) != length);
            self.length = length;
        }
        if name.eq_ignore_ascii_case(b"transfer-encoding") {
            // Readers differ in what they make of other codings, and of two.
            let is_plain = value.eq_ignore_ascii_case(b"chunked") && !is_cut;
            self.is_unclear |= !is_plain || self.has_encoding;
            self.has_encoding = true;
        }
    }
}

/// A number that every reader takes for the same one: without sign, and without zeros before it.
fn plain_number(digits: &[u8]) -> Option<u64> {
    let is_plain = digits == b"0" || digits.first().is_some_and(|it| (b'1'..=b'9').contains(it));
    let text = str::from_utf8(digits).ok()?;
    text.parse().ok().filter(|_| is_plain)
}

/// The side of a connection that reads: requests are checked as they are read.
pub struct CheckedReader<R> {
    reader: R,
    check: FramingCheck,
    has_two_lengths: HasTwoLengths,
}

impl<R> CheckedReader<R> {
    pub fn new(reader: R) -> (Self, HasTwoLengths) {
        let has_two_lengths = HasTwoLengths::default();
        let checked = Self {
            reader,
            check: FramingCheck::default(),
            has_two_lengths: Arc::clone(&has_two_lengths),
        };
        (checked, has_two_lengths)
    }
}

impl<R: AsyncRead + Unpin> AsyncRead for CheckedReader<R> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let filled = buffer.filled().len();
        let this = &mut *self;
        let result = Pin::new(&mut this.reader).poll_read(context, buffer);
        this.check.feed(&buffer.filled()[filled..]);
        if this.check.has_two_lengths {
            this.has_two_lengths.store(true, Ordering::Release);
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use http_body_util::{BodyExt as _, Full};
    use hyper::body::{Bytes, Incoming};
    use hyper::server::conn::http1;
    use hyper::service::service_fn;
    use hyper::{Request, Response};
    use hyper_util::rt::TokioIo;
    use proptest::prelude::*;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

    use super::*;

    /// Whether two lengths are found, whatever the sizes of the pieces in which the text comes in.
    fn has_two_lengths(text: &str) -> bool {
        let found = [1, 2, 3, 7, text.len()].map(|size| {
            let mut check = FramingCheck::default();
            text.as_bytes().chunks(size).for_each(|it| check.feed(it));
            check.has_two_lengths
        });
        assert!(found.iter().all(|it| *it == found[0]), "{found:?}: {text}");
        found[0]
    }

    #[test]
    fn lengths_in_unusual_forms_are_unclear() {
        let spaces = " ".repeat(MAX_LINE);
        for value in [
            &format!("{spaces}3"),
            &format!("3{spaces}"),
            &format!("{}3", "0".repeat(MAX_LINE)),
            "03",
            "00",
            "+3",
            "-3",
            "3, 3",
            "0x3",
            "3 3",
            "",
            "three",
            "18446744073709551616",
        ] {
            let text = format!("POST / HTTP/1.1\r\nContent-Length:{value}\r\n\r\nabc");
            assert!(has_two_lengths(&text), "{text}");
        }
        let two = "POST / HTTP/1.1\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc";
        assert!(has_two_lengths(two));
        for value in ["3", " 3 ", "\t3", "0", "18446744073709551615"] {
            let line = format!("Content-Length:{value}\r\n");
            let text = format!("POST / HTTP/1.1\r\n{line}{line}\r\nabc");
            assert!(!has_two_lengths(&text), "{text}");
        }
    }

    #[test]
    fn codings_other_than_one_chunked_are_unclear() {
        for lines in [
            "Transfer-Encoding: chunked, chunked\r\n",
            "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
            "Transfer-Encoding: gzip, chunked\r\n",
            "Transfer-Encoding: identity\r\n",
            "Transfer-Encoding:\r\n",
            "Transfer-Encoding: \"chunked\"\r\n",
            "transfer-encoding: chunked;q=1\r\n",
            "transfer-encoding: ,chunked\r\n",
        ] {
            let text = format!("POST / HTTP/1.1\r\n{lines}\r\n0\r\n\r\n");
            assert!(has_two_lengths(&text), "{text}");
        }
        let plain = "POST / HTTP/1.1\r\nTRANSFER-encoding:\tChunked \r\n\r\n0\r\n\r\n";
        assert!(!has_two_lengths(plain));
    }

    #[test]
    fn a_length_beside_an_encoding_is_found_in_any_order() {
        for text in [
            "POST / HTTP/1.1\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n",
            "POST / HTTP/1.1\r\nTRANSFER-ENCODING: chunked\r\nHost: a\r\ncontent-length:3\r\n\r\n",
            "POST / HTTP/1.1\ncontent-length: 3\ntransfer-encoding: chunked\n\n",
            "\r\nPOST / HTTP/1.1\r\nContent-Length: 3\r\n\r\nabcGET / HTTP/1.1\r\nA: b\r\n\r\n\
             POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 0\r\n\r\n",
        ] {
            assert!(has_two_lengths(text), "{text}");
        }
    }

    #[test]
    fn bodies_and_values_are_no_heads() {
        let long = "x".repeat(3 * MAX_LINE);
        for text in [
            "POST / HTTP/1.1\r\nContent-Length: 55\r\n\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n",
            "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nContent-Length: 3\r\n\r\n",
            "GET /Content-Length:3 HTTP/1.1\r\nX: Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n",
            "POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\nabcPOST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n",
        ] {
            assert!(!has_two_lengths(text), "{text}");
        }
        let text = format!("POST / HTTP/1.1\r\nX: {long}\r\nContent-Length: 3\r\n\r\n");
        assert!(!has_two_lengths(&text));
    }

    /// A request, and what makes it one that may be answered.
    #[derive(Clone, Debug)]
    struct Sent {
        /// The names and values of its lengths and encodings.
        lines: Vec<String>,
        body: String,
        is_plain: bool,
    }

    impl Sent {
        fn text(&self, number: usize) -> String {
            let path = if self.is_plain { "plain" } else { "unclear" };
            let lines = self.lines.join("\r\n");
            let lines = if lines.is_empty() {
                lines
            } else {
                lines + "\r\n"
            };
            format!(
                "POST /{path}/{number} HTTP/1.1\r\nHost: a\r\n{lines}X: y\r\n\r\n{}",
                self.body
            )
        }
    }

    fn sent() -> impl Strategy<Value = Sent> {
        let body = prop::sample::select(
            &[
                "",
                "abc",
                "\r\n\r\nPOST /within HTTP/1.1\r\nHost: a\r\n\r\n",
                "POST /within HTTP/1.1\r\nTransfer-Encoding: chunked\r\nHost: a\r\n\r\n",
            ][..],
        );
        let name =
            prop::sample::select(&["Content-Length", "content-length", "CONTENT-LENGTH"][..]);
        let form = prop::sample::select(&["$", " $", "\t$ ", "0$", "000$", "L$", "$L", "+$"][..]);
        let length = (name, form.clone(), form, 0..3_u8);
        let encoding = "Transfer-Encoding: chunked".to_owned();
        (body, length, 0..4_u8).prop_map(move |(body, (name, first, second, lines), kind)| {
            let value = |form: &str| {
                let long = " ".repeat(MAX_LINE);
                let text = form.replace('$', &body.len().to_string());
                format!("{name}:{}", text.replace('L', &long))
            };
            let mut lines: Vec<String> = [value(first), value(second)]
                .into_iter()
                .take(lines.into())
                .collect();
            let is_plain = lines.iter().all(|it| {
                let value = it.split_once(':').map_or("", |it| it.1);
                it.len() < MAX_LINE && plain_number(value.trim().as_bytes()).is_some()
            });
            // A length without a body is 0, and a body without a length is the next request.
            let body = if lines.is_empty() { "" } else { body };
            let is_chunked = kind == 3 && !lines.is_empty();
            if is_chunked {
                lines.insert(body.len() % lines.len(), encoding.clone());
            }
            Sent {
                lines,
                body: body.to_owned(),
                is_plain: is_plain && !is_chunked,
            }
        })
    }

    /// The paths of requests that a server lets pass.
    async fn passed(text: &str, piece: usize) -> Vec<String> {
        let (mut client, server) = tokio::io::duplex(1 << 16);
        let (reader, writer) = tokio::io::split(server);
        let (reader, has_two_lengths) = CheckedReader::new(reader);
        let stream = tokio::io::join(reader, writer);
        let paths = Arc::new(parking_lot::Mutex::new(Vec::new()));
        let known = Arc::clone(&paths);
        let service = service_fn(move |request: Request<Incoming>| {
            let is_refused = has_two_lengths.load(Ordering::Acquire);
            let known = Arc::clone(&known);
            async move {
                let path = request.uri().path().to_owned();
                let body = request.into_body().collect().await;
                if !is_refused && body.is_ok() {
                    known.lock().push(path);
                }
                Ok::<_, Infallible>(Response::new(Full::<Bytes>::default()))
            }
        });
        let connection = http1::Builder::new()
            .half_close(true)
            .serve_connection(TokioIo::new(stream), service);
        let send = async {
            for part in text.as_bytes().chunks(piece) {
                if client.write_all(part).await.is_err() {
                    break;
                }
                tokio::task::yield_now().await;
            }
            let _ = client.shutdown().await;
            let _ = client.read_to_end(&mut Vec::new()).await;
        };
        let _ = tokio::join!(connection, send);
        let paths = paths.lock();
        paths.clone()
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn no_request_with_an_unclear_end_passes(
            all in prop::collection::vec(sent(), 1..5), piece in 1_usize..200,
        ) {
            let text: String = all.iter().enumerate().map(|(at, it)| it.text(at)).collect();
            let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
            let paths = runtime.block_on(passed(&text, piece));
            let plain = all.iter().take_while(|it| it.is_plain).count();
            let expected: Vec<String> = (0..plain).map(|it| format!("/plain/{it}")).collect();
            prop_assert!(expected.starts_with(&paths), "{paths:?}: {text:?}");
            if plain == all.len() {
                prop_assert_eq!(paths, expected);
            }
        }
    }
}
