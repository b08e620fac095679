//! Reads what a server of NATS sends, and writes what it reads.

use std::collections::BTreeMap;

use thiserror::Error;

/// A control line has no more bytes; servers send shorter ones, but for INFO.
const MAX_LINE: usize = 1 << 20;
/// A message has no more bytes: servers refuse larger ones by default.
const MAX_MESSAGE: usize = 64 << 20;
const HEADERS: &str = "NATS/1.0";

/// Headers by name.
pub type Headers = BTreeMap<String, String>;

/// An operation of the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ServerOperation {
    Message(NatsMessage),
    Ping,
    Pong,
    Ok,
    Info,
    Error(String),
}

/// A message as it comes from the server.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NatsMessage {
    pub subject: String,
    /// The status of an answer of the server itself, such as 503; 0 for other messages.
    pub status: u16,
    pub headers: Headers,
    pub payload: Vec<u8>,
}

/// Bytes that are not of the protocol.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ProtocolError {
    #[error("a line of the server of NATS has no end")]
    EndlessLine,
    #[error("the server of NATS sent {0:?}, which is not understood")]
    Operation(String),
    #[error("the server of NATS sent a message whose size is not a number up to 64 MiB")]
    Size,
}

/// Collects bytes, and takes the operations that are complete.
#[derive(Debug, Default)]
pub struct Parser {
    bytes: Vec<u8>,
    /// The number of bytes that were read.
    read: usize,
}

impl Parser {
    pub fn push(&mut self, bytes: &[u8]) {
        self.bytes.drain(..self.read);
        self.read = 0;
        self.bytes.extend_from_slice(bytes);
    }

    /// The next operation; `None` if it is not complete.
    pub fn take(&mut self) -> Result<Option<ServerOperation>, ProtocolError> {
        let rest = &self.bytes[self.read..];
        let end = rest.windows(2).position(|it| it == b"\r\n");
        if end.unwrap_or(rest.len()) > MAX_LINE {
            return Err(ProtocolError::EndlessLine);
        }
        let Some(end) = end else { return Ok(None) };
        let line = String::from_utf8_lossy(&rest[..end]).into_owned();
        let after = &rest[end + 2..];
        let parsed = parse(&line, after)?;
        Ok(parsed.map(|(operation, length)| {
            self.read += end + 2 + length;
            operation
        }))
    }
}

/// The operation of a line, and the number of bytes after it that are a part of it.
fn parse(line: &str, after: &[u8]) -> Result<Option<(ServerOperation, usize)>, ProtocolError> {
    let (name, text) = line.split_once([' ', '\t']).unwrap_or((line, ""));
    let operation = match name.to_ascii_uppercase().as_str() {
        "MSG" => return message(text, 1, after),
        "HMSG" => return message(text, 2, after),
        "PING" => ServerOperation::Ping,
        "PONG" => ServerOperation::Pong,
        "+OK" => ServerOperation::Ok,
        "INFO" => ServerOperation::Info,
        "-ERR" => ServerOperation::Error(text.trim().trim_matches('\'').to_owned()),
        _ => {
            let start = line.chars().take(80).collect();
            return Err(ProtocolError::Operation(start));
        }
    };
    Ok(Some((operation, 0)))
}

/// The line has the subject, the subscription, maybe the subject for an answer, and so many sizes.
fn message(
    text: &str,
    sizes: usize,
    after: &[u8],
) -> Result<Option<(ServerOperation, usize)>, ProtocolError> {
    let fields: Vec<&str> = text.split_ascii_whitespace().collect();
    let at = fields.len().checked_sub(sizes).filter(|it| *it >= 2);
    let numbers = at.and_then(|at| {
        fields[at..]
            .iter()
            .map(|it| it.parse::<usize>().ok())
            .collect()
    });
    let numbers: Vec<usize> = numbers.ok_or(ProtocolError::Size)?;
    let total = numbers[sizes - 1];
    let head = if sizes == 2 { numbers[0] } else { 0 };
    if head > total || total > MAX_MESSAGE {
        return Err(ProtocolError::Size);
    }
    let Some(body) = after.get(..total + 2) else {
        return Ok(None);
    };
    let (status, headers) = parse_headers(&body[..head]);
    let message = NatsMessage {
        subject: fields[0].to_owned(),
        status,
        headers,
        payload: body[head..total].to_vec(),
    };
    Ok(Some((ServerOperation::Message(message), total + 2)))
}

/// Reads headers; the first line may have a status.
pub fn parse_headers(bytes: &[u8]) -> (u16, Headers) {
    let text = String::from_utf8_lossy(bytes);
    let mut lines = text.split("\r\n");
    let first = lines.next().unwrap_or_default();
    let status = first.strip_prefix(HEADERS).unwrap_or_default().trim();
    let status = status.get(..3).and_then(|it| it.parse().ok());
    let headers = lines.filter_map(|it| it.split_once(':'));
    let headers = headers.filter(|(name, _)| !name.is_empty());
    let headers = headers.map(|(name, value)| (name.to_owned(), value.trim().to_owned()));
    (status.unwrap_or_default(), headers.collect())
}

/// The bytes of `HPUB`.
pub fn published(subject: &str, reply: &str, headers: &Headers, payload: &[u8]) -> Vec<u8> {
    let mut head = format!("{HEADERS}\r\n");
    for (name, value) in headers {
        let value = value.replace(['\r', '\n'], " ");
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    head.push_str("\r\n");
    let total = head.len() + payload.len();
    let line = format!("HPUB {subject} {reply} {} {total}\r\n", head.len());
    [line.as_bytes(), head.as_bytes(), payload, b"\r\n"].concat()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn all(parser: &mut Parser) -> Vec<ServerOperation> {
        std::iter::from_fn(|| parser.take().unwrap()).collect()
    }

    #[test]
    fn operations_are_read_wherever_the_bytes_are_cut() {
        let text = b"INFO {}\r\n+OK\r\nPING\r\nMSG a.b 1 5\r\nhe\r\nl\r\nHMSG a 1 r 12 14\r\nNATS/1.0\r\n\r\nok\r\n\
            HMSG a 1 35 35\r\nNATS/1.0 503 none\r\nA: b\r\nC: d e\r\n\r\n\r\n-ERR 'no'\r\nPONG\r\n";
        let mut whole = Parser::default();
        whole.push(text);
        let expected = all(&mut whole);
        assert_eq!(expected.len(), 8);
        let ServerOperation::Message(message) = &expected[5] else {
            panic!("{expected:?}");
        };
        assert_eq!(
            (message.status, message.headers["C"].as_str()),
            (503, "d e")
        );
        assert_eq!(expected[6], ServerOperation::Error("no".to_owned()));
        for step in 1..20 {
            let mut parser = Parser::default();
            let mut operations = Vec::new();
            for piece in text.chunks(step) {
                parser.push(piece);
                operations.extend(all(&mut parser));
            }
            assert_eq!(operations, expected, "{step}");
        }
    }

    #[test]
    fn other_bytes_are_refused() {
        for (text, error) in [
            ("HELLO\r\n", ProtocolError::Operation("HELLO".to_owned())),
            ("MSG a 1 x\r\n", ProtocolError::Size),
            ("MSG 1\r\n", ProtocolError::Size),
            ("HMSG a 1 9 8\r\n", ProtocolError::Size),
            ("MSG a 1 99999999999\r\n", ProtocolError::Size),
        ] {
            let mut parser = Parser::default();
            parser.push(text.as_bytes());
            assert_eq!(parser.take(), Err(error), "{text}");
        }
        let mut parser = Parser::default();
        parser.push(&vec![b'a'; MAX_LINE + 1]);
        assert_eq!(parser.take(), Err(ProtocolError::EndlessLine));
    }

    proptest! {
        #[test]
        fn a_written_message_is_read(payload: Vec<u8>, value in "[ -~]{0,20}", name in "[A-Za-z-]{1,10}") {
            let headers = Headers::from([(name, value.trim().to_owned())]);
            let sent = published("a.b", "r", &headers, &payload);
            // A server sends it on with the subscription in place.
            let text = String::from_utf8_lossy(&sent[1..]).into_owned();
            prop_assert!(text.starts_with("PUB a.b r "));
            let received = [b"HMSG a.b 1 r ".as_slice(), &sent["HPUB a.b r ".len()..]].concat();
            let mut parser = Parser::default();
            parser.push(&received);
            let expected = NatsMessage { subject: "a.b".into(), status: 0, headers, payload };
            prop_assert_eq!(parser.take(), Ok(Some(ServerOperation::Message(expected))));
            prop_assert_eq!(parser.take(), Ok(None));
        }
    }
}
