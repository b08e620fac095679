//! Keys of several times and kinds.

mod gnupg;

use std::time::Duration;

use super::*;

// Made by GnuPG 2.2 with `--faked-system-time`: keys of 2020 and 2024, which sign the same list.
const SUMS: &[u8] = include_bytes!("gnupg/SHA256SUMS");
const SUBKEY: &str = include_str!("gnupg/subkey.asc");
const EXPIRING: &str = include_str!("gnupg/expiring.asc");
const REVOKED: &str = include_str!("gnupg/revoked.asc");
const BY_SUBKEY: &[u8] = include_bytes!("gnupg/subkey.sig");
const BEFORE_EXPIRY: &[u8] = include_bytes!("gnupg/signed_before_expiry.sig");
const AFTER_EXPIRY: &[u8] = include_bytes!("gnupg/signed_after_expiry.sig");
const BY_REVOKED: &[u8] = include_bytes!("gnupg/revoked.sig");

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
        @r"
    no key that the registry names has signed the checksums
    no key that the registry names has signed the checksums
    no key that the registry names has signed the checksums
    the checksums were signed with the key 196d7ae00943fa5e after it had expired
    the key 391820d98893d822, which signed the checksums, is revoked
    the signature of the checksums is not an OpenPGP signature: it is cut
    the signature of the checksums is not an OpenPGP signature: it has no signature of version 4 with SHA-2
    a key that the registry names cannot be read: its first line is missing
    "
    );
}
