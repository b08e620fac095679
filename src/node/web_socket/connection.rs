//! One connection: the handshake, then frames.

use std::io::Write as _;

use deno_core::ToJsBuffer;
use serde::Serialize;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Error, Message, WebSocket};

use crate::byte_pipe::BytePipe;

use super::error::{WebSocketError, close_code};
use super::handshake::Handshake;

/// Maximum size in bytes of a message.
const LIMIT: usize = 64 << 20;
const READ_BUFFER: usize = 16 << 10;

/// The code of a close frame without a code.
const NO_CODE: u16 = 1005;

/// A received message or event.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Event {
    /// The handshake is done.
    Open {
        protocol: String,
    },
    Text {
        text: String,
    },
    Bytes {
        data: ToJsBuffer,
    },
    /// Both ends have sent that they close.
    Close {
        code: u16,
        reason: String,
    },
}

pub struct Connection {
    pipe: BytePipe,
    stage: Stage,
}

enum Stage {
    Connecting(Handshake),
    Open(Box<WebSocket<BytePipe>>),
    /// Failed, or closed by both ends.
    Over,
}

impl Connection {
    pub fn open(url: &str, protocols: &[String]) -> Result<Self, WebSocketError> {
        let (handshake, request) = Handshake::begin(url, protocols)?;
        let mut pipe = BytePipe::default();
        // Memory takes all.
        let _ = pipe.write_all(request.as_bytes());
        Ok(Self {
            pipe,
            stage: Stage::Connecting(handshake),
        })
    }

    /// The end of a server, whose handshake is done.
    pub fn accepted() -> Self {
        let pipe = BytePipe::default();
        let socket = WebSocket::from_raw_socket(pipe.clone(), Role::Server, Some(config()));
        Self {
            pipe,
            stage: Stage::Open(Box::new(socket)),
        }
    }

    pub fn feed(&self, data: &[u8]) {
        self.pipe.feed(data);
    }

    pub fn end(&self) {
        self.pipe.end();
    }

    pub fn pull(&self, room: &mut [u8]) -> usize {
        self.pipe.pull(room)
    }

    /// The next event. After an error there are no more; the server gets the reason.
    pub fn next(&mut self) -> Result<Option<Event>, WebSocketError> {
        if matches!(self.stage, Stage::Connecting(_)) {
            return self.continue_handshake();
        }
        loop {
            let Stage::Open(socket) = &mut self.stage else {
                return Ok(None);
            };
            match socket.read() {
                Ok(Message::Text(text)) => {
                    let text = text.as_str().to_owned();
                    return Ok(Some(Event::Text { text }));
                }
                Ok(Message::Binary(data)) => {
                    let data = data.to_vec().into();
                    return Ok(Some(Event::Bytes { data }));
                }
                Ok(Message::Close(frame)) => return Ok(Some(self.closed(frame))),
                Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_)) => {}
                Err(Error::Io(error)) if error.kind() == std::io::ErrorKind::WouldBlock => {
                    return Ok(None);
                }
                Err(error) => return Err(self.failed(error)),
            }
        }
    }

    pub fn send_text(&mut self, text: String) -> Result<(), WebSocketError> {
        self.send(Message::Text(text.into()))
    }

    pub fn send_bytes(&mut self, data: &[u8]) -> Result<(), WebSocketError> {
        self.send(Message::Binary(data.to_vec().into()))
    }

    pub fn close(&mut self, code: u16, reason: &str) -> Result<(), WebSocketError> {
        let Stage::Open(socket) = &mut self.stage else {
            return Err(WebSocketError::Closed);
        };
        let frame = (code != 0).then(|| CloseFrame {
            code: CloseCode::from(code),
            reason: reason.to_owned().into(),
        });
        Ok(socket.close(frame)?)
    }

    fn send(&mut self, message: Message) -> Result<(), WebSocketError> {
        match &mut self.stage {
            Stage::Open(socket) => Ok(socket.send(message)?),
            Stage::Connecting(_) | Stage::Over => Err(WebSocketError::Closed),
        }
    }

    /// Goes on with the handshake.
    fn continue_handshake(&mut self) -> Result<Option<Event>, WebSocketError> {
        let Stage::Connecting(mut handshake) = std::mem::replace(&mut self.stage, Stage::Over)
        else {
            return Ok(None);
        };
        let Some(answer) = handshake.answer(&mut self.pipe)? else {
            self.stage = Stage::Connecting(handshake);
            return Ok(None);
        };
        let (pipe, frames) = (self.pipe.clone(), answer.frames);
        let socket = WebSocket::from_partially_read(pipe, frames, Role::Client, Some(config()));
        self.stage = Stage::Open(Box::new(socket));
        let protocol = answer.protocol;
        Ok(Some(Event::Open { protocol }))
    }

    /// The server has closed: answers it, unless the program closed first.
    fn closed(&mut self, frame: Option<CloseFrame>) -> Event {
        if let Stage::Open(socket) = &mut self.stage {
            // The bytes go into memory.
            let _ = socket.flush();
        }
        self.stage = Stage::Over;
        match frame {
            Some(frame) => Event::Close {
                code: frame.code.into(),
                reason: frame.reason.as_str().to_owned(),
            },
            None => Event::Close {
                code: NO_CODE,
                reason: String::new(),
            },
        }
    }

    fn failed(&mut self, error: Error) -> WebSocketError {
        let is_text = matches!(error, Error::Utf8(_));
        let error = WebSocketError::from(error);
        let tells = !matches!(error, WebSocketError::Ended | WebSocketError::Closed);
        if tells {
            // A server that the program has closed before learns no more.
            let _ = self.close(close_code(&error, is_text), "");
        }
        self.stage = Stage::Over;
        error
    }
}

fn config() -> WebSocketConfig {
    WebSocketConfig::default()
        .read_buffer_size(READ_BUFFER)
        .max_message_size(Some(LIMIT))
        .max_frame_size(Some(LIMIT))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio_tungstenite::tungstenite::handshake::derive_accept_key;

    fn pull_all(connection: &Connection) -> Vec<u8> {
        let mut room = [0; 4096];
        let length = connection.pull(&mut room);
        room[..length].to_vec()
    }

    fn answer(request: &str, more: &str) -> String {
        let key = request
            .lines()
            .find_map(|it| it.strip_prefix("Sec-WebSocket-Key: "));
        format!(
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
             Sec-WebSocket-Accept: {}\r\n{more}\r\n",
            derive_accept_key(key.unwrap().as_bytes())
        )
    }

    fn opened() -> Connection {
        let mut connection = Connection::open("ws://127.0.0.1:1/a?b", &[]).unwrap();
        let request = String::from_utf8(pull_all(&connection)).unwrap();
        assert!(request.starts_with("GET /a?b HTTP/1.1\r\n"), "{request}");
        connection.feed(answer(&request, "").as_bytes());
        assert!(matches!(
            connection.next(),
            Ok(Some(Event::Open { protocol })) if protocol.is_empty()
        ));
        connection
    }

    #[test]
    fn bytes_may_arrive_one_by_one() {
        let mut connection =
            Connection::open("ws://h/", &["a".to_owned(), "b".to_owned()]).unwrap();
        let request = String::from_utf8(pull_all(&connection)).unwrap();
        assert!(
            request.contains("Sec-WebSocket-Protocol: a, b\r\n"),
            "{request}"
        );
        let mut bytes = answer(&request, "Sec-WebSocket-Protocol: b\r\n").into_bytes();
        bytes.extend(b"\x81\x02hi\x89\x01!\x88\x04\x03\xe9ok");
        let mut events = Vec::new();
        for byte in bytes {
            connection.feed(&[byte]);
            while let Some(event) = connection.next().unwrap() {
                events.push(format!("{event:?}"));
            }
        }
        assert_eq!(
            events,
            [
                r#"Open { protocol: "b" }"#,
                r#"Text { text: "hi" }"#,
                r#"Close { code: 1001, reason: "ok" }"#
            ]
        );
        // Opcodes with the bit of a last frame: the answer of the ping, and that of the close.
        let sent = pull_all(&connection);
        assert_eq!((sent[0], sent[1]), (0x8a, 0x81));
        assert_eq!((sent[7], sent[8]), (0x88, 0x84));
    }

    #[test]
    fn a_server_takes_masked_frames_and_answers_the_close() {
        let mut server = Connection::accepted();
        server.feed(b"\x81\x82\0\0\0\0hi\x88\x82\0\0\0\0\x03\xe9");
        let mut events = Vec::new();
        while let Some(event) = server.next().unwrap() {
            events.push(format!("{event:?}"));
        }
        assert_eq!(
            events,
            [
                r#"Text { text: "hi" }"#,
                r#"Close { code: 1001, reason: "" }"#
            ]
        );
        // Frames of a server have no mask.
        assert_eq!(pull_all(&server), b"\x88\x02\x03\xe9");
        let mut server = Connection::accepted();
        server.send_text("hi".to_owned()).unwrap();
        assert_eq!(pull_all(&server), b"\x81\x02hi");
        server.feed(b"\x81\x02hi");
        assert!(server.next().is_err());
    }

    #[test]
    fn refusals_and_garbage_are_errors() {
        let refused = |answer: &str| {
            let mut connection = Connection::open("ws://h/", &[]).unwrap();
            connection.feed(answer.as_bytes());
            connection.end();
            connection.next().unwrap_err().to_string()
        };
        let status = refused("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
        assert!(status.contains("404"), "{status}");
        assert!(refused("").contains("ended"), "{}", refused(""));
        assert!(!refused("SSH-2.0\r\n\r\n").is_empty());
        let mut connection = opened();
        // A text message whose byte 0xff never occurs in UTF-8.
        connection.feed(b"\x81\x01\xff");
        assert!(connection.next().is_err());
        assert!(matches!(connection.next(), Ok(None)));
        assert!(connection.send_text("late".to_owned()).is_err());
        let told = pull_all(&connection);
        assert_eq!((told[0], told[1]), (0x88, 0x82));
        let mut connection = opened();
        // A frame of 2^40 bytes.
        connection.feed(b"\x82\x7f\0\0\x01\0\0\0\0\0");
        assert!(matches!(
            connection.next(),
            Err(WebSocketError::TooLarge { .. })
        ));
    }
}
