//! The TLS sessions of a program, and what it trusts.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use deno_core::OpState;
use rustls::ServerConfig;
use rustls::pki_types::CertificateDer;

use crate::surroundings::Surroundings;

use super::authorization::Roots;
use super::config::{TlsOptions, certificates};
use super::error::TlsError;
use super::session::TlsSession;

#[derive(Default)]
pub struct TlsSessions {
    last: u32,
    sessions: HashMap<u32, TlsSession>,
    servers: HashMap<u32, (Arc<ServerConfig>, Rc<Roots>)>,
    /// The root certificates of the system; read when first needed.
    system: Option<Rc<Roots>>,
}

impl TlsSessions {
    pub fn of(state: &mut OpState) -> &mut Self {
        state.borrow_mut()
    }

    fn next(&mut self) -> u32 {
        const LARGEST: u32 = (1 << 30) - 1;
        loop {
            self.last = self.last % LARGEST + 1;
            let is_used = self.sessions.contains_key(&self.last);
            if !is_used && !self.servers.contains_key(&self.last) {
                return self.last;
            }
        }
    }

    pub fn add(&mut self, session: TlsSession) -> u32 {
        let id = self.next();
        self.sessions.insert(id, session);
        id
    }

    pub fn add_server(&mut self, config: ServerConfig, roots: Rc<Roots>) -> u32 {
        let id = self.next();
        self.servers.insert(id, (Arc::new(config), roots));
        id
    }

    pub fn accept(&mut self, server: u32) -> Result<u32, TlsError> {
        let (config, roots) = self.servers.get(&server).ok_or_else(TlsError::closed)?;
        let session = TlsSession::server(Arc::clone(config), Rc::clone(roots))?;
        Ok(self.add(session))
    }

    pub fn get(&mut self, id: u32) -> Result<&mut TlsSession, TlsError> {
        self.sessions.get_mut(&id).ok_or_else(TlsError::closed)
    }

    pub fn remove(&mut self, id: u32) {
        self.sessions.remove(&id);
        self.servers.remove(&id);
    }
}

/// The certificates that a session trusts: those of its options, or those of the system.
pub fn roots(state: &mut OpState, options: &TlsOptions) -> Result<Rc<Roots>, TlsError> {
    let Some(texts) = &options.ca else {
        return Ok(system_roots(state));
    };
    let mut all = Vec::new();
    for text in texts {
        all.extend(certificates(text)?);
    }
    Ok(Rc::new(Roots::new(all)))
}

fn system_roots(state: &mut OpState) -> Rc<Roots> {
    if let Some(roots) = &TlsSessions::of(state).system {
        return Rc::clone(roots);
    }
    // Certificates that cannot be read are left out, as `fetch` does.
    let mut all = rustls_native_certs::load_native_certs().certs;
    all.extend(extra(state));
    let roots = Rc::new(Roots::new(all));
    TlsSessions::of(state).system = Some(Rc::clone(&roots));
    roots
}

/// The certificates of `NODE_EXTRA_CA_CERTS`. The variable is the user's, like those that `fetch` reads.
fn extra(state: &OpState) -> Vec<CertificateDer<'static>> {
    let environment = Rc::clone(&Surroundings::of(state).environment);
    let named = environment.iter().find(|it| it.0 == "NODE_EXTRA_CA_CERTS");
    let text = named.and_then(|(_, path)| std::fs::read_to_string(path).ok());
    text.and_then(|it| certificates(&it).ok())
        .unwrap_or_default()
}

/// The trusted certificates of the system in PEM.
pub fn system_certificates(state: &mut OpState) -> Vec<String> {
    system_roots(state)
        .certificates
        .iter()
        .map(|it| pem(it))
        .collect()
}

fn pem(der: &[u8]) -> String {
    let text = BASE64_STANDARD.encode(der);
    let mut lines = vec!["-----BEGIN CERTIFICATE-----"];
    let mut rest = text.as_str();
    while !rest.is_empty() {
        let (line, more) = rest.split_at(rest.len().min(64));
        lines.push(line);
        rest = more;
    }
    lines.push("-----END CERTIFICATE-----");
    lines.join("\n")
}
