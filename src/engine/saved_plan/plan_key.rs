//! Digests of secrets in a saved plan, which distinguish secrets without revealing them.

use std::fmt;

use blake2::Blake2bMac;
use blake2::digest::consts::U16;
use blake2::digest::{KeyInit as _, Mac as _};
use data_encoding::HEXLOWER;
use zeroize::Zeroizing;

/// A random key of one plan. The digests are keyed, because a plain hash of a short secret could be
/// guessed.
#[derive(Clone, Default)]
pub struct PlanKey(Zeroizing<[u8; Self::LEN]>);

impl PlanKey {
    const LEN: usize = 32;

    pub fn random() -> Self {
        Self(Zeroizing::new(rand::random()))
    }

    /// As text, to be encrypted and stored.
    pub fn to_text(&self) -> Zeroizing<String> {
        Zeroizing::new(HEXLOWER.encode(&*self.0))
    }

    /// Parses the result of [`Self::to_text`].
    pub fn parse(text: &str) -> Option<Self> {
        let mut key = Zeroizing::new([0; Self::LEN]);
        let length = HEXLOWER.decode_len(text.len()).ok()?;
        if length != Self::LEN {
            return None;
        }
        HEXLOWER.decode_mut(text.as_bytes(), &mut *key).ok()?;
        Some(Self(key))
    }

    /// A hexadecimal digest; deterministic for one key.
    pub(crate) fn digest(&self, bytes: &[u8]) -> String {
        // Keys of up to 64 bytes are supported.
        let Ok(mut mac) = Blake2bMac::<U16>::new_from_slice(&*self.0) else {
            return String::new();
        };
        mac.update(b"lumi plan v2\0");
        mac.update(bytes);
        HEXLOWER.encode(&mac.finalize().into_bytes())
    }
}

impl fmt::Debug for PlanKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PlanKey")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_kept_as_text() {
        let key = PlanKey::random();
        let read = PlanKey::parse(&key.to_text()).unwrap();
        assert_eq!(key.digest(b"hunter2"), read.digest(b"hunter2"));
        assert_ne!(key.digest(b"hunter2"), key.digest(b"hunter3"));
        assert_ne!(key.digest(b"hunter2"), PlanKey::random().digest(b"hunter2"));
        assert!(PlanKey::parse("0").is_none() && PlanKey::parse(&"x".repeat(64)).is_none());
        assert_eq!(format!("{key:?}"), "PlanKey");
    }
}
