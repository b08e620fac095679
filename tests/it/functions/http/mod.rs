//! Connections to `lumi closure serve`.

pub mod http2;
pub mod streams;
pub mod web_sockets;
