//! Signatures of certificates, and whether one certificate has issued another.

use x509_parser::certificate::X509Certificate;
use x509_parser::extensions::ParsedExtension;
use x509_parser::oid_registry::Oid;

use super::hash::HashKind;
use super::keys::KeyMaterial;
use super::keys::der::Reader;
use super::keys::{der, oid};
use super::signature::{Scheme, number};

/// Signature algorithms whose identifier names the digest.
const SIGNATURES: &[(&str, HashKind)] = &[
    ("1.2.840.113549.1.1.4", HashKind::Md5),
    ("1.2.840.113549.1.1.5", HashKind::Sha1),
    ("1.2.840.113549.1.1.11", HashKind::Sha256),
    ("1.2.840.113549.1.1.12", HashKind::Sha384),
    ("1.2.840.113549.1.1.13", HashKind::Sha512),
    ("1.2.840.113549.1.1.14", HashKind::Sha224),
    ("1.2.840.10045.4.1", HashKind::Sha1),
    ("1.2.840.10045.4.3.1", HashKind::Sha224),
    ("1.2.840.10045.4.3.2", HashKind::Sha256),
    ("1.2.840.10045.4.3.3", HashKind::Sha384),
    ("1.2.840.10045.4.3.4", HashKind::Sha512),
];

const PSS: &str = "1.2.840.113549.1.1.10";
const ED25519: &str = "1.3.101.112";

/// Whether the certificate is signed with the private half of a key.
pub fn is_signed_by(certificate: &X509Certificate<'_>, key: &KeyMaterial) -> bool {
    let Some(scheme) = scheme_of(certificate) else {
        return false;
    };
    let signed = certificate.tbs_certificate.as_ref();
    let signature = &certificate.signature_value.data;
    scheme.verify(key, signed, signature).unwrap_or(false)
}

fn scheme_of(certificate: &X509Certificate<'_>) -> Option<Scheme> {
    let id = certificate.signature_algorithm.algorithm.to_id_string();
    let plain = Scheme {
        hash: None,
        padding: number::PKCS1,
        salt: -2,
        is_plain: false,
    };
    if id == ED25519 {
        return Some(plain);
    }
    if id == PSS {
        let parameters = certificate.signature_algorithm.parameters.as_ref()?;
        return Some(Scheme {
            hash: Some(pss_hash(parameters.data)?),
            padding: number::PSS,
            ..plain
        });
    }
    let (_, hash) = SIGNATURES.iter().find(|(known, _)| *known == id)?;
    Some(Scheme {
        hash: Some(*hash),
        ..plain
    })
}

/// The digest of the parameters of PSS; SHA-1 if they name none.
fn pss_hash(parameters: &[u8]) -> Option<HashKind> {
    match Reader::new(parameters).optional(0xa0) {
        None => Some(HashKind::Sha1),
        Some(hash) => oid::hash_of(Reader::new(hash).sequence()?.value(der::OID)?),
    }
}

/// Whether the names, and the identifiers of keys where there are both, are those of an issuer and
/// what it has issued.
pub fn is_issued_by(certificate: &X509Certificate<'_>, issuer: &X509Certificate<'_>) -> bool {
    if certificate.issuer().as_raw() != issuer.subject().as_raw() {
        return false;
    }
    let may_sign = match issuer.key_usage() {
        Ok(Some(usage)) => usage.value.key_cert_sign(),
        _ => true,
    };
    may_sign
        && match (authority_key(certificate), subject_key(issuer)) {
            (Some(one), Some(other)) => one == other,
            _ => true,
        }
}

fn extension<'a>(
    certificate: &'a X509Certificate<'_>,
    arcs: &[u64],
) -> Option<&'a ParsedExtension<'a>> {
    let id = Oid::from(arcs).ok()?;
    let found = certificate.get_extension_unique(&id).ok()??;
    Some(found.parsed_extension())
}

fn authority_key<'a>(certificate: &'a X509Certificate<'_>) -> Option<&'a [u8]> {
    match extension(certificate, &[2, 5, 29, 35])? {
        ParsedExtension::AuthorityKeyIdentifier(it) => it.key_identifier.as_ref().map(|it| it.0),
        _ => None,
    }
}

fn subject_key<'a>(certificate: &'a X509Certificate<'_>) -> Option<&'a [u8]> {
    match extension(certificate, &[2, 5, 29, 14])? {
        ParsedExtension::SubjectKeyIdentifier(it) => Some(it.0),
        _ => None,
    }
}
