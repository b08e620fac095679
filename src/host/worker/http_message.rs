//! Requests of HTTP and their answers as bodies of frames: bytes stay bytes, and nothing is JSON.
//!
//! | body of a request | |
//! |---|---|
//! | 4 | length of the context, little endian |
//! | … | context: the lines of a [`CallContext`](super::CallContext) |
//! | 4 | length of the head, little endian |
//! | … | head: the lines of [`RequestHead`] |
//! | … | body |
//!
//! | body of an answer | |
//! |---|---|
//! | 2 | status, little endian |
//! | 1 | [`Content`] |
//! | 4 | length of the headers, little endian |
//! | … | headers: a line for each name, and one for its value |
//! | … | body |

use std::borrow::Cow;
use std::fmt::Write as _;

use hyper::body::Bytes;
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};

use super::frame::{Frame, FrameError, write};

/// The characters that separate pairs, and names from values.
const IN_PAIRS: &AsciiSet = &CONTROLS.add(b'%').add(b'&').add(b'=');

/// A request for a function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HttpRequest {
    /// Written by [`RequestHead::text`], and read by `js/lumi/serving/http_event.ts`.
    pub head: String,
    pub body: Bytes,
    /// Whether the body follows in parts.
    pub is_stream: bool,
}

/// The parts of a head: a line each for method, route, path, query and parameters, then two lines
/// for each header. Pairs are `name=value`, joined by `&`.
#[derive(Clone, Debug)]
pub struct RequestHead<'a> {
    pub method: &'a str,
    /// The declared method and path, such as `GET /todos/:id`.
    pub route: &'a str,
    pub path: &'a str,
    /// Decoded, as the parameters.
    pub query: Vec<(Cow<'a, str>, Cow<'a, str>)>,
    pub params: &'a [(String, String)],
}

impl RequestHead<'_> {
    /// No part and no header has a line feed: hyper refuses them.
    pub fn text<'h>(self, headers: impl Iterator<Item = (&'h str, &'h [u8])>) -> String {
        let Self {
            method,
            route,
            path,
            query,
            params,
        } = self;
        let mut text = [method, route, path, ""].join("\n");
        push_pairs(
            &mut text,
            query.iter().map(|(name, value)| [&**name, value]),
        );
        text.push('\n');
        push_pairs(
            &mut text,
            params.iter().map(|(name, value)| [&**name, value]),
        );
        for (name, value) in headers {
            text.push('\n');
            text.push_str(name);
            text.push('\n');
            text.push_str(&String::from_utf8_lossy(value));
        }
        text
    }
}

fn push_pairs<'a>(text: &mut String, pairs: impl Iterator<Item = [&'a str; 2]>) {
    for (at, pair) in pairs.enumerate() {
        let separator = if at == 0 { "" } else { "&" };
        let [name, value] = pair.map(|it| utf8_percent_encode(it, IN_PAIRS));
        // A String takes everything.
        let _ = write!(text, "{separator}{name}={value}");
    }
}

/// The type of a body if no header says it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum Content {
    /// The answer has no body.
    #[default]
    Nothing = 0,
    Text = 1,
    Bytes = 2,
    /// The body follows in parts.
    Stream = 3,
}

/// The answer of a function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HttpAnswer {
    pub status: u16,
    pub content: Content,
    /// A line for each name, and one for its value; empty without headers.
    pub headers: String,
    pub body: Bytes,
}

impl HttpRequest {
    pub(super) fn write(
        &self,
        out: &mut Vec<u8>,
        kind: u8,
        number: u64,
        context: &str,
    ) -> Result<(), FrameError> {
        let lengths = [length(context)?, length(&self.head)?];
        let [context, head] = [context.as_bytes(), self.head.as_bytes()];
        write(
            out,
            kind,
            number,
            &[&lengths[0], context, &lengths[1], head, &self.body],
        )
    }

    /// The context and the request.
    pub(super) fn read(frame: Frame, is_stream: bool) -> Result<(String, Self), FrameError> {
        let kind = frame.kind;
        let parts = split(Bytes::from(frame.body)).and_then(|(context, rest)| {
            let (head, body) = split(rest)?;
            let request = Self {
                head,
                body,
                is_stream,
            };
            Ok((context, request))
        });
        parts.map_err(|it| unreadable(kind, it))
    }
}

impl HttpAnswer {
    pub(super) fn write(&self, out: &mut Vec<u8>, kind: u8, number: u64) -> Result<(), FrameError> {
        let status = self.status.to_le_bytes();
        let content = [self.content as u8];
        let length = length(&self.headers)?;
        let headers = self.headers.as_bytes();
        write(
            out,
            kind,
            number,
            &[&status, &content, &length, headers, &self.body],
        )
    }

    pub(super) fn read(frame: Frame) -> Result<Self, FrameError> {
        let kind = frame.kind;
        Self::of(Bytes::from(frame.body)).map_err(|it| unreadable(kind, it))
    }

    fn of(mut bytes: Bytes) -> Result<Self, &'static str> {
        let Some(&[low, high, content]) = bytes.first_chunk() else {
            return Err("it has no status");
        };
        let content = match content {
            0 => Content::Nothing,
            1 => Content::Text,
            2 => Content::Bytes,
            3 => Content::Stream,
            _ => return Err("its content is of an unknown kind"),
        };
        let (headers, body) = split(bytes.split_off(3))?;
        Ok(Self {
            status: u16::from_le_bytes([low, high]),
            content,
            headers,
            body,
        })
    }

    /// The names and values of the headers; `None` stands for a name without a value.
    pub fn headers(&self) -> impl Iterator<Item = (&str, Option<&str>)> {
        let mut lines = self.headers.split('\n');
        let is_empty = self.headers.is_empty();
        std::iter::from_fn(move || {
            let name = lines.next().filter(|_| !is_empty)?;
            Some((name, lines.next()))
        })
    }
}

fn length(text: &str) -> Result<[u8; 4], FrameError> {
    let length = u32::try_from(text.len()).map_err(|_| FrameError::Length(text.len()))?;
    Ok(length.to_le_bytes())
}

/// A text after its length, and the rest.
fn split(mut bytes: Bytes) -> Result<(String, Bytes), &'static str> {
    let Some(length) = bytes.first_chunk::<4>() else {
        return Err("it has no length");
    };
    let end = (u32::from_le_bytes(*length) as usize).checked_add(4);
    let Some(end) = end.filter(|it| *it <= bytes.len()) else {
        return Err("its length is too large");
    };
    let rest = bytes.split_off(end);
    let text = str::from_utf8(&bytes[4..]).map_err(|_| "its head is not text in UTF-8")?;
    Ok((text.to_owned(), rest))
}

fn unreadable(kind: u8, problem: &str) -> FrameError {
    FrameError::Body {
        kind,
        problem: problem.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::frame::Decoder;
    use super::*;

    fn frame(bytes: &[u8]) -> Frame {
        let mut decoder = Decoder::default();
        decoder.feed(bytes);
        decoder.take().unwrap().unwrap()
    }

    #[test]
    fn messages_arrive_as_they_were_sent() {
        let request = HttpRequest {
            head: "GET\né".to_owned(),
            body: Bytes::from_static(&[0, 255]),
            is_stream: false,
        };
        let mut bytes = Vec::new();
        request.write(&mut bytes, 1, 7, "00-1\n0\n1").unwrap();
        let read = HttpRequest::read(frame(&bytes), false).unwrap();
        assert_eq!(read, ("00-1\n0\n1".to_owned(), request));
        for headers in ["", "a\nb\nc\nd"] {
            let answer = HttpAnswer {
                status: 299,
                content: Content::Bytes,
                headers: headers.to_owned(),
                body: Bytes::from_static(b"\xff"),
            };
            let mut bytes = Vec::new();
            answer.write(&mut bytes, 1, 7).unwrap();
            assert_eq!(HttpAnswer::read(frame(&bytes)).unwrap(), answer);
            assert_eq!(answer.headers().count(), headers.len() / 3);
        }
    }

    #[test]
    fn a_head_has_a_line_for_each_part() {
        let params = [("id", "a\nb"), ("*", "x&y=%")];
        let head = RequestHead {
            method: "GET",
            route: "GET /a/:id/*",
            path: "/a/a%0Ab/x&y=%25",
            query: vec![("q".into(), "1 é".into()), ("q".into(), "".into())],
            params: &params.map(|(name, value)| (name.to_owned(), value.to_owned())),
        };
        let headers = [("host", &b"h"[..]), ("x", b"\xff")];
        assert_eq!(
            head.text(headers.into_iter()),
            "GET\nGET /a/:id/*\n/a/a%0Ab/x&y=%25\nq=1 %C3%A9&q=\nid=a%0Ab&*=x%26y%3D%25\nhost\nh\nx\n\u{fffd}"
        );
    }

    #[test]
    fn bodies_that_are_no_messages_are_refused() {
        let problem = |body: &[u8]| {
            let answer = HttpAnswer::of(Bytes::copy_from_slice(body));
            answer.map(|_| "").unwrap_or_else(|it| it)
        };
        assert_eq!(problem(&[200, 0]), "it has no status");
        assert_eq!(problem(&[200, 0, 9]), "its content is of an unknown kind");
        assert_eq!(problem(&[200, 0, 1, 0]), "it has no length");
        assert_eq!(problem(&[200, 0, 1, 1, 0, 0, 0]), "its length is too large");
        assert_eq!(
            problem(&[200, 0, 1, 255, 255, 255, 255]),
            "its length is too large"
        );
        assert_eq!(
            problem(&[200, 0, 1, 1, 0, 0, 0, 255]),
            "its head is not text in UTF-8"
        );
        assert_eq!(problem(&[200, 0, 1, 0, 0, 0, 0]), "");
    }
}
