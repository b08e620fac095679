//! One end of a TLS connection.

use std::io::{Read as _, Write as _};
use std::rc::Rc;
use std::sync::Arc;

use deno_core::ToJsBuffer;
use rustls::pki_types::ServerName;
use rustls::server::Acceptor;
use rustls::{ClientConnection, Connection, ProtocolVersion, ServerConfig, ServerConnection};
use serde::Serialize;

use super::authorization::Roots;
use super::config::{self, TlsOptions};
use super::error::TlsError;

pub struct TlsSession {
    connection: Connection,
    roots: Rc<Roots>,
    is_client: bool,
    /// Decrypted bytes, from `taken` on.
    plain: Vec<u8>,
    taken: usize,
    is_ended: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SessionFacts {
    protocol: Option<&'static str>,
    /// The name of the standard.
    cipher: Option<String>,
    alpn: Option<String>,
    /// The name that a client asked for.
    servername: Option<String>,
    problem: Option<&'static str>,
    /// The chain of the other end in DER.
    chain: Vec<ToJsBuffer>,
}

/// The name in the first message of a client: `None` if the message is not whole, empty if it has none. What is no
/// such message fails in the session.
pub fn servername(data: &[u8]) -> Option<String> {
    let mut acceptor = Acceptor::default();
    let mut rest = data;
    loop {
        if !rest.is_empty() && acceptor.read_tls(&mut rest).is_err() {
            return Some(String::new());
        }
        match acceptor.accept() {
            Ok(Some(accepted)) => {
                let hello = accepted.client_hello();
                return Some(hello.server_name().unwrap_or_default().to_owned());
            }
            Ok(None) if rest.is_empty() => return None,
            Ok(None) => {}
            Err(_) => return Some(String::new()),
        }
    }
}

impl TlsSession {
    fn new(connection: Connection, roots: Rc<Roots>, is_client: bool) -> Self {
        let mut connection = connection;
        connection.set_buffer_limit(None);
        Self {
            connection,
            roots,
            is_client,
            plain: Vec::new(),
            taken: 0,
            is_ended: false,
        }
    }

    pub fn client(options: &TlsOptions, roots: Rc<Roots>) -> Result<Self, TlsError> {
        let mut config = config::client(options)?;
        let name = ServerName::try_from(options.servername.clone()).unwrap_or_else(|_| {
            config.enable_sni = false;
            ServerName::try_from("localhost").expect("BUG: it is a name")
        });
        let connection = ClientConnection::new(Arc::new(config), name)?;
        Ok(Self::new(connection.into(), roots, true))
    }

    pub fn server(config: Arc<ServerConfig>, roots: Rc<Roots>) -> Result<Self, TlsError> {
        let connection = ServerConnection::new(config)?;
        Ok(Self::new(connection.into(), roots, false))
    }

    pub fn feed(&mut self, data: &[u8]) -> Result<(), TlsError> {
        let mut rest = data;
        while !rest.is_empty() {
            // Decrypted data is read immediately, so that there is always room.
            if self.connection.read_tls(&mut rest).is_err() {
                break;
            }
            let state = self.connection.process_new_packets()?;
            self.is_ended |= state.peer_has_closed();
            let count = state.plaintext_bytes_to_read();
            if count > 0 {
                let start = self.plain.len();
                self.plain.resize(start + count, 0);
                let read = self.connection.reader().read(&mut self.plain[start..]);
                self.plain.truncate(start + read.unwrap_or(0));
            }
            if self.is_ended {
                break;
            }
        }
        Ok(())
    }

    pub fn readable(&self) -> usize {
        self.plain.len() - self.taken
    }

    pub fn is_secure(&self) -> bool {
        !self.connection.is_handshaking()
    }

    pub fn is_ended(&self) -> bool {
        self.is_ended
    }

    pub fn read(&mut self, room: &mut [u8]) -> usize {
        let count = room.len().min(self.readable());
        room[..count].copy_from_slice(&self.plain[self.taken..self.taken + count]);
        self.taken += count;
        if self.readable() == 0 {
            self.plain.clear();
            self.taken = 0;
        }
        count
    }

    pub fn write(&mut self, data: &[u8]) -> Result<(), TlsError> {
        let written = self.connection.writer().write_all(data);
        written.map_err(|error| TlsError::new("EPROTO", error.to_string()))
    }

    pub fn pull(&mut self, room: &mut [u8]) -> usize {
        let mut taken = 0;
        while taken < room.len() && self.connection.wants_write() {
            match self.connection.write_tls(&mut &mut room[taken..]) {
                Ok(0) | Err(_) => break,
                Ok(count) => taken += count,
            }
        }
        taken
    }

    pub fn end(&mut self) {
        self.connection.send_close_notify();
    }

    pub fn facts(&self) -> SessionFacts {
        let connection = &self.connection;
        let chain = connection.peer_certificates().unwrap_or_default();
        let protocol = match connection.protocol_version() {
            Some(ProtocolVersion::TLSv1_2) => Some("TLSv1.2"),
            Some(ProtocolVersion::TLSv1_3) => Some("TLSv1.3"),
            _ => None,
        };
        let suite = connection.negotiated_cipher_suite();
        let alpn = connection.alpn_protocol();
        let servername = match connection {
            Connection::Server(server) => server.server_name().map(str::to_owned),
            Connection::Client(_) => None,
        };
        SessionFacts {
            protocol,
            cipher: suite.map(|it| format!("{:?}", it.suite()).replacen("TLS13_", "TLS_", 1)),
            alpn: alpn.map(|it| String::from_utf8_lossy(it).into_owned()),
            servername,
            problem: self.roots.problem(chain, self.is_client),
            chain: chain.iter().map(|it| it.to_vec().into()).collect(),
        }
    }
}
