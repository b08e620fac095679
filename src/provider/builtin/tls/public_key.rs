//! Formats of public keys.

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD};
use rcgen::{
    KeyPair, PKCS_ECDSA_P256_SHA256, PKCS_ECDSA_P384_SHA384, PKCS_ED25519, PKCS_RSA_SHA256,
};
use sha2::{Digest as _, Sha256};

/// The public key in the wire format of SSH (RFC 4253, 5656, 8709); `None` for algorithms that SSH
/// does not have.
fn wire(key: &KeyPair) -> Option<(&'static str, Vec<u8>)> {
    let algorithm = key.algorithm();
    if algorithm == &PKCS_RSA_SHA256 {
        let (modulus, exponent) = rsa_numbers(key.public_key_raw())?;
        return Some(("ssh-rsa", fields([b"ssh-rsa", exponent, modulus])?));
    }
    let (name, curve) = if algorithm == &PKCS_ED25519 {
        ("ssh-ed25519", None)
    } else if algorithm == &PKCS_ECDSA_P256_SHA256 {
        ("ecdsa-sha2-nistp256", Some("nistp256"))
    } else if algorithm == &PKCS_ECDSA_P384_SHA384 {
        ("ecdsa-sha2-nistp384", Some("nistp384"))
    } else {
        return None;
    };
    let name_of_curve = curve.map(str::as_bytes);
    let parts = [
        Some(name.as_bytes()),
        name_of_curve,
        Some(key.public_key_raw()),
    ];
    Some((name, fields(parts.into_iter().flatten())?))
}

/// Texts and numbers, each preceded by its length.
fn fields<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    for part in parts {
        bytes.extend(u32::try_from(part.len()).ok()?.to_be_bytes());
        bytes.extend(part);
    }
    Some(bytes)
}

/// Modulus and exponent of an `RSAPublicKey` of RFC 8017 in DER, whose encoding of integers is that
/// of SSH.
fn rsa_numbers(der: &[u8]) -> Option<(&[u8], &[u8])> {
    let (sequence, _) = element(der, 0x30)?;
    let (modulus, rest) = element(sequence, 0x02)?;
    let (exponent, _) = element(rest, 0x02)?;
    Some((modulus, exponent))
}

/// The content of the first element, which must have this tag, and the rest.
fn element(der: &[u8], tag: u8) -> Option<(&[u8], &[u8])> {
    let (&[found, first], rest) = der.split_first_chunk()?;
    let (length, rest) = match first {
        0..0x80 => (usize::from(first), rest),
        _ => {
            let (bytes, rest) = rest.split_at_checked(usize::from(first & 0x7f))?;
            let length = bytes.iter().fold(0, |sum, it| sum << 8 | usize::from(*it));
            (length, rest)
        }
    };
    rest.split_at_checked(length).filter(|_| found == tag)
}

/// A line for `authorized_keys`, without a comment.
pub fn openssh(key: &KeyPair) -> Option<String> {
    let (name, bytes) = wire(key)?;
    Some(format!("{name} {}", STANDARD.encode(bytes)))
}

/// The fingerprint as `ssh-keygen -l` displays it: `SHA256:…`.
pub fn fingerprint(key: &KeyPair) -> Option<String> {
    let (_, bytes) = wire(key)?;
    let hash = STANDARD_NO_PAD.encode(Sha256::digest(bytes));
    Some(format!("SHA256:{hash}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The private key of RFC 8410, section 10.3; the expected values are from `ssh-keygen`.
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
