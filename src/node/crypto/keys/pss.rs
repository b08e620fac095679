//! The limits of PSS keys: the content of RSASSA-PSS-params (RFC 8017, A.2.3).

use crate::crypto::hash::HashKind;

use super::der::{self, OID, Reader};
use super::oid;

/// The only digests, and the least length of the salt, that a key is used with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PssLimits {
    pub hash: HashKind,
    pub mask: HashKind,
    /// In bytes.
    pub salt: u32,
}

impl PssLimits {
    /// `None` for content that is empty, and limits nothing, or that is not understood.
    pub fn read(content: &[u8]) -> Option<Self> {
        if content.is_empty() {
            return None;
        }
        let mut reader = Reader::new(content);
        let hash = match reader.optional(0xa0) {
            None => HashKind::Sha1,
            Some(hash) => oid::hash_of(Reader::new(hash).sequence()?.value(OID)?)?,
        };
        let mask = match reader.optional(0xa1) {
            None => HashKind::Sha1,
            Some(mask) => {
                let mut mask = Reader::new(mask).sequence()?;
                mask.value(OID).filter(|it| *it == oid::MGF1)?;
                oid::hash_of(mask.sequence()?.value(OID)?)?
            }
        };
        let salt = match reader.optional(0xa2) {
            None => 20,
            Some(salt) => Reader::new(salt).small()?,
        };
        Some(Self { hash, mask, salt })
    }

    /// `None` for digests without an identifier.
    pub fn write(&self) -> Option<Vec<u8>> {
        let algorithm = |kind: HashKind| {
            let oid = der::value(OID, &oid::of_hash(kind)?);
            Some(der::sequence(&[&oid, &der::value(der::NULL, &[])]))
        };
        let mask = der::sequence(&[&der::value(OID, oid::MGF1), &algorithm(self.mask)?]);
        Some(
            [
                der::value(0xa0, &algorithm(self.hash)?),
                der::value(0xa1, &mask),
                der::value(0xa2, &der::unsigned(&self.salt.to_be_bytes())),
            ]
            .concat(),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_read_as_they_are_written() {
        let limits = PssLimits {
            hash: HashKind::Sha512,
            mask: HashKind::Sha256,
            salt: 200,
        };
        assert_eq!(PssLimits::read(&limits.write().unwrap()), Some(limits));
        assert_eq!(PssLimits::read(&[]), None);
    }
}
