//! A connection to NATS, which asks one thing after the other.

use std::time::Duration;

use serde_json::{Value, json};
use thiserror::Error;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::nats_user::NatsUser;
use super::protocol::{Headers, NatsMessage, Parser, ProtocolError, ServerOperation, published};

/// Time limit of a connection, and of an answer.
const PATIENCE: Duration = Duration::from_secs(20);
/// No stream takes the subject.
const NO_RESPONDERS: u16 = 503;

#[derive(Debug, Error)]
pub enum NatsError {
    #[error("NATS at {0} cannot be reached: {1}")]
    Unreachable(String, std::io::Error),
    #[error("NATS does not answer a request to {0}")]
    Silent(String),
    #[error("the connection to NATS failed: {0}")]
    Broken(#[from] std::io::Error),
    #[error(transparent)]
    Protocol(#[from] ProtocolError),
    #[error("NATS refused: {0}")]
    Refused(String),
    #[error("{0:?} cannot be a subject of NATS")]
    Subject(String),
    #[error("nothing in NATS takes {0}")]
    NothingThere(String),
    #[error("NATS answered {0} with something else than JSON")]
    NoJson(String),
    /// An answer of JetStream, with its code.
    #[error("NATS refused {what}: {description}")]
    JetStream {
        what: String,
        code: u64,
        description: String,
    },
}

impl NatsError {
    /// The code of an error of JetStream.
    pub fn code(&self) -> Option<u64> {
        match self {
            Self::JetStream { code, .. } => Some(*code),
            _ => None,
        }
    }
}

pub struct Connection {
    stream: TcpStream,
    parser: Parser,
    /// Answers come to subjects that begin with this.
    inbox: String,
    last: u64,
}

impl Connection {
    /// `address` is host and port.
    pub async fn open(address: &str, user: &NatsUser) -> Result<Self, NatsError> {
        let unreachable = |error| NatsError::Unreachable(address.to_owned(), error);
        let connecting = timeout(PATIENCE, TcpStream::connect(address)).await;
        let stream = connecting.unwrap_or_else(|_| Err(std::io::ErrorKind::TimedOut.into()));
        let stream = stream.map_err(unreachable)?;
        stream.set_nodelay(true)?;
        let inbox = format!("_INBOX.{}.{:032x}", user.name, rand::random::<u128>());
        let mut connection = Self {
            stream,
            parser: Parser::default(),
            inbox,
            last: 0,
        };
        connection.greet(user).await?;
        Ok(connection)
    }

    async fn greet(&mut self, user: &NatsUser) -> Result<(), NatsError> {
        let options = json!({
            "verbose": false, "pedantic": false, "headers": true, "no_responders": true, "protocol": 1,
            "lang": "lumi", "version": "1", "name": user.name, "jwt": user.token,
        });
        let text = format!("CONNECT {options}\r\nSUB {}.* 1\r\nPING\r\n", self.inbox);
        self.stream.write_all(text.as_bytes()).await?;
        let answering = timeout(PATIENCE, self.next("PONG")).await;
        let answer = answering.map_err(|_| NatsError::Silent("connect".to_owned()))?;
        answer.map(drop)
    }

    /// The next message; `None` for the answer to a ping.
    async fn next(&mut self, subject: &str) -> Result<Option<NatsMessage>, NatsError> {
        loop {
            while let Some(operation) = self.parser.take()? {
                match operation {
                    ServerOperation::Message(message) => return Ok(Some(message)),
                    ServerOperation::Pong => return Ok(None),
                    ServerOperation::Ping => self.stream.write_all(b"PONG\r\n").await?,
                    ServerOperation::Error(text) => return Err(NatsError::Refused(text)),
                    ServerOperation::Ok | ServerOperation::Info => {}
                }
            }
            let mut bytes = [0; 16 << 10];
            let count = self.stream.read(&mut bytes).await?;
            if count == 0 {
                return Err(NatsError::Silent(subject.to_owned()));
            }
            self.parser.push(&bytes[..count]);
        }
    }

    /// Sends a message, and waits for the answer.
    pub async fn ask(
        &mut self,
        subject: &str,
        headers: &Headers,
        payload: &[u8],
    ) -> Result<NatsMessage, NatsError> {
        // A name of a file must not become another command.
        if !is_subject(subject) {
            return Err(NatsError::Subject(subject.to_owned()));
        }
        self.last += 1;
        let reply = format!("{}.{}", self.inbox, self.last);
        let bytes = published(subject, &reply, headers, payload);
        self.stream.write_all(&bytes).await?;
        let answering = async {
            loop {
                match self.next(subject).await? {
                    Some(it) if it.subject == reply => return Ok(it),
                    _ => {}
                }
            }
        };
        let answering = timeout(PATIENCE, answering).await;
        let answer: NatsMessage =
            answering.unwrap_or_else(|_| Err(NatsError::Silent(subject.to_owned())))?;
        match answer.status {
            NO_RESPONDERS => Err(NatsError::NothingThere(subject.to_owned())),
            _ => Ok(answer),
        }
    }

    /// Requests a subject of the API of JetStream, such as `STREAM.INFO.jobs`.
    pub async fn api(&mut self, subject: &str, request: Value) -> Result<Value, NatsError> {
        let payload = request.to_string();
        let whole = format!("$JS.API.{subject}");
        let answer = self
            .ask(&whole, &Headers::new(), payload.as_bytes())
            .await?;
        checked(subject, &answer.payload)
    }

    /// Stores a message.
    pub async fn store(
        &mut self,
        subject: &str,
        headers: &Headers,
        payload: &[u8],
    ) -> Result<(), NatsError> {
        let answer = self.ask(subject, headers, payload).await?;
        checked(&format!("a message for {subject}"), &answer.payload).map(drop)
    }
}

/// Whether a text is one subject, without wildcards.
fn is_subject(text: &str) -> bool {
    let is_wrong = |it: char| it.is_whitespace() || it.is_control() || matches!(it, '*' | '>');
    !text.contains(is_wrong) && text.split('.').all(|it| !it.is_empty())
}

fn checked(what: &str, payload: &[u8]) -> Result<Value, NatsError> {
    let answer: Value =
        serde_json::from_slice(payload).map_err(|_| NatsError::NoJson(what.to_owned()))?;
    let Some(error) = answer.get("error") else {
        return Ok(answer);
    };
    let number = |name: &str| error.get(name).and_then(Value::as_u64);
    Err(NatsError::JetStream {
        what: what.to_owned(),
        code: number("err_code").or(number("code")).unwrap_or_default(),
        description: error["description"].as_str().unwrap_or_default().to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subjects_are_single_words() {
        for text in [
            "a",
            "$JS.API.STREAM.INFO.queue-a",
            "kv.s.=C3=A4.b_c",
            "_INBOX.a.1",
        ] {
            assert!(is_subject(text), "{text}");
        }
        for text in [
            "",
            "a b",
            "a\r\nPUB b",
            "a.*",
            "a.>",
            "a..b",
            ".a",
            "a.",
            "a\u{85}b",
            "a\0",
        ] {
            assert!(!is_subject(text), "{text}");
        }
    }
}
