//! Signatures of checksums, in OpenPGP.

use std::time::SystemTime;

use pgp::composed::{Deserializable as _, DetachedSignature, SignedPublicKey};
use pgp::packet::{Signature, SignatureType};
use pgp::types::KeyDetails as _;
use thiserror::Error;

/// Why a signature says nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SignatureError {
    #[error("the signature of the checksums is not an OpenPGP signature: {0}")]
    NotASignature(String),
    #[error("a key that the registry names cannot be read: {0}")]
    BadKey(String),
    #[error("no key that the registry names has signed the checksums")]
    NotSigned,
    #[error("the checksums were signed with the key {0} after it had expired")]
    Expired(String),
    #[error("the key {0}, which signed the checksums, is revoked")]
    Revoked(String),
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
    let signature = DetachedSignature::from_bytes(signature)
        .map_err(|error| SignatureError::NotASignature(error.to_string()))?;
    for text in keys {
        let key = SignedPublicKey::from_string(text);
        let (key, _) = key.map_err(|error| SignatureError::BadKey(error.to_string()))?;
        if has_signed(&key, &signature, document) {
            return signer(&key, &signature.signature, now);
        }
    }
    Err(SignatureError::NotSigned)
}

/// The primary key, or a subkey that is bound to it and may sign.
fn has_signed(key: &SignedPublicKey, signature: &DetachedSignature, document: &[u8]) -> bool {
    let by_subkey = || {
        key.public_subkeys.iter().any(|it| {
            let may_sign = it.signatures.iter().any(|it| it.key_flags().sign());
            may_sign
                && it.verify_bindings(&key.primary_key).is_ok()
                && !it
                    .signatures
                    .iter()
                    .any(|it| it.typ() == Some(SignatureType::SubkeyRevocation))
                && signature.verify(&it.key, document).is_ok()
        })
    };
    signature.verify(&key.primary_key, document).is_ok() || by_subkey()
}

fn signer(
    key: &SignedPublicKey,
    signature: &Signature,
    now: SystemTime,
) -> Result<Signer, SignatureError> {
    let id = key.legacy_key_id().to_string();
    let is_revoked = key
        .details
        .revocation_signatures
        .iter()
        .any(|it| it.verify_key(&key.primary_key).is_ok());
    if is_revoked {
        return Err(SignatureError::Revoked(id));
    }
    let end = expiry(key);
    let signed = signature.created().map(SystemTime::from);
    let is_after = |time: SystemTime| end.is_some_and(|end| time > end);
    match signed.is_none_or(is_after) && end.is_some() {
        true => Err(SignatureError::Expired(id)),
        false => Ok(Signer {
            key: id,
            is_expired: is_after(now),
        }),
    }
}

/// When the primary key expires, by the newest of its own signatures that is valid.
fn expiry(key: &SignedPublicKey) -> Option<SystemTime> {
    let of_users = key.details.users.iter();
    let of_users = of_users.flat_map(|user| {
        let is_valid = user.verify_bindings(&key.primary_key).is_ok();
        user.signatures.iter().filter(move |_| is_valid)
    });
    let direct = key.details.direct_signatures.iter();
    let direct = direct.filter(|it| it.verify_key(&key.primary_key).is_ok());
    let newest = of_users.chain(direct).max_by_key(|it| it.created())?;
    let lifetime: std::time::Duration = newest.key_expiration_time()?.into();
    let created = SystemTime::from(key.primary_key.created_at());
    (!lifetime.is_zero()).then(|| created + lifetime)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    // Made by GnuPG 2.2 with `--faked-system-time`: keys of 2020 and 2024, which sign the same list.
    const SUMS: &[u8] = include_bytes!("tests/signatures/SHA256SUMS");
    const SUBKEY: &str = include_str!("tests/signatures/subkey.asc");
    const EXPIRING: &str = include_str!("tests/signatures/expiring.asc");
    const REVOKED: &str = include_str!("tests/signatures/revoked.asc");
    const BY_SUBKEY: &[u8] = include_bytes!("tests/signatures/subkey.sig");
    const BEFORE_EXPIRY: &[u8] = include_bytes!("tests/signatures/signed_before_expiry.sig");
    const AFTER_EXPIRY: &[u8] = include_bytes!("tests/signatures/signed_after_expiry.sig");
    const BY_REVOKED: &[u8] = include_bytes!("tests/signatures/revoked.sig");

    fn verified(document: &[u8], signature: &[u8], keys: &[&str]) -> Result<bool, String> {
        let keys: Vec<String> = keys.iter().map(|it| (*it).to_owned()).collect();
        let in_2026 = SystemTime::UNIX_EPOCH + Duration::from_secs(1_780_000_000);
        let signer = verify(document, signature, &keys, in_2026);
        signer.map(|it| it.is_expired).map_err(|it| it.to_string())
    }

    #[test]
    fn one_of_the_keys_or_its_subkey_has_signed() {
        assert_eq!(verified(SUMS, BY_SUBKEY, &[EXPIRING, SUBKEY]), Ok(false));
        assert_eq!(verified(SUMS, BEFORE_EXPIRY, &[EXPIRING]), Ok(true));
    }

    #[test]
    fn other_documents_keys_and_times_are_refused() {
        insta::assert_snapshot!(
            [
                verified(b"other", BY_SUBKEY, &[SUBKEY]),
                verified(SUMS, BY_SUBKEY, &[EXPIRING]),
                verified(SUMS, BY_SUBKEY, &[]),
                verified(SUMS, AFTER_EXPIRY, &[EXPIRING]),
                verified(SUMS, BY_REVOKED, &[REVOKED]),
                verified(SUMS, &BY_SUBKEY[..100], &[SUBKEY]),
                verified(SUMS, b"", &[SUBKEY]),
                verified(SUMS, BY_SUBKEY, &["-----BEGIN"]),
            ]
            .map(|it| it.unwrap_err())
            .join("\n"),
            @r#"
            no key that the registry names has signed the checksums
            no key that the registry names has signed the checksums
            no key that the registry names has signed the checksums
            the checksums were signed with the key 196d7ae00943fa5e after it had expired
            the key 391820d98893d822, which signed the checksums, is revoked
            the signature of the checksums is not an OpenPGP signature: IO error: PacketBodyReader errored
            the signature of the checksums is not an OpenPGP signature: no matching packet found
            a key that the registry names cannot be read: not enough bytes in buffer: armor header
            "#
        );
    }
}
