//! TLS, behind `node:tls`: sessions that turn bytes of the network into those of a program and back.
//! They open nothing: JavaScript passes the bytes to and from sockets.
//!
//! | module | |
//! |---|---|
//! | `authorization` | whether the certificate of the other end is trusted |
//! | `certificate` | what certificates say, as `getPeerCertificate` shows it |
//! | `config` | the settings of sessions |
//! | `error` | failures of TLS, with codes as OpenSSL has them in Node |
//! | `session` | one end of a TLS connection |
//! | `sessions` | the TLS sessions of a program, and what it trusts |

mod authorization;
pub mod certificate;
mod config;
mod error;
mod session;
mod sessions;

use std::rc::Rc;

use deno_core::{OpState, op2};

use authorization::Roots;
use certificate::CertificateFacts;
use config::TlsOptions;
use error::TlsError;
use session::{SessionFacts, TlsSession};
pub use sessions::TlsSessions;

/// Begins a session as a client; answers its number.
#[op2]
#[smi]
pub fn op_lumi_tls_connect(
    state: &mut OpState,
    #[serde] options: TlsOptions,
) -> Result<u32, TlsError> {
    let roots = sessions::roots(state, &options)?;
    let session = TlsSession::client(&options, roots)?;
    Ok(TlsSessions::of(state).add(session))
}

/// The settings of a server, for many sessions; answers their number.
#[op2]
#[smi]
pub fn op_lumi_tls_server(
    state: &mut OpState,
    #[serde] options: TlsOptions,
) -> Result<u32, TlsError> {
    let roots = match options.request_cert {
        true => sessions::roots(state, &options)?,
        false => Rc::new(Roots::new(Vec::new())),
    };
    let config = config::server(&options)?;
    Ok(TlsSessions::of(state).add_server(config, roots))
}

/// Begins a session as a server.
#[op2(fast)]
#[smi]
pub fn op_lumi_tls_accept(state: &mut OpState, #[smi] server: u32) -> Result<u32, TlsError> {
    TlsSessions::of(state).accept(server)
}

/// Takes bytes of the network. `facts` gets the number of bytes to read, 1 after the handshake, and 1
/// when the other end has ended.
#[op2(fast)]
pub fn op_lumi_tls_feed(
    state: &mut OpState,
    #[smi] id: u32,
    #[buffer] data: &[u8],
    #[buffer] facts: &mut [u32],
) -> Result<(), TlsError> {
    let session = TlsSessions::of(state).get(id)?;
    let fed = session.feed(data);
    facts.copy_from_slice(&[
        u32::try_from(session.readable()).unwrap_or(u32::MAX),
        u32::from(session.is_secure()),
        u32::from(session.is_ended()),
    ]);
    fed
}

/// Bytes for the network: their number.
#[op2(fast)]
#[smi]
pub fn op_lumi_tls_pull(
    state: &mut OpState,
    #[smi] id: u32,
    #[buffer] room: &mut [u8],
) -> Result<u32, TlsError> {
    Ok(counted(TlsSessions::of(state).get(id)?.pull(room)))
}

/// Bytes for the program: their number.
#[op2(fast)]
#[smi]
pub fn op_lumi_tls_read(
    state: &mut OpState,
    #[smi] id: u32,
    #[buffer] room: &mut [u8],
) -> Result<u32, TlsError> {
    Ok(counted(TlsSessions::of(state).get(id)?.read(room)))
}

/// Takes bytes of the program.
#[op2(fast)]
pub fn op_lumi_tls_write(
    state: &mut OpState,
    #[smi] id: u32,
    #[buffer] data: &[u8],
) -> Result<(), TlsError> {
    TlsSessions::of(state).get(id)?.write(data)
}

/// Tells the other end that nothing follows.
#[op2(fast)]
pub fn op_lumi_tls_end(state: &mut OpState, #[smi] id: u32) -> Result<(), TlsError> {
    TlsSessions::of(state).get(id)?.end();
    Ok(())
}

#[op2(fast)]
pub fn op_lumi_tls_close(state: &mut OpState, #[smi] id: u32) {
    TlsSessions::of(state).remove(id);
}

/// The negotiated parameters of a session.
#[op2]
#[serde]
pub fn op_lumi_tls_facts(state: &mut OpState, #[smi] id: u32) -> Result<SessionFacts, TlsError> {
    Ok(TlsSessions::of(state).get(id)?.facts())
}

/// The name that a client asks for in its first message; empty if it asks for none or says something else, null if
/// the message is not whole.
#[op2]
#[string]
pub fn op_lumi_tls_hello(#[buffer] data: &[u8]) -> Option<String> {
    session::servername(data)
}

/// The facts of a certificate in DER; null if the bytes are not a certificate.
#[op2]
#[serde]
pub fn op_lumi_tls_certificate(#[buffer] der: &[u8]) -> Option<CertificateFacts> {
    CertificateFacts::of(der)
}

/// The certificates in PEM that are trusted where a program names none.
#[op2]
#[serde]
pub fn op_lumi_tls_roots(state: &mut OpState) -> Vec<String> {
    sessions::system_certificates(state)
}

fn counted(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
