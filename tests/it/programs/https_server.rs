//! An HTTPS server on loopback that serves a folder, for one test.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};

/// Reads key, certificates and files again for each connection. Stops on drop.
pub struct HttpsServer {
    port: u16,
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

struct Site {
    folder: PathBuf,
    certificate: PathBuf,
    key: PathBuf,
}

impl HttpsServer {
    pub fn start(folder: &Path, certificate: &Path, key: &Path) -> Self {
        let site = Site {
            folder: folder.to_owned(),
            certificate: certificate.to_owned(),
            key: key.to_owned(),
        };
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        let is_over = Arc::new(AtomicBool::new(false));
        let ends = Arc::clone(&is_over);
        let thread = std::thread::spawn(move || {
            for stream in listener.incoming() {
                if ends.load(Ordering::SeqCst) {
                    return;
                }
                // A client may disconnect.
                let _ = site.answer(stream.unwrap());
            }
        });
        Self {
            port,
            is_over,
            thread: Some(thread),
        }
    }

    pub fn port(&self) -> u16 {
        self.port
    }

    pub fn url(&self, path: &str) -> String {
        format!("https://localhost:{}/{path}", self.port)
    }
}

impl Drop for HttpsServer {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::SeqCst);
        // Unblocks `accept`.
        let _ = TcpStream::connect(("127.0.0.1", self.port));
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Site {
    fn answer(&self, stream: TcpStream) -> std::io::Result<()> {
        let connection = ServerConnection::new(Arc::new(self.config())).unwrap();
        let mut stream = BufReader::new(StreamOwned::new(connection, stream));
        let mut request = String::new();
        stream.read_line(&mut request)?;
        let mut header = String::new();
        while stream.read_line(&mut header)? > 2 {
            header.clear();
        }
        let path = request.split(' ').nth(1).unwrap_or("/");
        let file = fs::read(self.folder.join(path.trim_start_matches('/')));
        let (status, body) = match file {
            Ok(body) => ("200 OK", body),
            Err(_) => ("404 Not Found", Vec::new()),
        };
        let stream = stream.get_mut();
        let length = body.len();
        let head =
            format!("HTTP/1.1 {status}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n");
        stream.write_all(head.as_bytes())?;
        stream.write_all(&body)?;
        stream.conn.send_close_notify();
        stream.flush()
    }

    fn config(&self) -> ServerConfig {
        let chain = CertificateDer::pem_file_iter(&self.certificate).unwrap();
        let key = PrivateKeyDer::from_pem_file(&self.key).unwrap();
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(chain.map(Result::unwrap).collect(), key)
            .unwrap()
    }
}
