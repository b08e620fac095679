//! The client of HTTP/2, behind `node:http2`.
//!
//! The ops open nothing: JavaScript passes the bytes to and from sockets of `node:net` and
//! `node:tls`, or streams of its own. A session does all that is possible in
//! [`op_lumi_http2_poll`], which answers what has happened.
//!
//! | module | |
//! |---|---|
//! | `session` | a connection with its streams |
//! | `stream` | one request with its response |
//! | `frames` | frames that `h2` handles without a word, and those it does not send |
//! | `headers` | headers as JavaScript has them |
//! | `event` | what JavaScript hears |

mod event;
mod frames;
mod headers;
mod session;
mod stream;

use std::collections::HashMap;

use deno_core::{OpState, op2};

use event::Event;
use session::{Http2Error, Session, Settings};

/// The sessions of a program.
#[derive(Default)]
pub struct Http2Sessions {
    last: u32,
    open: HashMap<u32, Session>,
}

impl Http2Sessions {
    fn of(state: &mut OpState) -> &mut Self {
        state.borrow_mut()
    }

    fn get(&mut self, id: u32) -> Result<&mut Session, Http2Error> {
        self.open.get_mut(&id).ok_or(Http2Error::Closed)
    }

    fn add(&mut self, session: Session) -> u32 {
        const LARGEST: u32 = (1 << 30) - 1;
        loop {
            self.last = self.last % LARGEST + 1;
            if !self.open.contains_key(&self.last) {
                break;
            }
        }
        self.open.insert(self.last, session);
        self.last
    }
}

/// Begins a session; answers its number.
#[op2]
#[smi]
pub fn op_lumi_http2_open(
    state: &mut OpState,
    #[serde] settings: Settings,
) -> Result<u32, Http2Error> {
    let session = Session::open(&settings)?;
    Ok(Http2Sessions::of(state).add(session))
}

/// Takes bytes of the network.
#[op2(fast)]
pub fn op_lumi_http2_feed(
    state: &mut OpState,
    #[smi] id: u32,
    #[buffer] data: &[u8],
) -> Result<(), Http2Error> {
    Http2Sessions::of(state).get(id)?.feed(data);
    Ok(())
}

/// The network has no more bytes.
#[op2(fast)]
pub fn op_lumi_http2_end(state: &mut OpState, #[smi] id: u32) -> Result<(), Http2Error> {
    Http2Sessions::of(state).get(id)?.end();
    Ok(())
}

/// Does what is possible; answers what has happened.
#[op2]
#[serde]
pub fn op_lumi_http2_poll(state: &mut OpState, #[smi] id: u32) -> Result<Vec<Event>, Http2Error> {
    Ok(Http2Sessions::of(state).get(id)?.poll())
}

/// Bytes for the network: their number.
#[op2(fast)]
#[smi]
pub fn op_lumi_http2_pull(
    state: &mut OpState,
    #[smi] id: u32,
    #[buffer] room: &mut [u8],
) -> Result<u32, Http2Error> {
    let length = Http2Sessions::of(state).get(id)?.pull(room);
    Ok(u32::try_from(length).unwrap_or(u32::MAX))
}

/// Begins a request; answers the number of its stream. `headers` are names and values in turn.
#[op2]
#[smi]
pub fn op_lumi_http2_request(
    state: &mut OpState,
    #[smi] id: u32,
    #[serde] headers: Vec<String>,
    is_end: bool,
) -> Result<u32, Http2Error> {
    Http2Sessions::of(state).get(id)?.request(&headers, is_end)
}

/// Sends data of a request; `is_end` ends it. An event says when all of it may leave.
#[op2(fast)]
pub fn op_lumi_http2_write(
    state: &mut OpState,
    #[smi] id: u32,
    #[smi] stream: u32,
    #[buffer] data: &[u8],
    is_end: bool,
) -> Result<(), Http2Error> {
    Http2Sessions::of(state)
        .get(id)?
        .write(stream, data, is_end);
    Ok(())
}

/// Ends a request with trailers.
#[op2]
pub fn op_lumi_http2_trailers(
    state: &mut OpState,
    #[smi] id: u32,
    #[smi] stream: u32,
    #[serde] headers: Vec<String>,
) -> Result<(), Http2Error> {
    Http2Sessions::of(state).get(id)?.trailers(stream, &headers)
}

/// Whether data of the response are wanted now.
#[op2(fast)]
pub fn op_lumi_http2_read(
    state: &mut OpState,
    #[smi] id: u32,
    #[smi] stream: u32,
    is_wanted: bool,
) -> Result<(), Http2Error> {
    Http2Sessions::of(state).get(id)?.read(stream, is_wanted);
    Ok(())
}

/// Resets a stream.
#[op2(fast)]
pub fn op_lumi_http2_reset(
    state: &mut OpState,
    #[smi] id: u32,
    #[smi] stream: u32,
    #[smi] code: u32,
) -> Result<(), Http2Error> {
    Http2Sessions::of(state).get(id)?.reset(stream, code);
    Ok(())
}

/// Sends a ping with eight bytes; an event says when they have come back.
#[op2(fast)]
pub fn op_lumi_http2_ping(
    state: &mut OpState,
    #[smi] id: u32,
    #[buffer] payload: &[u8],
) -> Result<(), Http2Error> {
    Http2Sessions::of(state).get(id)?.ping(payload);
    Ok(())
}

/// Tells the server that no more streams are accepted.
#[op2(fast)]
pub fn op_lumi_http2_goaway(
    state: &mut OpState,
    #[smi] id: u32,
    #[smi] code: u32,
    #[smi] last_stream: u32,
    #[buffer] data: &[u8],
) -> Result<(), Http2Error> {
    Http2Sessions::of(state)
        .get(id)?
        .goaway(code, last_stream, data);
    Ok(())
}

/// The size of a window: that of each stream, or that of the connection.
#[op2(fast)]
pub fn op_lumi_http2_window(
    state: &mut OpState,
    #[smi] id: u32,
    size: u32,
    is_of_connection: bool,
) -> Result<(), Http2Error> {
    Http2Sessions::of(state)
        .get(id)?
        .window(size, is_of_connection)
}

/// Forgets the session.
#[op2(fast)]
pub fn op_lumi_http2_drop(state: &mut OpState, #[smi] id: u32) {
    Http2Sessions::of(state).open.remove(&id);
}
