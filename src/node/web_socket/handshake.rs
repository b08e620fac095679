//! The handshake of a client, by RFC 6455.

use std::io::Read as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use deno_core::url::Url;

use tokio_tungstenite::tungstenite::handshake::derive_accept_key;

use crate::byte_pipe::BytePipe;

use super::error::WebSocketError;

/// Maximum size in bytes of an answer's head.
const MAX_HEAD: usize = 64 << 10;
const MAX_HEADERS: usize = 128;
const PIECE: usize = 4096;
const SWITCHING: u16 = 101;

pub struct Handshake {
    key: String,
    protocols: Vec<String>,
    received: Vec<u8>,
}

/// The answer of a server that agrees.
pub struct Answer {
    /// Empty if none was asked for.
    pub protocol: String,
    /// Bytes after the head.
    pub frames: Vec<u8>,
}

impl Handshake {
    /// Begins a handshake; answers it with the request.
    pub fn begin(url: &str, protocols: &[String]) -> Result<(Self, String), WebSocketError> {
        let url = Url::parse(url).map_err(|_| WebSocketError::Url)?;
        let mut random = [0; 16];
        getrandom::fill(&mut random).map_err(|it| WebSocketError::Random(it.to_string()))?;
        let key = STANDARD.encode(random);
        let host = url.host_str().ok_or(WebSocketError::Url)?;
        let port = url.port().map(|it| format!(":{it}")).unwrap_or_default();
        let query = url.query().map(|it| format!("?{it}")).unwrap_or_default();
        let named = match protocols {
            [] => String::new(),
            all => format!("Sec-WebSocket-Protocol: {}\r\n", all.join(", ")),
        };
        let credentials = match (url.username(), url.password()) {
            ("", None) => String::new(),
            (name, password) => {
                let text = format!("{name}:{}", password.unwrap_or_default());
                format!(
                    "Authorization: Basic {}\r\n",
                    STANDARD.encode(decoded(&text))
                )
            }
        };
        let request = format!(
            "GET {path}{query} HTTP/1.1\r\nHost: {host}{port}\r\nConnection: Upgrade\r\n\
             Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\
             {named}{credentials}User-Agent: lumi/{version}\r\n\r\n",
            path = url.path(),
            version = env!("CARGO_PKG_VERSION"),
        );
        let this = Self {
            key,
            protocols: protocols.to_vec(),
            received: Vec::new(),
        };
        Ok((this, request))
    }

    /// The answer, if it is complete.
    pub fn answer(&mut self, pipe: &mut BytePipe) -> Result<Option<Answer>, WebSocketError> {
        let mut piece = [0; PIECE];
        loop {
            let mut headers = [httparse::EMPTY_HEADER; MAX_HEADERS];
            let mut head = httparse::Response::new(&mut headers);
            let invalid = |error: httparse::Error| WebSocketError::Protocol(error.to_string());
            if let httparse::Status::Complete(length) =
                head.parse(&self.received).map_err(invalid)?
            {
                let protocol = self.check_response(&head)?;
                let frames = self.received[length..].to_vec();
                return Ok(Some(Answer { protocol, frames }));
            }
            if self.received.len() > MAX_HEAD {
                let problem = "the answer of the server is too long";
                return Err(WebSocketError::Protocol(problem.to_owned()));
            }
            match pipe.read(&mut piece) {
                Ok(0) => return Err(WebSocketError::Ended),
                Ok(length) => self.received.extend_from_slice(&piece[..length]),
                Err(_) => return Ok(None),
            }
        }
    }

    /// The protocol that the server chose.
    fn check_response(&self, head: &httparse::Response<'_, '_>) -> Result<String, WebSocketError> {
        let status = head.code.unwrap_or_default();
        if status != SWITCHING {
            return Err(WebSocketError::Status(status));
        }
        let header = |name: &str| {
            let mut found = head.headers.iter();
            let found = found.find(|it| it.name.eq_ignore_ascii_case(name))?;
            std::str::from_utf8(found.value).ok()
        };
        let has = |name: &str, word: &str| {
            let mut words = header(name).unwrap_or_default().split(',');
            words.any(|it| it.trim().eq_ignore_ascii_case(word))
        };
        let refused = |problem: &str| Err(WebSocketError::Protocol(problem.to_owned()));
        if !has("upgrade", "websocket") || !has("connection", "upgrade") {
            return refused("the server does not switch to WebSocket");
        }
        if header("sec-websocket-accept") != Some(&derive_accept_key(self.key.as_bytes())) {
            return refused("the server's answer belongs to another handshake");
        }
        if header("sec-websocket-extensions").is_some_and(|it| !it.trim().is_empty()) {
            return refused("the server uses an extension that was not offered");
        }
        match (header("sec-websocket-protocol"), self.protocols.as_slice()) {
            (None, []) => Ok(String::new()),
            (Some(chosen), all) if all.iter().any(|it| it == chosen) => Ok(chosen.to_owned()),
            (Some(_), _) => refused("the server chose a protocol that was not offered"),
            (None, _) => refused("the server chose none of the protocols"),
        }
    }
}

/// Text of a URL without its percent signs.
fn decoded(text: &str) -> Vec<u8> {
    let bytes = text.as_bytes();
    let mut found = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let hex = bytes.get(at + 1..at + 3).filter(|_| bytes[at] == b'%');
        let byte = hex.and_then(|it| u8::from_str_radix(std::str::from_utf8(it).ok()?, 16).ok());
        found.push(byte.unwrap_or(bytes[at]));
        at += if byte.is_some() { 3 } else { 1 };
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_of_the_rfc_has_its_answer() {
        let answer = derive_accept_key(b"dGhlIHNhbXBsZSBub25jZQ==");
        assert_eq!(answer, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    }

    #[test]
    fn credentials_of_the_url_are_sent() {
        let (_, request) = Handshake::begin("ws://a%20b:c@h:8/p?q", &[]).unwrap();
        assert!(
            request.starts_with("GET /p?q HTTP/1.1\r\nHost: h:8\r\n"),
            "{request}"
        );
        assert!(
            request.contains("Authorization: Basic YSBiOmM=\r\n"),
            "{request}"
        );
    }

    #[test]
    fn answers_that_do_not_agree_are_refused() {
        let answered = |key: Option<&str>, more: &str| {
            let (mut handshake, _) = Handshake::begin("ws://h/", &["a".to_owned()]).unwrap();
            let accept = derive_accept_key(key.unwrap_or(&handshake.key).as_bytes());
            let mut pipe = BytePipe::default();
            let head = format!(
                "HTTP/1.1 101 OK\r\nUpgrade: WebSocket\r\nConnection: keep-alive, upgrade\r\n\
                 Sec-WebSocket-Accept: {accept}\r\n{more}\r\nrest"
            );
            pipe.feed(head.as_bytes());
            handshake.answer(&mut pipe)
        };
        let agreed = answered(None, "Sec-WebSocket-Protocol: a\r\n")
            .unwrap()
            .unwrap();
        assert_eq!((&*agreed.protocol, &*agreed.frames), ("a", &b"rest"[..]));
        let refused = |key, more| answered(key, more).err().unwrap().to_string();
        assert!(refused(Some("x"), "").contains("another handshake"));
        assert!(refused(None, "").contains("none of the protocols"));
        assert!(refused(None, "Sec-WebSocket-Protocol: b\r\n").contains("not offered"));
        let extended =
            "Sec-WebSocket-Protocol: a\r\nSec-WebSocket-Extensions: permessage-deflate\r\n";
        assert!(refused(None, extended).contains("extension"));
    }
}
