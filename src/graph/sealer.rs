//! Encryption of secrets, as far as values have to know of it.

use thiserror::Error;

/// Turns the text of a secret into one that may lie around, and back.
///
/// Values are written with [`super::SerValue::sealed`] and read with
/// [`super::PlainValue::into_object`], which do not know the key.
pub trait Sealer {
    /// The ciphertext. The same text should give the same ciphertext, so that what has not changed
    /// is not written again.
    fn seal(&self, plain: &str) -> Result<String, SealError>;

    /// The text that was sealed.
    fn unseal(&self, ciphertext: &str) -> Result<String, SealError>;
}

/// Why a secret can be neither encrypted nor decrypted; says nothing of the secret.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct SealError(pub String);
