//! Requests about certificates: `X509Certificate` of `node:crypto`.

use deno_core::ToJsBuffer;
use serde::{Deserialize, Serialize};
use x509_parser::certificate::X509Certificate;
use x509_parser::extensions::{GeneralName, ParsedExtension};
use x509_parser::parse_x509_certificate;

use crate::crypto::certificate::{is_issued_by, is_signed_by};
use crate::crypto::error::{CryptoError, Result};
use crate::crypto::hash::HashKind;
use crate::crypto::keys::{KeyMaterial, der, first_pem};
use crate::tls::certificate::{CertificateFacts, colons};

use super::bytes::Bytes;
use super::key_request::material;
use super::request::CryptoAnswer;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum X509Request {
    /// The facts of a certificate in DER or PEM.
    Parse { data: Bytes },
    /// Whether the other certificate has issued this one.
    IsIssued { certificate: Bytes, issuer: Bytes },
    /// Whether it is signed by a public key.
    IsSigned { certificate: Bytes, key: Bytes },
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct X509Answer {
    raw: ToJsBuffer,
    /// SubjectPublicKeyInfo; none for a key of a kind that is not known.
    key: Option<ToJsBuffer>,
    facts: CertificateFacts,
    fingerprint512: String,
    /// Identifiers of what the key may be used for.
    key_usage: Option<Vec<String>>,
    /// The kind of each way to learn more, and where: `OCSP`, `URI:http://…`.
    info_access: Vec<(String, String)>,
    /// Names of hosts, addresses of mail, and bytes of IP addresses.
    hosts: Vec<String>,
    mails: Vec<String>,
    addresses: Vec<ToJsBuffer>,
}

fn no_certificate() -> CryptoError {
    CryptoError::openssl(0x0680_007B, "asn1 encoding routines", "header too long")
}

fn parsed(der: &[u8]) -> Result<X509Certificate<'_>> {
    let (_, certificate) = parse_x509_certificate(der).map_err(|_| no_certificate())?;
    Ok(certificate)
}

impl X509Request {
    pub fn run(self) -> Result<CryptoAnswer> {
        match self {
            Self::Parse { data } => {
                let der = der_of(&data)?;
                Ok(CryptoAnswer::Certificate(Box::new(X509Answer::of(&der)?)))
            }
            Self::IsIssued {
                certificate,
                issuer,
            } => {
                let is_issued = is_issued_by(&parsed(&certificate)?, &parsed(&issuer)?);
                Ok(CryptoAnswer::Flag(is_issued))
            }
            Self::IsSigned { certificate, key } => {
                let key = material(&key, false)?;
                Ok(CryptoAnswer::Flag(is_signed_by(
                    &parsed(&certificate)?,
                    &key,
                )))
            }
        }
    }
}

/// The DER of a certificate that may be in PEM.
fn der_of(data: &[u8]) -> Result<Vec<u8>> {
    if data.first() == Some(&der::SEQUENCE) {
        return Ok(data.to_vec());
    }
    let text = String::from_utf8_lossy(data);
    let pem = first_pem(&text).filter(|it| it.label.ends_with("CERTIFICATE"));
    let no_pem = || CryptoError::openssl(0x0480_006C, "PEM routines", "no start line");
    Ok(pem.ok_or_else(no_pem)?.content)
}

impl X509Answer {
    fn of(data: &[u8]) -> Result<Self> {
        let (rest, certificate) = parse_x509_certificate(data).map_err(|_| no_certificate())?;
        let der = &data[..data.len() - rest.len()];
        let facts = CertificateFacts::of(der).ok_or_else(no_certificate)?;
        let key = certificate.public_key().raw;
        let mut answer = Self {
            raw: der.to_vec().into(),
            key: KeyMaterial::from_spki(key).map(|it| it.to_spki().into()),
            facts,
            fingerprint512: colons(&HashKind::Sha512.digest(der)),
            key_usage: key_usage(&certificate),
            info_access: Vec::new(),
            hosts: Vec::new(),
            mails: Vec::new(),
            addresses: Vec::new(),
        };
        for extension in certificate.extensions() {
            answer.add(extension.parsed_extension());
        }
        Ok(answer)
    }

    fn add(&mut self, extension: &ParsedExtension<'_>) {
        match extension {
            ParsedExtension::SubjectAlternativeName(names) => {
                for name in &names.general_names {
                    match name {
                        GeneralName::DNSName(it) => self.hosts.push((*it).to_owned()),
                        GeneralName::RFC822Name(it) => self.mails.push((*it).to_owned()),
                        GeneralName::IPAddress(it) => self.addresses.push(it.to_vec().into()),
                        _ => {}
                    }
                }
            }
            ParsedExtension::AuthorityInfoAccess(access) => {
                let entry = |it: &x509_parser::extensions::AccessDescription<'_>| {
                    let id = it.access_method.to_id_string();
                    let kind = match id.as_str() {
                        "1.3.6.1.5.5.7.48.1" => "OCSP".to_owned(),
                        "1.3.6.1.5.5.7.48.2" => "CA Issuers".to_owned(),
                        _ => id,
                    };
                    match &it.access_location {
                        GeneralName::URI(uri) => Some((kind, format!("URI:{uri}"))),
                        GeneralName::DNSName(name) => Some((kind, format!("DNS:{name}"))),
                        _ => None,
                    }
                };
                self.info_access.extend(access.iter().filter_map(entry));
            }
            _ => {}
        }
    }
}

fn key_usage(certificate: &X509Certificate<'_>) -> Option<Vec<String>> {
    let usage = certificate.extended_key_usage().ok()??.value;
    let known = [
        (usage.any, "2.5.29.37.0"),
        (usage.server_auth, "1.3.6.1.5.5.7.3.1"),
        (usage.client_auth, "1.3.6.1.5.5.7.3.2"),
        (usage.code_signing, "1.3.6.1.5.5.7.3.3"),
        (usage.email_protection, "1.3.6.1.5.5.7.3.4"),
        (usage.time_stamping, "1.3.6.1.5.5.7.3.8"),
        (usage.ocsp_signing, "1.3.6.1.5.5.7.3.9"),
    ];
    let known = known.iter().filter(|(is_on, _)| *is_on);
    let named = known.map(|(_, id)| (*id).to_owned());
    let others = usage.other.iter().map(|it| it.to_id_string());
    Some(named.chain(others).collect())
}
