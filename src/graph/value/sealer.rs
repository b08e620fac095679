//! The interface to the encryption of secrets.

use thiserror::Error;

/// Encrypts and decrypts the text of secrets.
///
/// A ciphertext is one word, such as `v1:…`. Values are written with [`crate::Secrets::Sealed`] and
/// read with [`crate::PlainValue::into_object`], which do not know the key.
pub trait Sealer: Sync {
    /// Encrypts a text. The same text should give the same ciphertext, so that unchanged secrets
    /// are not rewritten.
    fn seal(&self, plain: &str) -> Result<String, SealError>;

    /// Decrypts a ciphertext.
    fn unseal(&self, ciphertext: &str) -> Result<String, SealError>;
}

/// Why a secret cannot be encrypted or decrypted; contains nothing of the secret.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct SealError(pub String);
