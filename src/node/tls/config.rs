//! The settings of sessions.

use std::sync::Arc;

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName, UnixTime};
use rustls::server::danger::{ClientCertVerified, ClientCertVerifier};
use rustls::{
    ClientConfig, DigitallySignedStruct, DistinguishedName, Error, ServerConfig, SignatureScheme,
    SupportedProtocolVersion,
};
use serde::Deserialize;

use super::error::TlsError;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TlsOptions {
    /// The name that a client asks for.
    pub servername: String,
    /// Certificates in PEM to trust; those of the system if it is missing.
    pub ca: Option<Vec<String>>,
    /// Chain and key in PEM.
    pub cert: Option<String>,
    pub key: Option<String>,
    pub alpn: Vec<String>,
    /// 12 or 13.
    pub min_version: u8,
    pub max_version: u8,
    pub request_cert: bool,
}

pub fn certificates(pem: &str) -> Result<Vec<CertificateDer<'static>>, TlsError> {
    let parsed: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(pem.as_bytes()).collect();
    match parsed {
        Ok(certificates) if !certificates.is_empty() => Ok(certificates),
        _ => Err(TlsError::new(
            "ERR_OSSL_PEM_NO_START_LINE",
            "error:0480006C:PEM routines::no start line",
        )),
    }
}

type Identity = (Vec<CertificateDer<'static>>, PrivateKeyDer<'static>);

fn identity(options: &TlsOptions) -> Result<Option<Identity>, TlsError> {
    let (Some(cert), Some(key)) = (&options.cert, &options.key) else {
        return Ok(None);
    };
    let key = PrivateKeyDer::from_pem_slice(key.as_bytes()).map_err(|_| {
        TlsError::new(
            "ERR_OSSL_UNSUPPORTED",
            "the private key is not in PEM, or it is encrypted, which lumi does not support",
        )
    })?;
    Ok(Some((certificates(cert)?, key)))
}

fn versions(options: &TlsOptions) -> Result<Vec<&'static SupportedProtocolVersion>, TlsError> {
    let known = [(12, &rustls::version::TLS12), (13, &rustls::version::TLS13)];
    let wanted = options.min_version..=options.max_version;
    let found: Vec<_> = known
        .into_iter()
        .filter(|(number, _)| wanted.contains(number))
        .map(|(_, version)| version)
        .collect();
    match found.is_empty() {
        true => Err(TlsError::new(
            "ERR_TLS_INVALID_PROTOCOL_VERSION",
            "lumi supports only TLSv1.2 and TLSv1.3",
        )),
        false => Ok(found),
    }
}

/// rustls panics where the length of a name does not fit into a byte, or is zero.
fn protocols(options: &TlsOptions) -> Result<Vec<Vec<u8>>, TlsError> {
    let names = options.alpn.iter().map(|it| it.clone().into_bytes());
    let names: Vec<Vec<u8>> = names.collect();
    if names.iter().any(|it| !(1..=255).contains(&it.len())) {
        let message = "a protocol of ALPNProtocols has 1 to 255 bytes";
        return Err(TlsError::new("ERR_INVALID_ARG_VALUE", message));
    }
    Ok(names)
}

pub fn provider() -> Arc<CryptoProvider> {
    Arc::new(ring::default_provider())
}

pub fn client(options: &TlsOptions) -> Result<ClientConfig, TlsError> {
    let provider = provider();
    let builder = ClientConfig::builder_with_provider(Arc::clone(&provider))
        .with_protocol_versions(&versions(options)?)?
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(DeferredVerifier(provider)));
    let mut config = match identity(options)? {
        Some((chain, key)) => builder.with_client_auth_cert(chain, key)?,
        None => builder.with_no_client_auth(),
    };
    config.alpn_protocols = protocols(options)?;
    Ok(config)
}

pub fn server(options: &TlsOptions) -> Result<ServerConfig, TlsError> {
    let provider = provider();
    let builder = ServerConfig::builder_with_provider(Arc::clone(&provider))
        .with_protocol_versions(&versions(options)?)?;
    let builder = match options.request_cert {
        true => builder.with_client_cert_verifier(Arc::new(DeferredVerifier(provider))),
        false => builder.with_no_client_auth(),
    };
    let missing = || {
        TlsError::new(
            "ERR_SSL_NO_SHARED_CIPHER",
            "a server needs `cert` and `key`",
        )
    };
    let (chain, key) = identity(options)?.ok_or_else(missing)?;
    let mut config = builder.with_single_cert(chain, key)?;
    config.alpn_protocols = protocols(options)?;
    Ok(config)
}

/// Lets every certificate pass: programs decide by `rejectUnauthorized` after the handshake, when
/// [`authorization`](super::authorization) has judged it, and before a byte of theirs is sent. That the
/// other end has the key of its certificate is verified here.
#[derive(Debug)]
struct DeferredVerifier(Arc<CryptoProvider>);

impl ServerCertVerifier for DeferredVerifier {
    fn verify_server_cert(
        &self,
        _end_entity: &CertificateDer<'_>,
        _intermediates: &[CertificateDer<'_>],
        _server_name: &ServerName<'_>,
        _ocsp_response: &[u8],
        _now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.0.signature_verification_algorithms;
        verify_tls12_signature(message, cert, signature, algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.0.signature_verification_algorithms;
        verify_tls13_signature(message, cert, signature, algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}

impl ClientCertVerifier for DeferredVerifier {
    fn root_hint_subjects(&self) -> &[DistinguishedName] {
        &[]
    }

    fn client_auth_mandatory(&self) -> bool {
        false
    }

    fn verify_client_cert(
        &self,
        _end_entity: &CertificateDer<'_>,
        _intermediates: &[CertificateDer<'_>],
        _now: UnixTime,
    ) -> Result<ClientCertVerified, Error> {
        Ok(ClientCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        ServerCertVerifier::verify_tls12_signature(self, message, cert, signature)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        ServerCertVerifier::verify_tls13_signature(self, message, cert, signature)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        ServerCertVerifier::supported_verify_schemes(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(protocol: &str) -> TlsOptions {
        TlsOptions {
            servername: "localhost".to_owned(),
            ca: Some(Vec::new()),
            cert: None,
            key: None,
            alpn: vec!["http/1.1".to_owned(), protocol.to_owned()],
            min_version: 12,
            max_version: 13,
            request_cert: false,
        }
    }

    #[test]
    fn names_of_protocols_have_1_to_255_bytes() {
        assert!(client(&options(&"x".repeat(255))).is_ok());
        for protocol in [String::new(), "x".repeat(256)] {
            let error = client(&options(&protocol)).err().unwrap();
            assert!(error.to_string().contains("1 to 255 bytes"), "{error}");
        }
    }
}
