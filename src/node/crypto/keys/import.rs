//! Keys from the documents that programs have.

use crate::crypto::error::{CryptoError, Result};
use crate::limits::native_work::WorkBounds;

use super::encrypted;
use super::material::KeyMaterial;
use super::pem;

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum KeyHalf {
    Private,
    /// The public half of a private key serves as well.
    Public,
}

/// A document, and what the program knows about it.
pub struct EncodedKey<'a> {
    pub data: &'a [u8],
    /// `pkcs1`, `pkcs8`, `spki` or `sec1` for DER; `None` for PEM.
    pub der: Option<&'a str>,
    pub passphrase: Option<&'a [u8]>,
    /// The document says how long the passphrase is worked on.
    pub bounds: &'a WorkBounds,
}

/// A key in the form that is kept: PKCS #8 if it is private, otherwise SubjectPublicKeyInfo.
pub struct ImportedKey {
    pub is_private: bool,
    pub document: Vec<u8>,
}

fn unsupported() -> CryptoError {
    CryptoError::openssl(0x1E08_010C, "DECODER routines", "unsupported")
}

fn missing_passphrase() -> CryptoError {
    CryptoError::type_error(
        "ERR_MISSING_PASSPHRASE",
        "Passphrase required for encrypted key",
    )
}

/// OpenSSL asks the user for it, as Node does not let it do.
fn no_passphrase() -> CryptoError {
    CryptoError::openssl(
        0x0788_0109,
        "common libcrypto routines",
        "interrupted or cancelled",
    )
}

fn wrong_passphrase() -> CryptoError {
    CryptoError::openssl(0x1C80_0064, "Provider routines", "bad decrypt")
}

pub fn import(source: &EncodedKey<'_>, wanted: KeyHalf) -> Result<ImportedKey> {
    let material = match source.der {
        Some(form) => from_der(source, form, wanted)?,
        None => from_pem(source, wanted)?,
    };
    let material = material.ok_or_else(unsupported)?;
    match (wanted, material.to_pkcs8()) {
        (KeyHalf::Private, Some(document)) => Ok(ImportedKey {
            is_private: true,
            document,
        }),
        (KeyHalf::Private, None) => Err(unsupported()),
        (KeyHalf::Public, _) => Ok(ImportedKey {
            is_private: false,
            document: material.to_spki(),
        }),
    }
}

/// The document inside of an encrypted one.
fn decrypted(source: &EncodedKey<'_>, data: &[u8], passphrase: &[u8]) -> Result<Vec<u8>> {
    let inner = encrypted::decrypt(data, passphrase, source.bounds);
    source.bounds.check()?;
    inner.ok_or_else(wrong_passphrase)
}

fn from_der(source: &EncodedKey<'_>, form: &str, wanted: KeyHalf) -> Result<Option<KeyMaterial>> {
    let data = source.data;
    Ok(match (form, wanted) {
        ("pkcs1", KeyHalf::Public) => KeyMaterial::from_pkcs1_public(data, None)
            .or_else(|| KeyMaterial::from_pkcs1(data, None)),
        ("pkcs1", KeyHalf::Private) => KeyMaterial::from_pkcs1(data, None),
        ("sec1", _) => KeyMaterial::from_sec1(data, None),
        ("spki", _) => KeyMaterial::from_spki(data),
        ("pkcs8", _) => match (KeyMaterial::from_pkcs8(data), source.passphrase) {
            (Some(material), _) => Some(material),
            (None, Some(passphrase)) => {
                let inner = decrypted(source, data, passphrase)?;
                KeyMaterial::from_pkcs8(&inner)
            }
            (None, None) if encrypted::is_encrypted(data) => return Err(missing_passphrase()),
            (None, None) => None,
        },
        _ => None,
    })
}

fn from_pem(source: &EncodedKey<'_>, wanted: KeyHalf) -> Result<Option<KeyMaterial>> {
    let text = String::from_utf8_lossy(source.data);
    let Some(pem) = pem::first(&text) else {
        return Ok(None);
    };
    let mut content = pem.content;
    if let Some((cipher, iv)) = pem.encryption {
        let passphrase = source.passphrase.ok_or_else(no_passphrase)?;
        content = encrypted::decrypt_old(cipher, &iv, &content, passphrase)
            .ok_or_else(wrong_passphrase)?;
    }
    Ok(match pem.label {
        "PRIVATE KEY" => KeyMaterial::from_pkcs8(&content),
        "ENCRYPTED PRIVATE KEY" => {
            let passphrase = source.passphrase.ok_or_else(no_passphrase)?;
            let inner = decrypted(source, &content, passphrase)?;
            KeyMaterial::from_pkcs8(&inner)
        }
        "RSA PRIVATE KEY" => KeyMaterial::from_pkcs1(&content, None),
        "EC PRIVATE KEY" => KeyMaterial::from_sec1(&content, None),
        "PUBLIC KEY" if wanted == KeyHalf::Public => KeyMaterial::from_spki(&content),
        "RSA PUBLIC KEY" if wanted == KeyHalf::Public => {
            KeyMaterial::from_pkcs1_public(&content, None)
        }
        "CERTIFICATE" | "X509 CERTIFICATE" if wanted == KeyHalf::Public => {
            public_of_certificate(&content)
        }
        _ => None,
    })
}

/// The key that a certificate is about.
fn public_of_certificate(bytes: &[u8]) -> Option<KeyMaterial> {
    let (_, certificate) = x509_parser::parse_x509_certificate(bytes).ok()?;
    KeyMaterial::from_spki(certificate.tbs_certificate.subject_pki.raw)
}
