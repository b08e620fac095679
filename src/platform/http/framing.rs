//! Detects requests whose end two readers could see at different places.
//!
//! A request with both `Transfer-Encoding` and `Content-Length` is refused (RFC 9112, section 6.3): a proxy that
//! reads it by its length would hand on what follows as a request of another client. hyper drops the length before a
//! service sees the request, so the heads of the requests are read here once more, while they come in.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// Length up to which a line of a head is kept: names of headers and lengths of bodies are shorter.
const MAX_LINE: usize = 256;

/// Whether a connection had a request with two lengths.
pub type HasTwoLengths = Arc<AtomicBool>;

/// The position in the requests of a connection.
#[derive(Debug, Default)]
struct FramingCheck {
    /// The beginning of the current line of a head.
    line: Vec<u8>,
    /// Whether the current head has begun: empty lines before it do not end it.
    has_begun: bool,
    length: Option<u64>,
    has_encoding: bool,
    /// The number of bytes of the body that are still to come.
    body: u64,
    /// Whether a body in chunks has begun. It is the last request of its connection.
    is_over: bool,
    has_two_lengths: bool,
}

impl FramingCheck {
    fn feed(&mut self, mut bytes: &[u8]) {
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
            if end.is_none() {
                return;
            }
            bytes = &rest[1..];
            self.end_line();
        }
    }

    fn end_line(&mut self) {
        let line = std::mem::take(&mut self.line);
        let line = line.trim_ascii();
        if !line.is_empty() {
            if self.has_begun {
                self.note(line);
            }
            self.has_begun = true;
        } else if self.has_begun {
            self.has_two_lengths = self.has_encoding && self.length.is_some();
            self.is_over = self.has_encoding;
            self.body = self.length.take().unwrap_or_default();
            self.has_begun = false;
        }
    }

    /// Notes a line of a head. hyper refuses lengths that are no numbers, or that differ.
    fn note(&mut self, line: &[u8]) {
        let Some(colon) = line.iter().position(|it| *it == b':') else {
            return;
        };
        let (name, value) = (&line[..colon], line[colon + 1..].trim_ascii());
        if name.eq_ignore_ascii_case(b"content-length") {
            let value = str::from_utf8(value).ok();
            self.length = Some(value.and_then(|it| it.parse().ok()).unwrap_or_default());
        }
        self.has_encoding |= name.eq_ignore_ascii_case(b"transfer-encoding");
    }
}

/// A connection whose requests are checked as they are read.
pub struct CheckedStream<S> {
    stream: S,
    check: FramingCheck,
    has_two_lengths: HasTwoLengths,
}

impl<S> CheckedStream<S> {
    pub fn new(stream: S) -> (Self, HasTwoLengths) {
        let has_two_lengths = HasTwoLengths::default();
        let checked = Self {
            stream,
            check: FramingCheck::default(),
            has_two_lengths: Arc::clone(&has_two_lengths),
        };
        (checked, has_two_lengths)
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for CheckedStream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let filled = buffer.filled().len();
        let this = &mut *self;
        let result = Pin::new(&mut this.stream).poll_read(context, buffer);
        this.check.feed(&buffer.filled()[filled..]);
        if this.check.has_two_lengths {
            this.has_two_lengths.store(true, Ordering::Release);
        }
        result
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for CheckedStream<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, bytes)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}

#[cfg(test)]
mod tests {
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
}
