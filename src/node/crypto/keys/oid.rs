//! Object identifiers of keys, as DER encodes them.

pub const RSA: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01];
pub const RSA_PSS: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0a];
pub const EC: &[u8] = &[0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01];
pub const X25519: &[u8] = &[0x2b, 0x65, 0x6e];
pub const ED25519: &[u8] = &[0x2b, 0x65, 0x70];
pub const P256: &[u8] = &[0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07];
pub const P384: &[u8] = &[0x2b, 0x81, 0x04, 0x00, 0x22];
pub const P521: &[u8] = &[0x2b, 0x81, 0x04, 0x00, 0x23];
pub const K256: &[u8] = &[0x2b, 0x81, 0x04, 0x00, 0x0a];
pub const PBES2: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x05, 0x0d];
pub const PBKDF2: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x05, 0x0c];
/// The last byte tells the digest: 7 to 11 are SHA-1, SHA-224, SHA-256, SHA-384 and SHA-512.
pub const HMAC_WITH: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x02];
/// The last byte tells the length of the key: 2, 22 and 42 for 16, 24 and 32 bytes.
pub const AES_CBC: &[u8] = &[0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x01];
pub const DES_EDE3_CBC: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x03, 0x07];
pub const SHA1: &[u8] = &[0x2b, 0x0e, 0x03, 0x02, 0x1a];
/// The last byte tells the digest: see `NIST_HASHES`.
pub const NIST_HASH: &[u8] = &[0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02];
pub const MGF1: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x08];

use crate::crypto::hash::HashKind;

const NIST_HASHES: &[(u8, HashKind)] = &[
    (1, HashKind::Sha256),
    (2, HashKind::Sha384),
    (3, HashKind::Sha512),
    (4, HashKind::Sha224),
    (5, HashKind::Sha512_224),
    (6, HashKind::Sha512_256),
    (7, HashKind::Sha3_224),
    (8, HashKind::Sha3_256),
    (9, HashKind::Sha3_384),
    (10, HashKind::Sha3_512),
];

/// The identifier of a digest; `None` if it has none that signatures use.
pub fn of_hash(kind: HashKind) -> Option<Vec<u8>> {
    match kind {
        HashKind::Md5 => Some(vec![0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x02, 0x05]),
        HashKind::Sha1 => Some(SHA1.to_vec()),
        HashKind::Ripemd160 => Some(vec![0x2b, 0x24, 0x03, 0x02, 0x01]),
        _ => {
            let (last, _) = NIST_HASHES.iter().find(|(_, known)| *known == kind)?;
            Some([NIST_HASH, &[*last]].concat())
        }
    }
}

/// The digest of an identifier.
pub fn hash_of(oid: &[u8]) -> Option<HashKind> {
    if oid == SHA1 {
        return Some(HashKind::Sha1);
    }
    let last = oid.strip_prefix(NIST_HASH)?;
    let found = NIST_HASHES.iter().find(|(known, _)| [*known] == *last)?;
    Some(found.1)
}
