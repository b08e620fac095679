//! Signatures of checksums, in OpenPGP (RFC 9580): detached signatures of version 4 with RSA, ECDSA or Ed25519.
//!
//! | module | |
//! |---|---|
//! | `armor` | binary data in lines of text |
//! | `packet`, `bytes` | the packets in binary data |
//! | `signature_packet` | a signature and its parts |
//! | `public_key` | a key, and the check of a signature |
//! | `certificate` | a key with its names, subkeys and their signatures |

mod armor;
mod bytes;
mod certificate;
mod packet;
mod public_key;
mod signature_packet;

#[cfg(test)]
mod tests;

use std::time::{SystemTime, UNIX_EPOCH};

use thiserror::Error;

use certificate::{Certificate, certificates};
use packet::{Packet, packets};
use signature_packet::Signature;

/// Why a signature says nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SignatureError {
    #[error("the signature of the checksums is not an OpenPGP signature: {0}")]
    NotASignature(&'static str),
    #[error("a key that the registry names cannot be read: {0}")]
    BadKey(&'static str),
    #[error("no key that the registry names has signed the checksums")]
    NotSigned,
    #[error("the checksums were signed with the key {0} after it had expired")]
    Expired(String),
    #[error("the key {0}, which signed the checksums, is revoked")]
    Revoked(String),
    #[error("the signature of the checksums with the key {0} has expired")]
    SignatureExpired(String),
}

/// The key that signed, in hex, and a remark that users should see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signer {
    pub key: String,
    /// The key has expired since.
    pub is_expired: bool,
}

/// Checks a detached signature over a document with any of several armoured keys. A key that has expired
/// is good for what it signed before.
pub fn verify(
    document: &[u8],
    signature: &[u8],
    keys: &[String],
    now: SystemTime,
) -> Result<Signer, SignatureError> {
    let signatures = signatures(signature)?;
    let mut bad = None;
    for text in keys {
        let key = match armor::decoded(text) {
            Ok(key) => key,
            Err(reason) => {
                bad = Some(SignatureError::BadKey(reason));
                continue;
            }
        };
        let certificates = certificates(&key).filter(|it| !it.is_empty());
        let Some(certificates) = certificates else {
            bad = Some(SignatureError::BadKey(
                "it is not a public key of version 4",
            ));
            continue;
        };
        for certificate in certificates {
            let signer = signatures
                .iter()
                .find_map(|it| signer(&certificate, it, document, now));
            if let Some(signer) = signer {
                return signer;
            }
        }
    }
    Err(bad.unwrap_or(SignatureError::NotSigned))
}

/// Takes the same bytes for keys, in text or not, and for a signature.
#[cfg(any(test, fuzzing))]
pub fn fuzzing(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    drop(verify(bytes, bytes, &[text.into_owned()], UNIX_EPOCH));
    let signatures = signatures(bytes).unwrap_or_default();
    for certificate in certificates(bytes).unwrap_or_default() {
        for signature in &signatures {
            drop(signer(&certificate, signature, b"document", UNIX_EPOCH));
        }
    }
}

fn signatures(bytes: &[u8]) -> Result<Vec<Signature<'_>>, SignatureError> {
    let packets = packets(bytes).ok_or(SignatureError::NotASignature("it is cut"))?;
    let signatures = packets.iter().filter(|it| it.tag == Packet::SIGNATURE);
    let signatures: Vec<_> = signatures
        .filter_map(|it| Signature::read(it.body))
        .collect();
    match signatures.is_empty() {
        true => Err(SignatureError::NotASignature(
            "it has no signature of version 4 with SHA-2",
        )),
        false => Ok(signatures),
    }
}

/// `None` if the key has not made the signature.
fn signer(
    certificate: &Certificate<'_>,
    signature: &Signature<'_>,
    document: &[u8],
    now: SystemTime,
) -> Option<Result<Signer, SignatureError>> {
    let signing_key = certificate.signer(signature, document)?;
    let key = certificate.primary.id()?;
    if certificate.is_revoked() {
        return Some(Err(SignatureError::Revoked(key)));
    }
    let is_over = |time: u64| signing_key.end.is_some_and(|end| time > end);
    if is_over(signature.created) {
        return Some(Err(SignatureError::Expired(key)));
    }
    let now = now.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    if signature
        .lifetime
        .is_some_and(|it| now > signature.created + it)
    {
        return Some(Err(SignatureError::SignatureExpired(key)));
    }
    Some(Ok(Signer {
        key,
        is_expired: is_over(now),
    }))
}
