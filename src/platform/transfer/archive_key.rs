//! The key of an encrypted file.

use data_encoding::HEXLOWER;
use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};

const LENGTH: usize = 32;
/// Bytes by which encrypted ones are authenticated, after them.
pub const TAG: usize = 16;

/// A random key, which is that of one file alone. Each record has a random nonce, and is authenticated with the file and its
/// place in it, so that records cannot be left out, moved or taken from another file.
#[derive(Clone)]
pub struct ArchiveKey {
    bytes: [u8; LENGTH],
    cipher: LessSafeKey,
}

impl std::fmt::Debug for ArchiveKey {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("ArchiveKey")
    }
}

impl ArchiveKey {
    pub fn random() -> std::io::Result<Self> {
        let mut bytes = [0; LENGTH];
        getrandom::fill(&mut bytes)?;
        Ok(Self::new(bytes))
    }

    fn new(bytes: [u8; LENGTH]) -> Self {
        let key = UnboundKey::new(&CHACHA20_POLY1305, &bytes).expect("BUG: the key has 32 bytes");
        let cipher = LessSafeKey::new(key);
        Self { bytes, cipher }
    }

    /// The key as a text, which is secret.
    pub fn to_text(&self) -> String {
        HEXLOWER.encode(&self.bytes)
    }

    pub fn from_text(text: &str) -> Option<Self> {
        let bytes = HEXLOWER.decode(text.as_bytes()).ok()?;
        Some(Self::new(bytes.try_into().ok()?))
    }

    /// Appends a nonce and, encrypted, the bytes that `write` appends.
    pub(super) fn seal(
        &self,
        bytes: &mut Vec<u8>,
        context: &[u8],
        write: impl FnOnce(&mut Vec<u8>),
    ) -> std::io::Result<()> {
        let mut nonce = [0; NONCE_LEN];
        getrandom::fill(&mut nonce)?;
        bytes.extend_from_slice(&nonce);
        let start = bytes.len();
        write(bytes);
        let unique = Nonce::assume_unique_for_key(nonce);
        let sealing =
            self.cipher
                .seal_in_place_separate_tag(unique, Aad::from(context), &mut bytes[start..]);
        let tag = sealing.map_err(|_| std::io::Error::other("the entry is too large"))?;
        bytes.extend_from_slice(tag.as_ref());
        Ok(())
    }

    /// The bytes that were encrypted; `None` if they were sealed with another key or context, or altered.
    pub(super) fn open(&self, mut sealed: Vec<u8>, context: &[u8]) -> Option<Vec<u8>> {
        let nonce = *sealed.first_chunk::<NONCE_LEN>()?;
        let nonce = Nonce::assume_unique_for_key(nonce);
        let aad = Aad::from(context);
        // The plain bytes are moved to the beginning.
        let plain = self
            .cipher
            .open_within(nonce, aad, &mut sealed, NONCE_LEN..);
        let length = plain.ok()?.len();
        sealed.truncate(length);
        Some(sealed)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn bytes_open_with_their_key_and_context_alone(plain: Vec<u8>, at: usize, bit in 0..8_u8) {
            let (key, other) = (ArchiveKey::random().unwrap(), ArchiveKey::random().unwrap());
            let mut sealed = b"before".to_vec();
            key.seal(&mut sealed, b"1", |it| it.extend_from_slice(&plain)).unwrap();
            prop_assert_eq!(&sealed[..6], b"before");
            let mut sealed = sealed.split_off(6);
            let again = ArchiveKey::from_text(&key.to_text()).unwrap();
            prop_assert_eq!(sealed.len(), NONCE_LEN + plain.len() + TAG);
            prop_assert_eq!(again.open(sealed.clone(), b"1"), Some(plain));
            prop_assert_eq!(key.open(sealed.clone(), b"2"), None);
            prop_assert_eq!(other.open(sealed.clone(), b"1"), None);
            let at = at % sealed.len();
            sealed[at] ^= 1 << bit;
            prop_assert_eq!(key.open(sealed, b"1"), None);
        }
    }
}
