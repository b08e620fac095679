//! Encrypts the configuration values of one stack.

use thiserror::Error;

/// A cipher with the key of a stack.
pub trait ConfigCipher {
    /// Encrypts a text; returns one word, such as `v1:…`.
    fn seal(&self, text: &str) -> Result<String, CipherError>;

    /// Decrypts the result of [`ConfigCipher::seal`].
    fn unseal(&self, sealed: &str) -> Result<String, CipherError>;
}

/// The reason why a value cannot be encrypted or decrypted: a sentence without the value.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct CipherError(pub String);

/// A cipher for contexts without a key; always fails.
#[cfg(test)]
pub(super) struct NoKey;

#[cfg(test)]
impl ConfigCipher for NoKey {
    fn seal(&self, _text: &str) -> Result<String, CipherError> {
        Err(CipherError("there is no key".to_owned()))
    }

    fn unseal(&self, _sealed: &str) -> Result<String, CipherError> {
        Err(CipherError("there is no key".to_owned()))
    }
}
