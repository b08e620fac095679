//! Ciphers of one block: AES, and DES three times.

use aes::cipher::array::Array;
use aes::cipher::{BlockCipherDecrypt as _, BlockCipherEncrypt as _, KeyInit as _};
use des::TdesEde3;

use super::aes::Aes;

#[derive(Clone)]
pub enum BlockCipher {
    Aes(Aes),
    TripleDes(Box<TdesEde3>),
}

impl BlockCipher {
    /// `None` if the key has another length than ciphers of this kind have.
    pub fn aes(key: &[u8]) -> Option<Self> {
        Aes::new(key).map(Self::Aes)
    }

    /// `None` unless the key has 24 bytes.
    pub fn triple_des(key: &[u8]) -> Option<Self> {
        let cipher = TdesEde3::new_from_slice(key).ok()?;
        Some(Self::TripleDes(Box::new(cipher)))
    }

    /// Bytes of a block.
    pub fn size(&self) -> usize {
        match self {
            Self::Aes(_) => 16,
            Self::TripleDes(_) => 8,
        }
    }

    /// Encrypts whole blocks.
    pub fn encrypt(&self, data: &mut [u8]) {
        match self {
            Self::Aes(it) => it.encrypt(Array::slice_as_chunks_mut(data).0),
            Self::TripleDes(it) => it.encrypt_blocks(Array::slice_as_chunks_mut(data).0),
        }
    }

    /// Decrypts whole blocks.
    pub fn decrypt(&self, data: &mut [u8]) {
        match self {
            Self::Aes(it) => it.decrypt(Array::slice_as_chunks_mut(data).0),
            Self::TripleDes(it) => it.decrypt_blocks(Array::slice_as_chunks_mut(data).0),
        }
    }
}
