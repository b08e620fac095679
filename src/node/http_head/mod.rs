//! Heads of HTTP/1.1 messages, behind `node:http`. One call reads a whole head: JavaScript gets its
//! text once, and the places of names and values in it as numbers.
//!
//! | module | |
//! |---|---|
//! | `head_error` | why a head is refused, with the codes of Node |
//! | `framing` | how the body of a message is delimited |
//! | `scan` | what `httparse` accepts and Node refuses |

mod framing;
mod head_error;
mod scan;

use std::borrow::Cow;

use deno_core::{op2, v8};
use httparse::{EMPTY_HEADER, Header, ParserConfig, Request, Response, Status};

use framing::Framing;
use head_error::HeadError;

/// Numbers before those of the headers, which are four each.
const FIXED: usize = 10;
/// Headers that fit without memory from the heap.
const USUAL_HEADERS: usize = 64;

/// The kind of message.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Request,
    Response,
    /// Headers after a body in chunks.
    Trailers,
}

impl Kind {
    fn from_number(number: u32) -> Self {
        match number {
            0 => Self::Request,
            1 => Self::Response,
            _ => Self::Trailers,
        }
    }
}

/// The first line and the headers of a message.
struct Head<'a, 'h> {
    length: usize,
    minor_version: u8,
    /// The status of a response, or the length of the method of a request.
    code: u32,
    /// The target of a request or the reason of a response, as a range of bytes.
    text: (usize, usize),
    headers: &'h [Header<'a>],
}

/// Reads a head at the beginning of `bytes`. `kind`: 0 request, 1 response, 2 trailers. `facts[0]`
/// says what the rest means: 0 incomplete, 1 complete, 2 faulty (the answer is the code of Node and
/// its text, separated by `|`, and `facts[1]` the place), 3 more headers (`facts[7]`) than `facts` has room for.
#[op2]
pub fn op_lumi_http_head<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    kind: u32,
    #[buffer] bytes: &[u8],
    limit: u32,
    #[buffer] facts: &mut [u32],
) -> v8::Local<'s, v8::String> {
    if facts.len() < FIXED {
        return v8::String::empty(scope);
    }
    let text = match read(Kind::from_number(kind), bytes, limit as usize, facts) {
        Ok(length) => Cow::Borrowed(&bytes[..length]),
        Err(fault) => {
            facts[0] = 2;
            facts[1] = number(fault.place);
            Cow::Owned(format!("{}|{}", fault.code, fault.text).into_bytes())
        }
    };
    v8::String::new_from_one_byte(scope, &text, v8::NewStringType::Normal)
        .unwrap_or_else(|| v8::String::empty(scope))
}

fn number(size: usize) -> u32 {
    u32::try_from(size).unwrap_or(u32::MAX)
}

/// Fills `facts`; answers how many bytes are the text that JavaScript needs.
fn read(kind: Kind, bytes: &[u8], limit: usize, facts: &mut [u32]) -> Result<usize, HeadError> {
    let mut usual = [EMPTY_HEADER; USUAL_HEADERS];
    match parse(kind, bytes, &mut usual) {
        Err(httparse::Error::TooManyHeaders) => {
            let lines = bytes.iter().filter(|byte| **byte == b'\n').count();
            let mut many = vec![EMPTY_HEADER; lines];
            finish(kind, bytes, limit, facts, parse(kind, bytes, &mut many))
        }
        parsed => finish(kind, bytes, limit, facts, parsed),
    }
}

fn finish(
    kind: Kind,
    bytes: &[u8],
    limit: usize,
    facts: &mut [u32],
    parsed: httparse::Result<Head<'_, '_>>,
) -> Result<usize, HeadError> {
    let head = match parsed {
        Ok(Status::Complete(head)) => head,
        Ok(Status::Partial) => {
            facts[0] = 0;
            scan::early(kind, bytes)?;
            // Delimiters do not count: at most four bytes of a line.
            let lines = bytes.iter().filter(|byte| **byte == b'\n').count();
            return match bytes.len().saturating_sub(4 * lines) >= limit {
                true => Err(HeadError::overflow(bytes.len())),
                false => Ok(0),
            };
        }
        Err(error) => return Err(scan::fault(kind, bytes, error)),
    };
    scan::strict(kind, &bytes[..head.length])?;
    let size: usize = head
        .headers
        .iter()
        .map(|it| it.name.len() + it.value.len())
        .sum();
    if size + (head.text.1 - head.text.0) >= limit {
        return Err(HeadError::overflow(head.length));
    }
    if FIXED + 4 * head.headers.len() > facts.len() {
        facts[0] = 3;
        facts[7] = number(head.headers.len());
        return Ok(0);
    }
    let framing = Framing::of(kind, bytes, head.headers)?;
    write(&head, &framing, bytes, facts);
    Ok(head.length)
}

fn write(head: &Head<'_, '_>, framing: &Framing, bytes: &[u8], facts: &mut [u32]) {
    facts[..FIXED].copy_from_slice(&[
        1,
        number(head.length),
        head.minor_version.into(),
        head.code,
        framing.flags(),
        (framing.length() & u64::from(u32::MAX)) as u32,
        (framing.length() >> 32) as u32,
        number(head.headers.len()),
        number(head.text.0),
        number(head.text.1),
    ]);
    for (header, places) in head.headers.iter().zip(facts[FIXED..].chunks_exact_mut(4)) {
        let (name, value) = (header.name.as_bytes(), header.value.trim_ascii());
        let (name_at, value_at) = (place(bytes, name), place(bytes, value));
        places[0] = number(name_at);
        places[1] = number(name_at + name.len());
        places[2] = number(value_at);
        places[3] = number(value_at + value.len());
    }
}

/// The offset of `part` in `bytes`.
fn place(bytes: &[u8], part: &[u8]) -> usize {
    (part.as_ptr() as usize).saturating_sub(bytes.as_ptr() as usize)
}

fn parse<'a, 'h>(
    kind: Kind,
    bytes: &'a [u8],
    headers: &'h mut [Header<'a>],
) -> httparse::Result<Head<'a, 'h>> {
    let config = ParserConfig::default();
    let (length, minor_version, code, text, headers) = match kind {
        Kind::Request => {
            let mut request = Request::new(headers);
            let Status::Complete(length) = config.parse_request(&mut request, bytes)? else {
                return Ok(Status::Partial);
            };
            let (method, path) = (request.method.unwrap_or(""), request.path.unwrap_or(""));
            let at = place(bytes, path.as_bytes());
            let text = (at, at + path.len());
            (
                length,
                request.version,
                number(method.len()),
                text,
                &*request.headers,
            )
        }
        Kind::Response => {
            let mut response = Response::new(headers);
            let Status::Complete(length) = config.parse_response(&mut response, bytes)? else {
                return Ok(Status::Partial);
            };
            let code = response.code.unwrap_or(0).into();
            (
                length,
                response.version,
                code,
                scan::reason(bytes),
                &*response.headers,
            )
        }
        Kind::Trailers => match httparse::parse_headers(bytes, headers)? {
            Status::Complete((length, headers)) => (length, None, 0, (0, 0), headers),
            Status::Partial => return Ok(Status::Partial),
        },
    };
    Ok(Status::Complete(Head {
        length,
        minor_version: minor_version.unwrap_or(1),
        code,
        text,
        headers,
    }))
}

#[cfg(test)]
mod tests;
