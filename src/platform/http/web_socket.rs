//! Connections that become WebSockets (RFC 6455): the handshake, and the bytes both ways after it. The function reads and
//! writes the frames.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use http_body_util::BodyExt as _;
use hyper::StatusCode;
use hyper::body::Bytes;
use hyper::header::{
    CONNECTION, HeaderMap, HeaderValue, SEC_WEBSOCKET_ACCEPT, SEC_WEBSOCKET_KEY,
    SEC_WEBSOCKET_VERSION, UPGRADE,
};
use hyper::http::request::Parts;
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, ReadHalf, WriteHalf};
use tokio::sync::mpsc::{Sender, channel};

use tokio_tungstenite::tungstenite::handshake::derive_accept_key;

use crate::task_tracker::TaskTracker;
use crate::worker::{BodyStream, RequestBody};

use super::body::{Answer, AnswerBody, refuse};

/// The number of bytes that are read together.
const PIECE: usize = 16 << 10;
/// The time that a function has to end after its client has gone.
const FAREWELL: Duration = Duration::from_secs(10);

/// A connection that becomes a WebSocket if the function accepts it.
pub struct Handshake {
    upgrading: OnUpgrade,
    accept: HeaderValue,
    received: Sender<Bytes>,
}

impl Handshake {
    /// Checks a handshake. Answers it with the bytes that will come in; the error is the response to a request that is none.
    pub fn begin(head: &mut Parts) -> Result<(Self, RequestBody), Box<Answer>> {
        let Some(upgrading) = is_web_socket(&head.headers)
            .then(|| head.extensions.remove::<OnUpgrade>())
            .flatten()
        else {
            return Err(required().into());
        };
        let Some(accept) = head.headers.get(SEC_WEBSOCKET_KEY).and_then(accepted) else {
            let problem = "the key of the handshake is not 16 bytes in base64";
            return Err(refuse(StatusCode::BAD_REQUEST, problem).into());
        };
        let (sender, received) = channel(1);
        let handshake = Self {
            upgrading,
            accept,
            received: sender,
        };
        Ok((handshake, RequestBody::of_connection(received)))
    }

    /// The answer of the handshake, if the function accepts it: the connection passes on what it sends then. Any other answer
    /// stays as it is. Once `tracker` is closed, the function gets no more bytes, and can say farewell.
    pub fn finish(self, mut answer: Answer, tracker: &TaskTracker) -> Answer {
        let is_accepted = answer.status() == StatusCode::SWITCHING_PROTOCOLS;
        if !is_accepted || !matches!(answer.body(), AnswerBody::Stream(_)) {
            return answer;
        }
        let AnswerBody::Stream(sent) = std::mem::take(answer.body_mut()) else {
            return answer;
        };
        let headers = answer.headers_mut();
        headers.insert(CONNECTION, HeaderValue::from_static("Upgrade"));
        headers.insert(UPGRADE, HeaderValue::from_static("websocket"));
        headers.insert(SEC_WEBSOCKET_ACCEPT, self.accept);
        let tracker = tracker.clone();
        tokio::spawn(async move {
            if let Ok(connection) = self.upgrading.await {
                exchange(connection, self.received, sent, &tracker).await;
            }
        });
        answer
    }
}

fn is_web_socket(headers: &HeaderMap) -> bool {
    let upgrade = headers.get(UPGRADE);
    let version = headers.get(SEC_WEBSOCKET_VERSION);
    upgrade.is_some_and(|it| it.as_bytes().eq_ignore_ascii_case(b"websocket"))
        && version.is_some_and(|it| it == "13")
}

fn required() -> Answer {
    let problem = "this is a WebSocket of version 13, which clients open by `new WebSocket(URL)`";
    let mut answer = refuse(StatusCode::UPGRADE_REQUIRED, problem);
    let headers = answer.headers_mut();
    headers.insert(CONNECTION, HeaderValue::from_static("Upgrade"));
    headers.insert(UPGRADE, HeaderValue::from_static("websocket"));
    headers.insert(SEC_WEBSOCKET_VERSION, HeaderValue::from_static("13"));
    answer
}

/// The answer to the key of a client; `None` for a key that is none.
fn accepted(key: &HeaderValue) -> Option<HeaderValue> {
    let bytes = STANDARD.decode(key.as_bytes()).ok()?;
    if bytes.len() != 16 {
        return None;
    }
    HeaderValue::from_str(&derive_accept_key(key.as_bytes())).ok()
}

/// Passes bytes on both ways, until the function ends.
async fn exchange(
    connection: Upgraded,
    received: Sender<Bytes>,
    sent: BodyStream,
    tracker: &TaskTracker,
) {
    let (reader, writer) = tokio::io::split(TokioIo::new(connection));
    let reading = async {
        tokio::select! {
            () = receive(reader, received) => {}
            () = tracker.closed() => {}
        }
        tokio::time::sleep(FAREWELL).await;
    };
    tokio::select! {
        () = send(sent, writer) => {}
        () = reading => {}
    }
}

/// Hands bytes on until the client has gone, or the function takes no more.
async fn receive(mut reader: ReadHalf<TokioIo<Upgraded>>, received: Sender<Bytes>) {
    let mut piece = vec![0; PIECE];
    while let Ok(length @ 1..) = reader.read(&mut piece).await {
        let bytes = Bytes::copy_from_slice(&piece[..length]);
        if received.send(bytes).await.is_err() {
            return;
        }
    }
}

/// Sends the bytes of the function until it ends, or the client has gone.
async fn send(mut sent: BodyStream, mut writer: WriteHalf<TokioIo<Upgraded>>) {
    while let Some(Ok(frame)) = sent.frame().await {
        let bytes = frame.into_data().unwrap_or_default();
        if writer.write_all(&bytes).await.is_err() || writer.flush().await.is_err() {
            return;
        }
    }
    let _ = writer.shutdown().await;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_of_the_specification_is_answered() {
        let key = HeaderValue::from_static("dGhlIHNhbXBsZSBub25jZQ==");
        assert_eq!(accepted(&key).unwrap(), "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
        for wrong in ["", "x", "dGhlIHNhbXBsZSBub25jZQ", "dGhl"] {
            assert!(accepted(&HeaderValue::from_static(wrong)).is_none());
        }
    }

    #[test]
    fn a_request_that_is_no_handshake_is_told_so() {
        let request = hyper::Request::builder().uri("/").body(()).unwrap();
        let (mut head, ()) = request.into_parts();
        let answer = Handshake::begin(&mut head).err().unwrap();
        assert_eq!(answer.status(), StatusCode::UPGRADE_REQUIRED);
    }
}
