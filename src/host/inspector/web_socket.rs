//! One connection of a debugger.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, mpsc};

use futures_util::{SinkExt as _, StreamExt as _};
use http_body_util::Full;
use hyper::body::{Bytes, Incoming as Body};
use hyper::header::{
    CONNECTION, HeaderValue, SEC_WEBSOCKET_ACCEPT, SEC_WEBSOCKET_KEY, SEC_WEBSOCKET_VERSION,
    UPGRADE,
};
use hyper::upgrade::Upgraded;
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::sync::watch;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::Role;

use super::server::{Answer, Entry, SessionSender, text};

/// The number of the next session in this process.
static NEXT: AtomicU64 = AtomicU64::new(1);

/// Answers the handshake, and serves the connection after it.
pub fn upgrade(mut request: Request<Body>, entry: &Arc<Entry>) -> Answer {
    let headers = request.headers();
    let is_web_socket = headers
        .get(UPGRADE)
        .is_some_and(|it| it.as_bytes().eq_ignore_ascii_case(b"websocket"))
        && headers
            .get(SEC_WEBSOCKET_VERSION)
            .is_some_and(|it| it == "13");
    let Some(key) = headers.get(SEC_WEBSOCKET_KEY).filter(|_| is_web_socket) else {
        return text(
            StatusCode::BAD_REQUEST,
            "a debugger attaches by WebSocket here",
        );
    };
    let Ok(accept) = HeaderValue::from_str(&derive_accept_key(key.as_bytes())) else {
        return text(
            StatusCode::BAD_REQUEST,
            "the key of the handshake is invalid",
        );
    };
    let upgrading = hyper::upgrade::on(&mut request);
    let alive = entry.connections.lock().clone();
    let entry = Arc::clone(entry);
    tokio::spawn(async move {
        if let Ok(connection) = upgrading.await {
            exchange(connection, &entry, alive).await;
        }
    });
    let mut answer = Response::new(Full::new(Bytes::new()));
    *answer.status_mut() = StatusCode::SWITCHING_PROTOCOLS;
    let headers = answer.headers_mut();
    headers.insert(CONNECTION, HeaderValue::from_static("Upgrade"));
    headers.insert(UPGRADE, HeaderValue::from_static("websocket"));
    headers.insert(SEC_WEBSOCKET_ACCEPT, accept);
    answer
}

/// Passes messages both ways until the debugger or the target goes. `_alive` is dropped then.
async fn exchange(connection: Upgraded, entry: &Entry, _alive: Option<mpsc::Sender<()>>) {
    let io = TokioIo::new(connection);
    let mut socket = WebSocketStream::from_raw_socket(io, Role::Server, None).await;
    let session = NEXT.fetch_add(1, Ordering::Relaxed);
    let (sender, mut outgoing) = unbounded_channel();
    let sender = SessionSender::new(move |text| {
        // Without a receiver the debugger has gone.
        let _ = sender.send(text);
    });
    entry.target.open(session, sender);
    forward(&mut socket, &mut outgoing, entry, session).await;
    entry.target.close(session);
    let _ = socket.close(None).await;
}

/// Waits until the target is gone.
async fn wait_until_gone(gone: &mut watch::Receiver<bool>) {
    // An error means that the target is gone as well.
    drop(gone.wait_for(|it| *it).await);
}

type Socket = WebSocketStream<TokioIo<Upgraded>>;

async fn forward(
    socket: &mut Socket,
    outgoing: &mut UnboundedReceiver<String>,
    entry: &Entry,
    session: u64,
) {
    let mut gone = entry.gone();
    loop {
        tokio::select! {
            // The last messages of the program are sent before its end.
            biased;
            text = outgoing.recv() => {
                let Some(text) = text else { return };
                if socket.send(Message::Text(text.into())).await.is_err() {
                    return;
                }
            }
            received = socket.next() => match received {
                Some(Ok(Message::Text(text))) => {
                    entry.target.message(session, text.as_str().to_owned());
                }
                // The protocol has no binary messages; pings are answered by the socket.
                Some(Ok(Message::Binary(_) | Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => {}
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
            },
            () = wait_until_gone(&mut gone) => return,
        }
    }
}
