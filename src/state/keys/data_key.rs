//! A key, and texts encrypted with it.
//!
//! XChaCha20-Poly1305. The nonce is a keyed hash of the text and of the stack's name, so that an
//! unchanged secret has an unchanged ciphertext, and files do not change without a reason. A reader
//! of the state therefore learns which secrets of the stack are equal, and how long they are. The
//! name of the stack is authenticated: a secret cannot be decrypted in another stack.

use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD as BASE64;
use blake2::Blake2bMac;
use blake2::digest::Mac;
use blake2::digest::consts::U24;
use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use zeroize::Zeroizing;

use super::key_error::KeyError;

/// The length of a key in bytes.
pub const KEY_LEN: usize = 32;
const NONCE_LEN: usize = 24;
const VERSION: &str = "v1";

/// 32 random bytes, zeroed on drop.
#[derive(Clone)]
pub struct DataKey(Zeroizing<[u8; KEY_LEN]>);

impl DataKey {
    pub fn random() -> Result<Self, KeyError> {
        let mut bytes = Zeroizing::new([0; KEY_LEN]);
        getrandom::fill(&mut *bytes).map_err(|error| {
            KeyError::Cryptography(format!("the system has no random numbers: {error}"))
        })?;
        Ok(Self(bytes))
    }

    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        Some(Self(Zeroizing::new(bytes.try_into().ok()?)))
    }

    pub fn is_same(&self, other: &Self) -> bool {
        *self.0 == *other.0
    }

    pub fn bytes(&self) -> &[u8; KEY_LEN] {
        &self.0
    }

    /// `v1:<nonce>:<ciphertext>`, both in base64.
    pub fn seal(&self, plain: &[u8], context: &str) -> Result<String, KeyError> {
        let nonce = self.nonce(plain, context)?;
        let aad = context.as_bytes();
        let ciphertext = XChaCha20Poly1305::new((&*self.0).into())
            .encrypt(&XNonce::from(nonce), Payload { msg: plain, aad })
            .map_err(|_| KeyError::Cryptography("the secret is too long".to_owned()))?;
        Ok(format!(
            "{VERSION}:{}:{}",
            BASE64.encode(nonce),
            BASE64.encode(ciphertext)
        ))
    }

    /// Decrypts a text; `None` if it was sealed with another key or context, or was modified.
    pub fn unseal(&self, sealed: &Sealed, context: &str) -> Option<Zeroizing<Vec<u8>>> {
        let aad = context.as_bytes();
        let msg = sealed.ciphertext.as_slice();
        XChaCha20Poly1305::new((&*self.0).into())
            .decrypt(&XNonce::from(sealed.nonce), Payload { msg, aad })
            .ok()
            .map(Zeroizing::new)
    }

    fn nonce(&self, plain: &[u8], context: &str) -> Result<[u8; NONCE_LEN], KeyError> {
        let broken = |_| KeyError::Cryptography("the key has a wrong length".to_owned());
        let mut mac = Blake2bMac::<U24>::new_from_slice(&*self.0).map_err(broken)?;
        mac.update(b"lumi nonce v1\0");
        mac.update(&(context.len() as u64).to_le_bytes());
        mac.update(context.as_bytes());
        mac.update(plain);
        Ok(mac.finalize().into_bytes().into())
    }
}

/// The parts of an encrypted text.
pub struct Sealed {
    nonce: [u8; NONCE_LEN],
    ciphertext: Vec<u8>,
}

impl Sealed {
    pub fn parse(text: &str) -> Result<Self, KeyError> {
        let parse = || {
            let (version, rest) = text.split_once(':')?;
            let (nonce, ciphertext) = rest.split_once(':')?;
            let nonce = BASE64.decode(nonce).ok()?.try_into().ok()?;
            let ciphertext = BASE64.decode(ciphertext).ok()?;
            (version == VERSION).then_some(Self { nonce, ciphertext })
        };
        parse().ok_or(KeyError::Format)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn key(byte: u8) -> DataKey {
        DataKey::from_bytes(&[byte; KEY_LEN]).unwrap()
    }

    fn open(key: &DataKey, text: &str, context: &str) -> Option<Vec<u8>> {
        let sealed = Sealed::parse(text).ok()?;
        key.unseal(&sealed, context).map(|it| it.to_vec())
    }

    proptest! {
        #[test]
        fn opens_for_the_same_key_and_stack_only(plain in any::<Vec<u8>>()) {
            let text = key(1).seal(&plain, "web/dev").unwrap();
            prop_assert_eq!(&key(1).seal(&plain, "web/dev").unwrap(), &text);
            prop_assert_ne!(&key(1).seal(&plain, "web/prod").unwrap(), &text);
            prop_assert_eq!(open(&key(1), &text, "web/dev"), Some(plain));
            prop_assert_eq!(open(&key(1), &text, "web/prod"), None);
            prop_assert_eq!(open(&key(2), &text, "web/dev"), None);
        }

        #[test]
        fn a_changed_text_never_opens_as_another(at in any::<prop::sample::Index>(), byte in 32..127_u8) {
            let text = key(1).seal(b"hunter2", "web/dev").unwrap();
            let mut changed = text.clone().into_bytes();
            changed[at.index(text.len())] = byte;
            let changed = String::from_utf8(changed).unwrap();
            let opened = open(&key(1), &changed, "web/dev");
            prop_assert_eq!(opened.is_some(), changed == text);
        }

        #[test]
        fn never_panics(text in "(v1:)?[A-Za-z0-9+/:=]{0,80}") {
            let _ = Sealed::parse(&text);
        }
    }
}
