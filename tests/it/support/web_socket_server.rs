//! A server of WebSockets on loopback, for one test. The path says what it does.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};
use sha1::{Digest as _, Sha1};
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Role};
use tokio_tungstenite::tungstenite::{Message, WebSocket};

use crate::support::lumi::read_until;

/// The text that RFC 6455 appends to the key.
const SUFFIX: &str = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

/// Stops on drop.
pub struct WebSocketServer {
    pub port: u16,
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl WebSocketServer {
    pub fn start() -> Self {
        Self::serving(answer)
    }

    /// With TLS and the certificate `name`.
    pub fn secure(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        let folder = folder.join("tests/programs/as_in_node/certificates");
        let certificates = CertificateDer::pem_file_iter(folder.join(format!("{name}.cert.pem")));
        let certificates = certificates.unwrap().map(Result::unwrap).collect();
        let key = PrivateKeyDer::from_pem_file(folder.join(format!("{name}.key.pem"))).unwrap();
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(certificates, key)
            .unwrap();
        let config = Arc::new(config);
        Self::serving(move |stream| {
            let connection = ServerConnection::new(Arc::clone(&config)).unwrap();
            answer(StreamOwned::new(connection, stream))
        })
    }

    fn serving(serve: impl Fn(TcpStream) -> Option<()> + Send + Clone + 'static) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        let is_over = Arc::new(AtomicBool::new(false));
        let ends = Arc::clone(&is_over);
        let thread = thread::spawn(move || {
            for stream in listener.incoming() {
                if ends.load(Ordering::SeqCst) {
                    return;
                }
                let serve = serve.clone();
                thread::spawn(move || serve(stream.unwrap()));
            }
        });
        Self {
            port,
            is_over,
            thread: Some(thread),
        }
    }
}

impl Drop for WebSocketServer {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::SeqCst);
        // Unblocks `accept`.
        let _ = TcpStream::connect(("127.0.0.1", self.port));
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Answers one client until it has gone.
fn answer(mut stream: impl Read + Write) -> Option<()> {
    let head = read_until(&mut stream, "\r\n\r\n");
    let path = head.split(' ').nth(1)?.to_owned();
    let header = |name: &str| {
        let mut lines = head.lines().filter_map(|it| it.split_once(": "));
        lines
            .find(|it| it.0.eq_ignore_ascii_case(name))
            .map(|it| it.1)
    };
    if path == "/refuse" {
        return stream
            .write_all(b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n")
            .ok();
    }
    let digest = Sha1::new().chain_update(header("sec-websocket-key")?);
    let accept = STANDARD.encode(digest.chain_update(SUFFIX).finalize());
    let protocol = header("sec-websocket-protocol").map(|it| {
        let last = it.rsplit(", ").next().unwrap();
        format!("Sec-WebSocket-Protocol: {last}\r\n")
    });
    write!(
        stream,
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
         Sec-WebSocket-Accept: {accept}\r\n{}\r\n",
        protocol.unwrap_or_default()
    )
    .ok()?;
    stream.flush().ok()?;
    if path == "/drop" {
        return None;
    }
    let mut socket = WebSocket::from_raw_socket(stream, Role::Server, None);
    if path == "/close" {
        let frame = CloseFrame {
            code: CloseCode::from(4001),
            reason: "bye".into(),
        };
        socket.close(Some(frame)).ok()?;
    }
    if path == "/invalid" {
        // Text that is no UTF-8.
        socket.get_mut().write_all(b"\x81\x01\xff").ok()?;
        socket.get_mut().flush().ok()?;
    }
    loop {
        match socket.read().ok()? {
            message @ (Message::Text(_) | Message::Binary(_)) => {
                socket
                    .send(Message::Ping(b"still there?"[..].into()))
                    .ok()?;
                socket.send(message).ok()?;
            }
            Message::Close(_) | Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => {}
        }
    }
}
