//! What is public of a key pair.

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD};
use rcgen::{KeyPair, PKCS_ECDSA_P256_SHA256, PKCS_ECDSA_P384_SHA384, PKCS_ED25519};
use sha2::{Digest as _, Sha256};

/// The public key in the wire format of SSH (RFC 4253, 5656, 8709); `None` for kinds of keys that
/// SSH does not have.
fn wire(key: &KeyPair) -> Option<(&'static str, Vec<u8>)> {
    let algorithm = key.algorithm();
    let (name, curve) = if algorithm == &PKCS_ED25519 {
        ("ssh-ed25519", None)
    } else if algorithm == &PKCS_ECDSA_P256_SHA256 {
        ("ecdsa-sha2-nistp256", Some("nistp256"))
    } else if algorithm == &PKCS_ECDSA_P384_SHA384 {
        ("ecdsa-sha2-nistp384", Some("nistp384"))
    } else {
        return None;
    };
    let fields = [
        Some(name.as_bytes()),
        curve.map(str::as_bytes),
        Some(key.public_key_raw()),
    ];
    let mut bytes = Vec::new();
    for field in fields.into_iter().flatten() {
        bytes.extend(u32::try_from(field.len()).ok()?.to_be_bytes());
        bytes.extend(field);
    }
    Some((name, bytes))
}

/// A line for `authorized_keys`, without a comment.
pub(super) fn openssh(key: &KeyPair) -> Option<String> {
    let (name, bytes) = wire(key)?;
    Some(format!("{name} {}", STANDARD.encode(bytes)))
}

/// As `ssh-keygen -l` shows it: `SHA256:…`.
pub(super) fn fingerprint(key: &KeyPair) -> Option<String> {
    let (_, bytes) = wire(key)?;
    let hash = STANDARD_NO_PAD.encode(Sha256::digest(bytes));
    Some(format!("SHA256:{hash}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The private key of RFC 8410, section 10.3; what `ssh-keygen` makes of it.
    const ED25519: &str = "-----BEGIN PRIVATE KEY-----\n\
        MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC\n\
        -----END PRIVATE KEY-----\n";

    #[test]
    fn keys_are_written_as_ssh_does() {
        let key = KeyPair::from_pem(ED25519).unwrap();
        insta::assert_snapshot!(openssh(&key).unwrap(), @"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBm/RAlphM3+hUG6wWfcO5bIUIaqMLa2ywxcOK1wMWbh");
        insta::assert_snapshot!(fingerprint(&key).unwrap(), @"SHA256:ebCT4wkJOqO5AIlHG03cHvn3Cr3ZZEEh8m81duHhR3Q");
    }
}
