//! Keys, requests and certificates as clients see them.

mod pem_inputs;
mod self_signed;
mod signed;

use std::io::Cursor;
use std::sync::Arc;

use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName};
use rustls::{ClientConfig, ClientConnection, RootCertStore, ServerConfig, ServerConnection};

use super::IssuedCert;
use super::certificate::CertificateKind;
use crate::builtin::resource_handler::ResourceHandler as _;
use crate::builtin::testbed::{Known, Testbed, object};
use crate::builtin::time::Clock;
use crate::{CreateRequest, DiffRequest, PropertyChange};
use lumi_graph::Object;

fn key(algorithm: &'static rcgen::SignatureAlgorithm) -> String {
    rcgen::KeyPair::generate_for(algorithm)
        .unwrap()
        .serialize_pem()
}

/// The key of an authority, and its certificate, which is valid for ten days.
async fn authority(clock: Clock) -> (String, Known) {
    let key = key(&rcgen::PKCS_ECDSA_P256_SHA256);
    let inputs = object([
        ("privateKeyPem", key.as_str().into()),
        ("validityPeriodHours", 240.0.into()),
        ("isCaCertificate", true.into()),
        ("subject", object([("commonName", "Root".into())]).into()),
    ]);
    let known = create::<super::SelfSigned>(clock, &inputs).await;
    (key, known)
}

/// A request for `web.test`.
async fn request(key: &str) -> Known {
    let inputs = object([
        ("privateKeyPem", key.into()),
        ("dnsNames", vec!["web.test".into()].into()),
        ("ipAddresses", vec!["127.0.0.1".into()].into()),
        ("subject", object([("commonName", "Web".into())]).into()),
    ]);
    let bed = Testbed::new("std:tls:CertificateRequest");
    bed.create(inputs).await
}

/// The inputs of a certificate that is valid for a day.
fn signed_inputs(request: &Known, ca_key: &str, ca: &Known) -> Object {
    object([
        ("certRequestPem", request.text("certRequestPem").into()),
        ("caPrivateKeyPem", ca_key.into()),
        ("caCertPem", ca.text("certPem").into()),
        ("validityPeriodHours", 24.0.into()),
    ])
}

/// A TLS handshake with a client that trusts only one authority.
fn greet(
    authority: &str,
    known: &Known,
    key: &str,
    name: &'static str,
) -> Result<(), rustls::Error> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let chain = CertificateDer::pem_slice_iter(known.text("certPem").as_bytes());
    let chain = chain.map(Result::unwrap).collect();
    let private = PrivateKeyDer::from_pem_slice(key.as_bytes()).unwrap();
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from_pem_slice(authority.as_bytes()).unwrap())?;
    let server = ServerConfig::builder_with_provider(Arc::clone(&provider))
        .with_safe_default_protocol_versions()?
        .with_no_client_auth()
        .with_single_cert(chain, private)?;
    let client = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .with_root_certificates(roots)
        .with_no_client_auth();
    let name = ServerName::try_from(name).unwrap();
    let mut client = ClientConnection::new(Arc::new(client), name)?;
    let mut server = ServerConnection::new(Arc::new(server))?;
    while client.is_handshaking() || server.is_handshaking() {
        let mut bytes = Vec::new();
        client.write_tls(&mut bytes).unwrap();
        server.read_tls(&mut Cursor::new(bytes)).unwrap();
        server.process_new_packets()?;
        let mut bytes = Vec::new();
        server.write_tls(&mut bytes).unwrap();
        client.read_tls(&mut Cursor::new(bytes)).unwrap();
        client.process_new_packets()?;
    }
    Ok(())
}

async fn create<K: CertificateKind>(clock: Clock, inputs: &Object) -> Known {
    let inputs = Arc::new(inputs.clone());
    let request = CreateRequest {
        target: Testbed::target(K::TYPE, "a"),
        inputs: Arc::clone(&inputs),
        preview: false,
        follows_delete: false,
        recorded: None,
    };
    let created = IssuedCert::<K>::new(clock).create(request).await.unwrap();
    Known {
        id: created.id.unwrap(),
        inputs,
        outputs: Arc::new(created.outputs),
    }
}

/// The paths that differ, followed by `!` if they replace.
async fn diff<K: CertificateKind>(clock: Clock, known: &Known, inputs: &Object) -> Vec<String> {
    let request = DiffRequest {
        target: Testbed::target(K::TYPE, "a"),
        id: known.id.clone(),
        old_inputs: Arc::clone(&known.inputs),
        old_outputs: Arc::clone(&known.outputs),
        inputs: Arc::new(inputs.clone()),
    };
    let diff = IssuedCert::<K>::new(clock).diff(request).await.unwrap();
    let changes = diff.properties.into_iter();
    let mark = |it: PropertyChange| it.path + if it.replaces { "!" } else { "" };
    changes.map(mark).collect()
}
