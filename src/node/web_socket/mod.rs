//! WebSockets: frames, and the handshake of the client behind the global `WebSocket`. The platform does that of servers.
//!
//! The ops open nothing: JavaScript passes the bytes to and from sockets of `node:net` and
//! `node:tls`, which ask the sandbox.
//!
//! | module | |
//! |---|---|
//! | `connection` | one connection: the handshake, then frames |
//! | `error` | failures of WebSockets |
//! | `handshake` | the handshake of a client, by RFC 6455 |

mod connection;
mod error;
mod handshake;

use std::collections::HashMap;

use deno_core::{OpState, op2};

use connection::{Connection, Event};
use error::WebSocketError;

/// The connections of a program.
#[derive(Default)]
pub struct WebSockets {
    last: u32,
    open: HashMap<u32, Connection>,
}

impl WebSockets {
    fn of(state: &mut OpState) -> &mut Self {
        state.borrow_mut()
    }

    fn get(&mut self, id: u32) -> Result<&mut Connection, WebSocketError> {
        self.open.get_mut(&id).ok_or(WebSocketError::Closed)
    }

    fn add(&mut self, connection: Connection) -> u32 {
        const LARGEST: u32 = (1 << 30) - 1;
        loop {
            self.last = self.last % LARGEST + 1;
            if !self.open.contains_key(&self.last) {
                break;
            }
        }
        self.open.insert(self.last, connection);
        self.last
    }
}

/// Begins the handshake; answers the number of the connection.
#[op2]
#[smi]
pub fn op_lumi_web_socket_open(
    state: &mut OpState,
    #[string] url: &str,
    #[serde] protocols: Vec<String>,
) -> Result<u32, WebSocketError> {
    let connection = Connection::open(url, &protocols)?;
    Ok(WebSockets::of(state).add(connection))
}

/// Begins the connection of a server whose handshake is done; answers its number.
#[op2(fast)]
#[smi]
pub fn op_lumi_web_socket_accept(state: &mut OpState) -> u32 {
    WebSockets::of(state).add(Connection::accepted())
}

/// Takes bytes of the network.
#[op2(fast)]
pub fn op_lumi_web_socket_feed(
    state: &mut OpState,
    #[smi] id: u32,
    #[buffer] data: &[u8],
) -> Result<(), WebSocketError> {
    WebSockets::of(state).get(id)?.feed(data);
    Ok(())
}

/// The network has no more bytes.
#[op2(fast)]
pub fn op_lumi_web_socket_end(state: &mut OpState, #[smi] id: u32) -> Result<(), WebSocketError> {
    WebSockets::of(state).get(id)?.end();
    Ok(())
}

/// The next event; null if it is not complete.
#[op2]
#[serde]
pub fn op_lumi_web_socket_next(
    state: &mut OpState,
    #[smi] id: u32,
) -> Result<Option<Event>, WebSocketError> {
    WebSockets::of(state).get(id)?.next()
}

/// Bytes for the network: their number.
#[op2(fast)]
#[smi]
pub fn op_lumi_web_socket_pull(
    state: &mut OpState,
    #[smi] id: u32,
    #[buffer] room: &mut [u8],
) -> Result<u32, WebSocketError> {
    let length = WebSockets::of(state).get(id)?.pull(room);
    Ok(u32::try_from(length).unwrap_or(u32::MAX))
}

#[op2(fast)]
pub fn op_lumi_web_socket_send_text(
    state: &mut OpState,
    #[smi] id: u32,
    #[string] text: String,
) -> Result<(), WebSocketError> {
    WebSockets::of(state).get(id)?.send_text(text)
}

#[op2(fast)]
pub fn op_lumi_web_socket_send_bytes(
    state: &mut OpState,
    #[smi] id: u32,
    #[buffer] data: &[u8],
) -> Result<(), WebSocketError> {
    WebSockets::of(state).get(id)?.send_bytes(data)
}

/// Begins the closing handshake. The code 0 sends none.
#[op2(fast)]
pub fn op_lumi_web_socket_close(
    state: &mut OpState,
    #[smi] id: u32,
    #[smi] code: u16,
    #[string] reason: &str,
) -> Result<(), WebSocketError> {
    WebSockets::of(state).get(id)?.close(code, reason)
}

/// Forgets the connection.
#[op2(fast)]
pub fn op_lumi_web_socket_drop(state: &mut OpState, #[smi] id: u32) {
    WebSockets::of(state).open.remove(&id);
}
