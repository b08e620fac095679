//! Events of a session, for JavaScript.

use deno_core::ToJsBuffer;
use serde::Serialize;

#[derive(Debug, Serialize)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum Event {
    /// A response has begun; `is_end` if it has neither data nor trailers.
    Response {
        stream: u32,
        headers: Vec<String>,
        is_end: bool,
    },
    /// A response with a status below 200, before the one that counts.
    Informational {
        stream: u32,
        headers: Vec<String>,
    },
    Data {
        stream: u32,
        data: ToJsBuffer,
    },
    Trailers {
        stream: u32,
        headers: Vec<String>,
    },
    /// The response is complete.
    End {
        stream: u32,
    },
    /// All data that were written may leave.
    Written {
        stream: u32,
    },
    /// The server, or the protocol, has reset the stream.
    Reset {
        stream: u32,
        code: u32,
    },
    /// Settings of the server: pairs of number and value.
    Settings {
        values: Vec<(u16, u32)>,
    },
    /// The server has acknowledged the settings of this end.
    SettingsAck,
    /// The server has sent a ping.
    Ping {
        payload: ToJsBuffer,
    },
    /// A ping has come back.
    Pong {
        payload: ToJsBuffer,
    },
    Goaway {
        code: u32,
        last_stream: u32,
        data: ToJsBuffer,
    },
    /// The session is closed. `code` is set if the protocol was broken.
    Closed {
        code: Option<u32>,
        message: Option<String>,
    },
}
