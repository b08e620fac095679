//! Private keys of RSA in PEM, and what they decrypt.

use getrandom::SysRng;
use rsa::hazmat::rsa_decrypt_and_check;
use rsa::pkcs1::DecodeRsaPrivateKey;
use rsa::pkcs8::DecodePrivateKey;
use rsa::traits::PublicKeyParts;
use rsa::{BoxedUint, PrivateKey};
use thiserror::Error;

use crate::functions::encodings::base64_text;

/// The size of keys in bits.
const MIN_BITS: usize = 1024;
const MAX_BITS: usize = 16_384;

/// A key that is refused, or a text that it does not decrypt. The key is not repeated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum PrivateKeyError {
    #[error("the private key is not PEM")]
    NotPem,
    #[error("the private key is protected by a passphrase")]
    Encrypted,
    #[error("the private key must be a key of RSA")]
    Kind,
    #[error("the private key is invalid")]
    Invalid,
    #[error("the private key must have between {MIN_BITS} and {MAX_BITS} bits")]
    Size,
    #[error("the text was not encrypted for the private key")]
    Decryption,
}

/// Reads a key in the forms of PKCS #1, PKCS #8 and OpenSSH.
///
/// # Errors
///
/// Keys of other kinds, and those with a passphrase.
pub fn parse(text: &str) -> Result<PrivateKey, PrivateKeyError> {
    let (label, bytes) = pem(text)?;
    let key = match label {
        "RSA PRIVATE KEY" => PrivateKey::from_pkcs1_der(&bytes).ok(),
        "PRIVATE KEY" => PrivateKey::from_pkcs8_der(&bytes).ok(),
        "OPENSSH PRIVATE KEY" => return openssh(&bytes),
        "ENCRYPTED PRIVATE KEY" => return Err(PrivateKeyError::Encrypted),
        _ => return Err(PrivateKeyError::Kind),
    };
    checked(key)
}

fn checked(key: Option<PrivateKey>) -> Result<PrivateKey, PrivateKeyError> {
    let key = key.ok_or(PrivateKeyError::Invalid)?;
    let bits = usize::try_from(key.n().bit_width()).unwrap_or(usize::MAX);
    if (MIN_BITS..=MAX_BITS).contains(&bits) {
        Ok(key)
    } else {
        Err(PrivateKeyError::Size)
    }
}

/// The label of the first block of PEM, and its bytes.
fn pem(text: &str) -> Result<(&str, Vec<u8>), PrivateKeyError> {
    let (_, rest) = text
        .split_once("-----BEGIN ")
        .ok_or(PrivateKeyError::NotPem)?;
    let (label, rest) = rest.split_once("-----").ok_or(PrivateKeyError::NotPem)?;
    let end = format!("-----END {label}-----");
    let (body, _) = rest
        .split_once(end.as_str())
        .ok_or(PrivateKeyError::NotPem)?;
    if body.contains("ENCRYPTED") {
        return Err(PrivateKeyError::Encrypted);
    }
    let body: String = body.split_whitespace().collect();
    let bytes = base64_text::decode(&body).ok_or(PrivateKeyError::NotPem)?;
    Ok((label, bytes))
}

/// Parts of OpenSSH's format, each after its length.
struct Parts<'b>(&'b [u8]);

impl<'b> Parts<'b> {
    fn take(&mut self, count: usize) -> Option<&'b [u8]> {
        let (part, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(part)
    }

    fn number(&mut self) -> Option<usize> {
        let bytes: [u8; 4] = self.take(4)?.try_into().ok()?;
        usize::try_from(u32::from_be_bytes(bytes)).ok()
    }

    fn part(&mut self) -> Option<&'b [u8]> {
        let length = self.number()?;
        self.take(length)
    }

    fn integer(&mut self) -> Option<BoxedUint> {
        let bytes = self
            .part()
            .filter(|bytes| bytes.len() <= MAX_BITS / 8 + 1)?;
        Some(BoxedUint::from_be_slice_vartime(bytes))
    }
}

fn openssh(bytes: &[u8]) -> Result<PrivateKey, PrivateKeyError> {
    let mut parts = Parts(bytes);
    let (cipher, section) = section(&mut parts).ok_or(PrivateKeyError::Invalid)?;
    if cipher != b"none" {
        return Err(PrivateKeyError::Encrypted);
    }
    let mut parts = Parts(section);
    // Two equal numbers, which say whether a passphrase was right.
    let check = (parts.number(), parts.number());
    let kind = parts
        .part()
        .filter(|_| check.0 == check.1)
        .ok_or(PrivateKeyError::Invalid)?;
    if kind != b"ssh-rsa" {
        return Err(PrivateKeyError::Kind);
    }
    checked(components(&mut parts))
}

/// The name of the cipher, and the part with the only key.
fn section<'b>(parts: &mut Parts<'b>) -> Option<(&'b [u8], &'b [u8])> {
    parts
        .take(15)
        .filter(|magic| magic == b"openssh-key-v1\0")?;
    let cipher = parts.part()?;
    let (_function, _options) = (parts.part()?, parts.part()?);
    parts.number().filter(|count| *count == 1)?;
    let _public = parts.part()?;
    Some((cipher, parts.part()?))
}

fn components(parts: &mut Parts<'_>) -> Option<PrivateKey> {
    let (n, e, d) = (parts.integer()?, parts.integer()?, parts.integer()?);
    let (_inverse, p, q) = (parts.integer()?, parts.integer()?, parts.integer()?);
    PrivateKey::from_components(n, e, d, vec![p, q]).ok()
}

/// Decrypts bytes that were padded as PKCS #1 1.5 has it.
///
/// # Errors
///
/// Bytes that were encrypted for another key.
pub fn decrypt(key: &PrivateKey, bytes: &[u8]) -> Result<Vec<u8>, PrivateKeyError> {
    let size = key.size();
    if bytes.len() > size {
        return Err(PrivateKeyError::Decryption);
    }
    let number = BoxedUint::from_be_slice_vartime(bytes);
    let number = rsa_decrypt_and_check(key, Some(&mut SysRng), &number);
    let number = number.map_err(|_| PrivateKeyError::Decryption)?;
    let padded = number.to_be_bytes();
    let start = padded
        .len()
        .checked_sub(size)
        .ok_or(PrivateKeyError::Decryption)?;
    let message = match &padded[start..] {
        [0, 2, rest @ ..] => rest
            .iter()
            .position(|byte| *byte == 0)
            .map(|end| (end, rest)),
        _ => None,
    };
    match message {
        Some((end, rest)) if end >= 8 => Ok(rest[end + 1..].to_vec()),
        _ => Err(PrivateKeyError::Decryption),
    }
}
