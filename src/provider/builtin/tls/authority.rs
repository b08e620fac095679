//! Certificate authorities: certificates that sign others, with their keys.

use chrono::{DateTime, Utc};
use rcgen::{Issuer, KeyPair, PublicKeyData as _};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject as _;
use x509_parser::certificate::X509Certificate;
use x509_parser::prelude::FromDer as _;

use crate::builtin::input_reader::InputReader;
use crate::builtin::time::written;

use super::key_input::read_key;
use super::names::repeats_itself;

/// The input with the certificate.
pub const CERTIFICATE: &str = "caCertPem";
/// The input with the key.
pub const KEY: &str = "caPrivateKeyPem";

const NO_CERTIFICATE: &str = "`caCertPem` must be a certificate in PEM, such as `certPem` of a \
                              `SelfSignedCert` with `isCaCertificate`";

/// The inputs `caCertPem`, of which the first certificate is used, and `caPrivateKeyPem`.
pub struct Authority {
    pub issuer: Issuer<'static, KeyPair>,
    /// The end of the certificate's validity.
    pub end: DateTime<Utc>,
}

impl Authority {
    /// `signs_authorities` says whether it is to sign the certificate of another authority. `None`
    /// while an input is invalid or unknown.
    pub fn read(
        inputs: &mut InputReader<'_>,
        now: DateTime<Utc>,
        signs_authorities: bool,
    ) -> Option<Self> {
        let key = read_key(inputs, KEY);
        let text = inputs.text(CERTIFICATE)?;
        let der = CertificateDer::from_pem_slice(text.as_bytes()).ok();
        let certificate = der.as_ref().and_then(|it| parse(it));
        let (Some(der), Some(certificate)) = (&der, certificate) else {
            inputs.fail(CERTIFICATE, NO_CERTIFICATE);
            return None;
        };
        if let Some(problem) = problem(&certificate, now, signs_authorities) {
            inputs.fail(CERTIFICATE, problem);
            return None;
        }
        let key = key?;
        if certificate.public_key().raw != key.subject_public_key_info() {
            let reason = "`caPrivateKeyPem` is not the key of the certificate in `caCertPem`";
            inputs.fail(KEY, reason);
            return None;
        }
        let Ok(issuer) = Issuer::from_ca_cert_der(der, key) else {
            inputs.fail(CERTIFICATE, NO_CERTIFICATE);
            return None;
        };
        Some(Self {
            issuer,
            end: end(&certificate)?,
        })
    }
}

/// The end of validity of an authority's certificate; `None` if the text is not a certificate.
pub fn end_of(pem: &str) -> Option<DateTime<Utc>> {
    end(&parse(
        &CertificateDer::from_pem_slice(pem.as_bytes()).ok()?,
    )?)
}

fn parse<'a>(der: &'a CertificateDer<'_>) -> Option<X509Certificate<'a>> {
    let (_, certificate) = X509Certificate::from_der(der).ok()?;
    Some(certificate)
}

fn end(certificate: &X509Certificate<'_>) -> Option<DateTime<Utc>> {
    DateTime::from_timestamp(certificate.validity().not_after.timestamp(), 0)
}

/// Why a certificate cannot be used for signing; `None` if it can.
fn problem(
    certificate: &X509Certificate<'_>,
    now: DateTime<Utc>,
    signs_authorities: bool,
) -> Option<String> {
    let constraints = certificate.basic_constraints().ok().flatten();
    let constraints = constraints.map(|it| it.value);
    let uses = certificate.key_usage().ok().flatten();
    let end = end(certificate)?;
    let reason = if !constraints.is_some_and(|it| it.ca) {
        "is not the certificate of an authority: make it with `isCaCertificate: true`".to_owned()
    } else if uses.is_some_and(|it| !it.value.key_cert_sign()) {
        "may not sign certificates: its `allowedUses` lack `keyCertSign`".to_owned()
    } else if signs_authorities && constraints.is_some_and(|it| it.path_len_constraint == Some(0)) {
        "may not sign other authorities: the length of its path is limited to 0; leave out \
         `isCaCertificate`"
            .to_owned()
    } else if certificate.subject().iter().next().is_none() {
        "has no subject, which an authority needs: make it with a `subject`, such as a `commonName`"
            .to_owned()
    } else if repeats_itself(certificate.subject()) {
        "has a subject with two parts of one kind, such as two units, which lumi cannot write into \
         other certificates"
            .to_owned()
    } else if end <= now {
        let end = written(end);
        format!("has expired: it was valid until {end}; renew the authority")
    } else {
        return None;
    };
    Some(format!("`{CERTIFICATE}` {reason}"))
}
