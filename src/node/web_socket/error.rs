//! Failures of WebSockets.

use tokio_tungstenite::tungstenite::Error;
use tokio_tungstenite::tungstenite::error::{CapacityError, ProtocolError};

#[derive(Debug, thiserror::Error, deno_error::JsError)]
#[class(generic)]
pub enum WebSocketError {
    #[error("the connection is closed")]
    Closed,
    #[error("the server ended the connection without closing the WebSocket")]
    Ended,
    #[error("the URL has no host")]
    #[class(type)]
    Url,
    #[error("no random numbers: {0}")]
    Random(String),
    #[error("the server answered the handshake with status {0} instead of 101")]
    Status(u16),
    #[error("the message is larger than {limit} bytes")]
    #[class(range)]
    TooLarge { limit: usize },
    #[error("{0}")]
    Protocol(String),
}

impl From<Error> for WebSocketError {
    fn from(error: Error) -> Self {
        match error {
            Error::ConnectionClosed | Error::AlreadyClosed => Self::Closed,
            Error::Protocol(ProtocolError::ResetWithoutClosingHandshake) => Self::Ended,
            Error::Capacity(CapacityError::MessageTooLong { max_size, .. }) => {
                Self::TooLarge { limit: max_size }
            }
            Error::Protocol(error) => Self::Protocol(error.to_string()),
            other => Self::Protocol(other.to_string()),
        }
    }
}

/// The code that tells the server why the connection fails.
pub fn close_code(error: &WebSocketError, is_text: bool) -> u16 {
    match error {
        WebSocketError::TooLarge { .. } => 1009,
        WebSocketError::Protocol(_) if is_text => 1007,
        _ => 1002,
    }
}
