//! The cipher of a passphrase: AES-256-GCM with a key that PBKDF2 makes of it.
//!
//! ```text
//! salt        v1:<salt>:v1:<nonce>:<the word "pulumi", encrypted>
//! ciphertext  v1:<nonce>:<text, encrypted>
//! ```
//!
//! All parts are in base64. The word in the salt says whether a passphrase is the right one.

use std::num::NonZeroU32;

use data_encoding::BASE64;
use ring::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::pbkdf2;
use thiserror::Error;
use zeroize::Zeroizing;

const VERSION: &str = "v1:";
const ROUNDS: NonZeroU32 = NonZeroU32::new(1_000_000).unwrap();
const SALT_LENGTH: usize = 8;
const KEY_LENGTH: usize = 32;
const WORD: &str = "pulumi";

/// Why a text is not decrypted; contains nothing of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum CipherError {
    #[error("it does not have the form that Pulumi writes")]
    Format,
    #[error("it is encrypted with another passphrase")]
    WrongPassphrase,
    #[error("it is not encrypted with the passphrase of its file, or was changed")]
    Undecipherable,
    #[error("the system gave no random bytes")]
    NoRandom,
}

/// The cipher of one passphrase and one salt.
pub struct PassphraseCipher {
    key: LessSafeKey,
    salt: String,
}

impl PassphraseCipher {
    /// The cipher of a known salt; fails unless the passphrase is that of the salt.
    pub fn open(salt: &str, passphrase: &str) -> Result<Self, CipherError> {
        let (bytes, word) = salt
            .strip_prefix(VERSION)
            .and_then(|it| it.split_once(':'))
            .ok_or(CipherError::Format)?;
        let bytes = BASE64
            .decode(bytes.as_bytes())
            .map_err(|_| CipherError::Format)?;
        let cipher = Self {
            key: key(&bytes, passphrase),
            salt: salt.to_owned(),
        };
        match cipher.unseal(word) {
            Ok(found) if found == WORD => Ok(cipher),
            Ok(_) | Err(CipherError::Undecipherable) => Err(CipherError::WrongPassphrase),
            Err(error) => Err(error),
        }
    }

    /// The cipher of a new salt.
    pub fn new(passphrase: &str) -> Result<Self, CipherError> {
        let bytes: [u8; SALT_LENGTH] = random()?;
        let mut cipher = Self {
            key: key(&bytes, passphrase),
            salt: String::new(),
        };
        let word = cipher.seal(WORD)?;
        cipher.salt = format!("{VERSION}{}:{word}", BASE64.encode(&bytes));
        Ok(cipher)
    }

    /// The salt as files have it.
    pub fn salt(&self) -> &str {
        &self.salt
    }

    pub fn seal(&self, text: &str) -> Result<String, CipherError> {
        let nonce: [u8; NONCE_LEN] = random()?;
        let mut bytes = text.as_bytes().to_vec();
        let unique = Nonce::assume_unique_for_key(nonce);
        self.key
            .seal_in_place_append_tag(unique, Aad::empty(), &mut bytes)
            .map_err(|_| CipherError::Format)?;
        let (nonce, text) = (BASE64.encode(&nonce), BASE64.encode(&bytes));
        Ok(format!("{VERSION}{nonce}:{text}"))
    }

    pub fn unseal(&self, ciphertext: &str) -> Result<String, CipherError> {
        let parts = ciphertext
            .strip_prefix(VERSION)
            .and_then(|it| it.split_once(':'));
        let (nonce, text) = parts.ok_or(CipherError::Format)?;
        let bytes = |text: &str| {
            BASE64
                .decode(text.as_bytes())
                .map_err(|_| CipherError::Format)
        };
        let nonce = Nonce::try_assume_unique_for_key(&bytes(nonce)?);
        let nonce = nonce.map_err(|_| CipherError::Format)?;
        let mut text = Zeroizing::new(bytes(text)?);
        let plain = self
            .key
            .open_in_place(nonce, Aad::empty(), &mut text)
            .map_err(|_| CipherError::Undecipherable)?;
        str::from_utf8(plain)
            .map(str::to_owned)
            .map_err(|_| CipherError::Undecipherable)
    }
}

fn key(salt: &[u8], passphrase: &str) -> LessSafeKey {
    let mut bytes = Zeroizing::new([0; KEY_LENGTH]);
    pbkdf2::derive(
        pbkdf2::PBKDF2_HMAC_SHA256,
        ROUNDS,
        salt,
        passphrase.as_bytes(),
        bytes.as_mut_slice(),
    );
    let key = UnboundKey::new(&AES_256_GCM, bytes.as_slice());
    LessSafeKey::new(key.expect("BUG: the key has another length"))
}

fn random<const N: usize>() -> Result<[u8; N], CipherError> {
    use ring::rand::{SecureRandom as _, SystemRandom};
    let mut bytes = [0; N];
    let filled = SystemRandom::new().fill(&mut bytes);
    filled.map_err(|_| CipherError::NoRandom)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sealed_values_need_their_passphrase() {
        let cipher = PassphraseCipher::new("correct horse").unwrap();
        let sealed = cipher.seal("hunter2 ä").unwrap();
        assert!(!sealed.contains("hunter2"));
        let again = PassphraseCipher::open(cipher.salt(), "correct horse").unwrap();
        assert_eq!(again.unseal(&sealed).as_deref(), Ok("hunter2 ä"));
        let wrong = PassphraseCipher::open(cipher.salt(), "correct").err();
        assert_eq!(wrong, Some(CipherError::WrongPassphrase));
        let other = PassphraseCipher::new("").unwrap();
        assert_eq!(other.unseal(&sealed), Err(CipherError::Undecipherable));
        for text in [
            "",
            "v1:",
            "v1:a:b",
            "v2:AAAA:AAAA",
            "v1:AAAA:AAAA",
            &sealed[1..],
        ] {
            assert_eq!(cipher.unseal(text), Err(CipherError::Format), "{text}");
        }
        for text in ["", "v1:AAAA", "v1:AAAA:x", "v1:?:v1:AAAA:AAAA"] {
            let error = PassphraseCipher::open(text, "").err();
            assert_eq!(error, Some(CipherError::Format), "{text}");
        }
    }
}
