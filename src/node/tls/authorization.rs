//! Whether the certificate of the other end is trusted, with the codes of OpenSSL.

use std::sync::Arc;

use rustls::client::verify_server_cert_signed_by_trust_anchor;
use rustls::pki_types::{CertificateDer, UnixTime};
use rustls::server::{ParsedCertificate, WebPkiClientVerifier};
use rustls::{CertificateError, Error, RootCertStore};
use x509_parser::parse_x509_certificate;

use super::config::provider;

/// The trusted certificates, and the anchors of chains made of them.
#[derive(Debug)]
pub struct Roots {
    pub certificates: Vec<CertificateDer<'static>>,
    store: Arc<RootCertStore>,
}

impl Roots {
    pub fn new(certificates: Vec<CertificateDer<'static>>) -> Self {
        let mut store = RootCertStore::empty();
        store.add_parsable_certificates(certificates.iter().cloned());
        Self {
            certificates,
            store: Arc::new(store),
        }
    }

    /// Why a chain is not trusted; `None` if it is.
    pub fn problem(&self, chain: &[CertificateDer<'_>], is_server: bool) -> Option<&'static str> {
        let (leaf, rest) = chain.split_first()?;
        let now = UnixTime::now();
        // A certificate that is trusted itself needs no issuer.
        if self.certificates.iter().any(|it| it == leaf) {
            return out_of_time(leaf, now);
        }
        let verified = match is_server {
            true => self.verified_server(leaf, rest, now),
            false => self.verified_client(leaf, rest, now),
        };
        match verified {
            Ok(()) => None,
            Err(Error::InvalidCertificate(error)) => Some(code(&error, leaf, chain)),
            Err(_) => Some("UNABLE_TO_VERIFY_LEAF_SIGNATURE"),
        }
    }

    fn verified_server(
        &self,
        leaf: &CertificateDer<'_>,
        rest: &[CertificateDer<'_>],
        now: UnixTime,
    ) -> Result<(), Error> {
        let parsed = ParsedCertificate::try_from(leaf)?;
        let algorithms = provider().signature_verification_algorithms.all;
        verify_server_cert_signed_by_trust_anchor(&parsed, &self.store, rest, now, algorithms)
    }

    fn verified_client(
        &self,
        leaf: &CertificateDer<'_>,
        rest: &[CertificateDer<'_>],
        now: UnixTime,
    ) -> Result<(), Error> {
        let builder =
            WebPkiClientVerifier::builder_with_provider(Arc::clone(&self.store), provider());
        let unknown = |_| Error::InvalidCertificate(CertificateError::UnknownIssuer);
        let verifier = builder.build().map_err(unknown)?;
        verifier.verify_client_cert(leaf, rest, now).map(drop)
    }
}

fn code(
    error: &CertificateError,
    leaf: &CertificateDer<'_>,
    chain: &[CertificateDer<'_>],
) -> &'static str {
    match error {
        CertificateError::Expired | CertificateError::ExpiredContext { .. } => "CERT_HAS_EXPIRED",
        CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. } => {
            "CERT_NOT_YET_VALID"
        }
        CertificateError::Revoked => "CERT_REVOKED",
        CertificateError::BadSignature => "CERT_SIGNATURE_FAILURE",
        CertificateError::InvalidPurpose | CertificateError::InvalidPurposeContext { .. } => {
            "INVALID_PURPOSE"
        }
        _ if is_self_signed(leaf) => "DEPTH_ZERO_SELF_SIGNED_CERT",
        _ if chain.last().is_some_and(is_self_signed) => "SELF_SIGNED_CERT_IN_CHAIN",
        _ if chain.len() > 1 => "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
        _ => "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
    }
}

fn is_self_signed(certificate: &CertificateDer<'_>) -> bool {
    let parsed = parse_x509_certificate(certificate);
    parsed.is_ok_and(|(_, it)| it.subject() == it.issuer())
}

fn out_of_time(certificate: &CertificateDer<'_>, now: UnixTime) -> Option<&'static str> {
    let Ok((_, parsed)) = parse_x509_certificate(certificate) else {
        return Some("UNABLE_TO_VERIFY_LEAF_SIGNATURE");
    };
    let now = i64::try_from(now.as_secs()).unwrap_or(i64::MAX);
    let validity = parsed.validity();
    if now < validity.not_before.timestamp() {
        Some("CERT_NOT_YET_VALID")
    } else if now > validity.not_after.timestamp() {
        Some("CERT_HAS_EXPIRED")
    } else {
        None
    }
}
